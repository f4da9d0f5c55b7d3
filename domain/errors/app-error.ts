import { type ErrorCode, errorMessage, errors } from "./errors.ts";

type Extras = {
  /** Message per field, by its path in the body: `items.0.quantity`. */
  fields?: Record<string, string>;
  /** Sent along for the code's reader. */
  details?: Record<string, unknown>;
  /** Fills `{n}` in the public message. */
  n?: number;
  /** Replaces the code's public message where there is more to say. */
  message?: string;
  /** What really happened: logged, never sent. */
  cause?: unknown;
};

/** An error whose code and message the client may see. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(extras.message ?? errorMessage(code, extras.n), { cause: extras.cause });
    this.code = code;
    this.status = errors[code].status;
    this.fields = extras.fields;
    this.details = extras.details;
  }
}
