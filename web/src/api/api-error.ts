import type { ErrorBody, ErrorCode } from "@rounds/domain/errors/errors.ts";
import { statusErrors } from "@rounds/domain/errors/status-errors.ts";
import { jsonFields } from "./json.ts";

/** What can go wrong with a call: the server's own codes, and `unreachable` if no answer came. */
type CallErrorCode = ErrorCode | "unreachable";

const unreachable = "The server can't be reached. Please check your connection and try again.";

/** A failed call. `status` is 0 if no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: CallErrorCode;
  /** Message per field of the request's body, by its path: `name`, `items.0.quantity`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
  /** The request's id in the server's log; empty if no answer came. */
  readonly request_id: string;
  /** Whether the request did not leave the device, so that nothing was done. */
  readonly isUnsent: boolean | undefined;

  constructor(
    status: number,
    body: Omit<Partial<ErrorBody>, "code"> & { code: CallErrorCode; message: string },
    isUnsent?: boolean,
  ) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.details = body.details ?? {};
    this.request_id = body.request_id ?? "";
    this.isUnsent = isUnsent;
  }

  /** The message of the first field that has one: outside a form, the error's own message would not say what is wrong. */
  get fieldMessage(): string | undefined {
    return Object.values(this.fields)[0];
  }

  /** Whether the call failed for want of a connection or a server, and not by the server's decision. */
  get isOutage(): boolean {
    return this.code === "unreachable" || this.code === "unavailable";
  }

  /** Whether repeating the call may succeed. */
  get retryable(): boolean {
    return this.isOutage || this.status === 429 || this.status >= 500;
  }
}

/** The error of a call without an answer; `isUnsent`: it did not leave the device, so nothing of it was done. */
export function unreachableError(isUnsent?: boolean): ApiError {
  return new ApiError(0, { code: "unreachable", message: unreachable }, isUnsent);
}

/** The error of an unsuccessful answer; a body that is not ours (a proxy's page) is judged by its status. */
export function answerError(status: number, body: unknown): ApiError {
  if (isErrorBody(body)) return new ApiError(status, body);
  const code = codeOfStatus(status);
  return new ApiError(status, { code, message: statusErrors[code].message });
}

/** Any thrown value as an `ApiError`, so that a screen handles one kind. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, { code: "internal", message: statusErrors.internal.message });
}

/** Whether a call failed because the row is not there: it never was, or it was deleted. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "not_found" || error.code === "gone");
}

/** In the place of the answer to a deletion whose row was gone already; throws any other error. */
export function nullIfGone(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Whether an answer's body is one of our own errors; a newer server may have a code that this page does not know. */
export function isErrorBody(body: unknown): body is ErrorBody {
  const { code, message, request_id } = jsonFields(body);
  return [code, message, request_id].every((field) => typeof field === "string");
}

function codeOfStatus(status: number): keyof typeof statusErrors {
  if (status === 401) return "session_ended";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 413) return "payload_too_large";
  if (status === 429) return "too_many_requests";
  if (status === 502 || status === 503 || status === 504) return "unavailable";
  return status >= 500 ? "internal" : "malformed_request";
}
