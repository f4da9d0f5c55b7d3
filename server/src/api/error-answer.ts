import { AuthError, type AuthErrorCode } from "@rounds/auth/base/errors.ts";
import { databaseError } from "@rounds/database/database-error.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type ErrorBody, type ErrorCode, errors } from "@rounds/domain/errors/errors.ts";
import { isCutOff } from "@rounds/http/client-left.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";

/** Codes of Fastify's own errors about a request. */
const requestErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed_request",
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed_request",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed_request",
};

/** Errors of the auth service that a request of the API can cause. */
const authErrors: Partial<Record<AuthErrorCode, ErrorCode>> = {
  email_exists: "email_taken",
  mfa_factor_not_found: "not_found",
  over_email_send_rate_limit: "too_many_requests",
  session_not_found: "not_found",
  user_banned: "account_disabled",
  user_not_found: "not_found",
};

/** Turns any thrown value into the error that the client sees. */
function publicError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AuthError) return new AppError(authErrors[error.code] ?? "internal", { cause: error });
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const issue of error.validation) {
      const field = issue.instancePath.slice(1).replaceAll("/", ".");
      fields[field] ??= issue.message ?? "This value can't be used";
    }
    return new AppError("validation_failed", { fields, cause: error });
  }
  const code = requestErrors[error.code];
  if (code) return new AppError(code, { cause: error });
  const stored = databaseError(error);
  if (stored) return stored;
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(error.statusCode === 429 ? "too_many_requests" : "malformed_request", {
      cause: error,
    });
  }
  return new AppError("internal", { cause: error });
}

/** The error handler of the whole API: stable code and public message to the client, the cause to the log. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const shown = isCutOff(request.raw) ? new AppError("malformed_request") : publicError(error);
  // Without a cause, our own code chose to refuse, such as one download too many: nothing has failed.
  const isRefusal = error instanceof AppError && error.cause === undefined;
  if (shown.status >= 500 && !isRefusal)
    request.log.error({ err: shown.cause ?? error, code: shown.code }, "request failed");
  if (shown.status === 503) reply.header("retry-after", "2");
  return reply.code(shown.status).send({
    code: shown.code,
    message: shown.message,
    ...(shown.fields && { fields: shown.fields }),
    ...(shown.details && { details: shown.details }),
    request_id: request.id,
  } satisfies ErrorBody);
}

/** Answers a path of the API that does not exist. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(errors.not_found.status).send({
    code: "not_found",
    message: errors.not_found.message,
    request_id: request.id,
  } satisfies ErrorBody);
}

/**
 * Answers, before its body is read, a request that sends something to a path that does not exist: anybody may send one,
 * and no limit counts the body. A path with other methods does not exist for this one.
 */
export async function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  if (request.is404 && !["GET", "HEAD"].includes(request.method)) return answerNotFound(request, reply);
}
