import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorBody, type ErrorCode, errors } from "@rounds/domain/errors/errors.ts";

/** Node's error codes for bytes that are not valid HTTP. */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "payload_too_large",
};

/**
 * Answers what the HTTP parser could not read like any other error of the API, and closes the connection. If earlier
 * answers are due, it sends nothing, because its answer would be taken for one of those.
 */
export function answerUnparsable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  outstanding: Iterable<{ request: IncomingMessage; response: ServerResponse }>,
): void {
  const due = [...outstanding].filter(({ request, response }) => request.complete || response.headersSent);
  if (due.length === 0 && socket.writable && error.code !== "ECONNRESET") {
    const code = codes[error.code ?? ""] ?? "malformed_request";
    const { status, message } = errors[code];
    const request_id = crypto.randomUUID();
    const body = JSON.stringify({ code, message, request_id } satisfies ErrorBody);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      `x-request-id: ${request_id}`,
      "connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroy();
}
