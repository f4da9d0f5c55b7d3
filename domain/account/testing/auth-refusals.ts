/**
 * Refusals of the auth service as its clients read them, for tests of the pages. `platform/auth/refusals.test.ts` provokes each
 * of them in the real service and compares.
 */
export const authRefusals = {
  wrongPassword: { status: 400, code: "invalid_credentials", message: "Invalid login credentials" },
  shortPassword: {
    ...{ status: 422, code: "weak_password", message: "Password should be at least 6 characters." },
  },
  samePassword: {
    ...{
      status: 422,
      code: "same_password",
      message: "New password should be different from the old password.",
    },
  },
  wrongCurrentPassword: {
    ...{ status: 400, code: "current_password_invalid", message: "The current password is not right" },
  },
  registered: { status: 422, code: "user_already_exists", message: "User already registered" },
  taken: {
    ...{ status: 422, code: "email_exists" },
    message: "A user with this email address has already been registered",
  },
  noAddress: {
    ...{ status: 400, code: "validation_failed" },
    message: "Unable to validate email address: invalid format",
  },
  notConfirmed: { status: 400, code: "email_not_confirmed", message: "Email not confirmed" },
  wrongCode: { status: 403, code: "otp_expired", message: "Token has expired or is invalid" },
  wrongSecondCode: { status: 422, code: "mfa_verification_failed", message: "Invalid TOTP code entered" },
  noFactor: { status: 404, code: "mfa_factor_not_found", message: "Factor not found" },
  tooOften: { status: 429, code: "over_request_rate_limit", message: "Request rate limit reached" },
  mailedJustNow: {
    ...{ status: 429, code: "over_email_send_rate_limit" },
    message: "For security purposes, you can only request this after 60 seconds.",
  },
} as const satisfies Record<string, { status: number; code: string; message: string }>;

/** One of the refusals, by its name here. */
export type AuthRefusalName = keyof typeof authRefusals;
