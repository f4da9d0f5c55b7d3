import { statusErrors } from "@rounds/domain/errors/status-errors.ts";
import type { AuthError } from "@supabase/auth-js";
import { ApiError, unreachableError } from "../api-error.ts";
import { authClient } from "./session.ts";

type Client = Awaited<ReturnType<typeof authClient>>;

/** Why the auth service refused a request. */
export type Problem = {
  /** The service's code; `unreachable` if no answer came, `failed` if the service itself failed. */
  code: string;
  /** The service's own words, or ours if it has none. */
  message: string;
  /** Seconds until the request may be sent again; 0 if that does not matter or is unknown. */
  wait: number;
};

type Outcome<Data> = { data: Data; problem?: undefined } | { data?: undefined; problem: Problem };

type Answer = { data: unknown; error: AuthError | null };

/** Sends a request to the auth service through its own client. Never throws: a failure is the result's `problem`. */
export async function attempt<Given extends Answer>(
  ask: (auth: Client["auth"]) => Promise<Given>,
): Promise<Outcome<Extract<Given, { error: null }>["data"]>> {
  try {
    const client = await authClient();
    const { data, error } = await ask(client.auth);
    return error ? { problem: problemOf(client, error) } : { data };
  } catch (thrown) {
    if (thrown instanceof ApiError)
      return { problem: { code: "unreachable", message: thrown.message, wait: 0 } };
    return { problem: { code: "failed", message: statusErrors.internal.message, wait: 0 } };
  }
}

function problemOf({ isAuthRetryableFetchError, retryAfter }: Client, error: AuthError): Problem {
  if (isAuthRetryableFetchError(error)) {
    return error.status === 0
      ? { code: "unreachable", message: unreachableError().message, wait: 0 }
      : { code: "failed", message: statusErrors.internal.message, wait: 0 };
  }
  const code = error.name === "AuthSessionMissingError" ? "session_not_found" : (error.code ?? "");
  return { code, message: error.message, wait: error.status === 429 ? retryAfter() : 0 };
}

/** Whether a message was refused only because one of its kind was sent less than a minute ago. */
export function wasSentJustNow({ code, message }: Problem): boolean {
  return /^over_(email|sms)_send_rate_limit$/.test(code) && /after \d+ seconds/.test(message);
}

/** The words for a problem on a screen. The waiting time is separate, because it counts down. */
export function wordsOf(problem: Problem): string {
  switch (problem.code) {
    case "otp_expired":
      return "This code is not right, or no longer valid. Check it, or ask for a new one.";
    case "over_email_send_rate_limit":
      return wasSentJustNow(problem)
        ? "A mail went out less than a minute ago."
        : "The server has sent as many mails as it may for now.";
    case "over_sms_send_rate_limit":
      return wasSentJustNow(problem)
        ? "A text message went out less than a minute ago."
        : "The server has sent as many text messages as it may for now.";
    case "over_request_rate_limit":
      return "That was tried too often.";
    case "user_banned":
      return "This account is disabled. Please ask your administrator.";
    case "mfa_verification_failed":
      return "This code is not right, or was used already. Enter the one that is shown now.";
    case "mfa_challenge_expired":
      return "This code is no longer valid. Ask for a new one.";
    default:
      return problem.message;
  }
}
