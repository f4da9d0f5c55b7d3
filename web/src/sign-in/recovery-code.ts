import { errors } from "@rounds/domain/errors/errors.ts";
import { unreachableError } from "../api/api-error.ts";
import { attempt, type Problem } from "../api/attempt.ts";
import { apiKey } from "../api/page-settings.ts";
import { accessToken } from "../api/session.ts";
import { afterLoss } from "./second-factors.ts";

/**
 * Submits a recovery code instead of the second step; returns an error, or nothing if the session is now complete. The
 * path is the product's own and the auth client has no method for it, so the client takes over the session of the
 * answer.
 */
export async function showRecoveryCode(code: string): Promise<Problem | undefined> {
  const token = await accessToken().catch(() => "");
  const headers = {
    "content-type": "application/json",
    "x-supabase-api-version": "2024-01-01",
    authorization: `Bearer ${token}`,
    ...(apiKey !== "" && { apikey: apiKey }),
  };
  const request = { method: "POST", headers, body: JSON.stringify({ code }) };
  const answer = await fetch("/auth/v1/recovery-codes/verify", request).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (!answer || body === undefined) {
    return { code: "unreachable", message: unreachableError().message, wait: 0 };
  }
  if (answer.ok) return (await attempt((auth) => auth.setSession(body))).problem;
  if (answer.status >= 500) return { code: "failed", message: errors.internal.message, wait: 0 };
  if (body.code === "mfa_verification_failed") {
    const message = "This recovery code is not right, or was used already.";
    return { code: "recovery_code_wrong", message, wait: 0 };
  }
  const wait = answer.status === 429 ? Number(answer.headers.get("retry-after")) || 0 : 0;
  return afterLoss({ code: String(body.code), message: String(body.message), wait });
}
