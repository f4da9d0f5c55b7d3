import type { ServerResponse } from "node:http";
import { AppError } from "@rounds/domain/errors/app-error.ts";

/** The error of a request whose client has closed the connection: nobody will read the answer. */
const clientLeft = () => new AppError("malformed_request");

/** Throws if the client of a request has left. */
export function requireClient(response: ServerResponse): void {
  if (response.destroyed) throw clientLeft();
}

/** A signal that is aborted when the client leaves. */
export function signalOfClient(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  if (response.destroyed) leaving.abort(clientLeft());
  // After the answer was sent it is closed too, but then nothing listens any more.
  else response.once("close", () => leaving.abort(clientLeft()));
  return leaving.signal;
}
