import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@rounds/domain/errors/app-error.ts";

/** The error of a request whose client has closed the connection: nobody will read the answer. */
const clientLeft = () => new AppError("malformed_request");

/** Throws if the client of a request has left: its connection has no address any more either. */
export function requireClient({ socket }: IncomingMessage): void {
  if (socket.destroyed) throw clientLeft();
}

/** A signal that is aborted when the client leaves. */
export function signalOfClient(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  if (response.destroyed || response.req.socket.destroyed) leaving.abort(clientLeft());
  // After the answer was sent it is closed too, but then nothing listens any more.
  else response.once("close", () => leaving.abort(clientLeft()));
  return leaving.signal;
}

/** Whether the connection of a request has ended before its body was here. */
export function isCutOff({ destroyed, complete }: IncomingMessage): boolean {
  return destroyed && !complete;
}
