/** The codes of the auth protocol that this service uses. */
export type AuthErrorCode =
  | "anonymous_provider_disabled"
  | "bad_code_verifier"
  | "bad_json"
  | "bad_jwt"
  | "bad_oauth_callback"
  | "bad_oauth_state"
  | "current_password_invalid"
  | "current_password_required"
  | "email_exists"
  | "email_not_confirmed"
  | "email_provider_disabled"
  | "flow_state_expired"
  | "flow_state_not_found"
  | "insufficient_aal"
  | "invalid_credentials"
  | "last_admin"
  | "manual_linking_disabled"
  | "mfa_challenge_expired"
  | "mfa_factor_name_conflict"
  | "mfa_factor_not_found"
  | "mfa_ip_address_mismatch"
  | "mfa_phone_enroll_not_enabled"
  | "mfa_phone_verify_not_enabled"
  | "mfa_totp_enroll_not_enabled"
  | "mfa_verification_failed"
  | "mfa_webauthn_enroll_not_enabled"
  | "no_authorization"
  | "not_admin"
  | "not_found"
  | "origin_not_allowed"
  | "otp_disabled"
  | "otp_expired"
  | "over_email_send_rate_limit"
  | "over_request_rate_limit"
  | "over_sms_send_rate_limit"
  | "phone_exists"
  | "phone_not_confirmed"
  | "phone_provider_disabled"
  | "provider_disabled"
  | "reauthentication_needed"
  | "reauthentication_not_valid"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "request_entity_too_large"
  | "same_password"
  | "saml_provider_disabled"
  | "session_expired"
  | "session_not_found"
  | "signup_disabled"
  | "too_many_enrolled_mfa_factors"
  | "unexpected_failure"
  | "user_already_exists"
  | "user_banned"
  | "user_not_found"
  | "validation_failed"
  | "weak_password"
  | "web3_provider_disabled";

/** Why a password is too weak. */
export type WeakPasswordReason = "length" | "characters" | "pwned";

type Extras = { weak_password?: { reasons: WeakPasswordReason[] }; retryAfterSeconds?: number };

/** An error whose status, code and message the client may see. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: AuthErrorCode;
  readonly extras: Extras;

  constructor(status: number, code: AuthErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** A refusal before any path of the service is reached: the key is missing or wrong. */
export class GatewayError extends AuthError {
  constructor(message: string) {
    super(401, "no_authorization", message);
  }
}

/** An error of a grant that has the shape of OAuth 2.0 (RFC 6749, section 5.2) in every API version. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

/** The same answer for an unknown address, an account without a password and a wrong password. */
export function invalidCredentials(): AuthError {
  return new AuthError(400, "invalid_credentials", "Invalid login credentials");
}

/** The user of an access token does not exist any more. */
export function userNotFound(): AuthError {
  return new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
}

/** The session of an access token has ended. */
export function sessionNotFound(): AuthError {
  return new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
}

export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds });
}

/**
 * A session was refreshed too often: with this status clients repeat the request, while 429 would end their session.
 */
export function tooManyRefreshes(retryAfterSeconds: number): AuthError {
  return new AuthError(503, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds });
}

/** The database can't be used at the moment; clients of the protocol repeat the request. */
export function unavailable(message: string): AuthError {
  return new AuthError(503, "unexpected_failure", message, { retryAfterSeconds: 2 });
}

/** Another account has this address. */
export function emailExists(): AuthError {
  return new AuthError(422, "email_exists", "A user with this email address has already been registered");
}

/** Another account has this number. */
export function phoneExists(): AuthError {
  return new AuthError(422, "phone_exists", "A user with this phone number has already been registered");
}

/** The version from which `code` is a word; before, it was the HTTP status. */
const wordCodes = "2024-01-01";
export const apiVersionHeader = "X-Supabase-Api-Version";

type ErrorAnswer = { status: number; headers: Record<string, string>; body: Record<string, unknown> };

/** The answer to an error in the shape for the client's API version (a header, may be absent). */
export function errorAnswer(error: AuthError | OAuthError, apiVersion: unknown): ErrorAnswer {
  if (error instanceof OAuthError) {
    return { status: 400, headers: {}, body: { error: error.error, error_description: error.message } };
  }
  const { status, code, message } = error;
  const { weak_password, retryAfterSeconds } = error.extras;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  const extras = weak_password ? { weak_password } : {};
  if (readsWordCodes(apiVersion)) {
    return {
      status,
      headers: { ...headers, [apiVersionHeader]: wordCodes },
      body: { code, message, ...extras },
    };
  }
  // Gateways of the protocol send `message` to every client.
  const gateway = error instanceof GatewayError ? { message } : {};
  return { status, headers, body: { code: status, error_code: code, msg: message, ...gateway, ...extras } };
}

function readsWordCodes(apiVersion: unknown): boolean {
  if (typeof apiVersion !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(apiVersion)) return false;
  // An impossible date, such as 2024-13-01, is not a version.
  return !Number.isNaN(Date.parse(`${apiVersion}T00:00:00Z`)) && apiVersion >= wordCodes;
}
