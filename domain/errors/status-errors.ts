/**
 * The errors that the status alone tells: pages say them for an answer that is not the server's own, such as a proxy's. Apart from
 * the others, because the first screen needs no more.
 */
export const statusErrors = {
  malformed_request: { status: 400, message: "The request could not be read." },
  session_ended: { status: 401, message: "Your session has ended. Please sign in again." },
  forbidden: { status: 403, message: "You may not do this." },
  not_found: { status: 404, message: "Not found. It may have been deleted." },
  payload_too_large: { status: 413, message: "The request is too large." },
  too_many_requests: { status: 429, message: "Too many requests. Please wait a moment." },
  internal: { status: 500, message: "Something went wrong on our side. Please try again." },
  unavailable: { status: 503, message: "The service is not available right now. Please try again." },
} as const;
