import { statusErrors } from "./status-errors.ts";

/**
 * The closed list of the API's error codes, with the HTTP status and the public message of each. A message says what
 * happened and what to do; the server fills in values such as `{n}`.
 */
export const errors = {
  ...statusErrors,
  validation_failed: { status: 400, message: "Some fields need your attention." },
  not_signed_in: { status: 401, message: "Please sign in." },
  second_factor_needed: { status: 403, message: "Enter the code of your second step to continue." },
  not_permitted: {
    status: 403,
    message: "You may not do this. An administrator can allow it in Team settings.",
  },
  other_origin: {
    status: 403,
    message: "This page may not use this server. Its origin must be in PUBLIC_URL or ALLOWED_ORIGINS.",
  },
  gone: { status: 410, message: "This was deleted in the meantime." },
  request_timeout: { status: 408, message: "The request took too long to arrive." },
  changed_meanwhile: { status: 409, message: "Somebody changed this while you were editing." },
  id_taken: { status: 409, message: "This id was already used for something else." },
  doctor_missing: { status: 409, message: "This doctor no longer exists." },
  representative_missing: {
    status: 409,
    message: "This person has no account any more. Please choose somebody else.",
  },
  email_taken: { status: 409, message: "Somebody with this email address has an account already." },
  account_disabled: { status: 409, message: "This account is disabled. Enable it first." },
  last_admin: { status: 409, message: "There must be at least one administrator." },
  already_planned: {
    status: 409,
    message: "A visit to this doctor is planned for that day already. Please choose another day.",
  },
  product_missing: { status: 409, message: "A chosen product no longer exists." },
  product_has_sales: { status: 409, message: "This product has sales and can't be deleted." },
  insufficient_stock: { status: 409, message: "Insufficient stock. Available: {n}" },
  import_moved_on: { status: 409, message: "This import has moved on already. Please open it again." },
  archive_busy: {
    status: 409,
    message: "Another archive is being made or brought in. Please try again in a few minutes.",
  },
  archive_not_empty: {
    status: 409,
    message: "An archive can only be brought in where there are no doctors, products and visits yet.",
  },
  archive_unusable: { status: 422, message: "This archive can't be brought in. Nothing was changed." },
  unsupported_media_type: { status: 415, message: "The request must be JSON." },
  unknown_host: {
    status: 421,
    message: "This server is not known by this name. Its address must be in PUBLIC_URL or ALLOWED_ORIGINS.",
  },
  headers_too_large: { status: 431, message: "The request's headers are too large." },
  storage_full: {
    status: 503,
    message: "The database has no space left. Nothing was saved; please tell your administrator.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The public message of a code; `n` fills `{n}` in it. */
export function errorMessage(code: ErrorCode, n?: number): string {
  return errors[code].message.replace("{n}", String(n));
}

/** The HTTP status of a code; 400 for one that only a newer server knows. */
export function statusOf(code: string): number {
  return code in errors ? errors[code as ErrorCode].status : 400;
}

/** The body of every error answer of the API. */
export type ErrorBody = {
  code: ErrorCode;
  message: string;
  /** Message per field, by its path in the request body: `name`, `items.0.quantity`. */
  fields?: Record<string, string>;
  /** What the client needs besides the message, for example the current row for `changed_meanwhile`. */
  details?: Record<string, unknown>;
  request_id: string;
};
