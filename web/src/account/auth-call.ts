import type { AuthError, GoTrueClient } from "@supabase/auth-js";
import { ApiError, answerError, unreachableError } from "../api/api-error.ts";
import { type Problem, wordsOf as problemWords } from "../api/session/attempt.ts";
import {
  accessToken,
  authClient,
  completeSecondStep,
  recoverSession,
  sessionState,
} from "../api/session/session.ts";

/** An error of the auth service, in words for the person. */
export class AuthRefusal extends Error {
  readonly code: string;
  /** Seconds until the same request may be sent again; 0 if that does not matter. */
  readonly wait: number;

  constructor(problem: Problem) {
    super(problemWords(problem));
    this.name = "AuthRefusal";
    this.code = problem.code;
    this.wait = problem.wait;
  }
}

/** The codes that mean an ended session, not a forbidden action. */
const overCodes = new Set([
  "bad_jwt",
  "no_authorization",
  "session_expired",
  "session_not_found",
  "user_banned",
  "user_not_found",
]);

function isOver({ name, code }: AuthError): boolean {
  return name === "AuthSessionMissingError" || (code !== undefined && overCodes.has(code));
}

type Answer = { data: unknown; error: AuthError | null };
type DataOf<A extends Answer> = Extract<A, { error: null }>["data"];

/** How often one request may recover the session, so that a server that refuses every token is not asked for ever. */
const mostRecoveries = 3;

/**
 * Sends a request to the auth service through its own client. Throws an `AuthRefusal` with the service's words, and an
 * `ApiError` if no answer came. As with calls of the API, the person signs in again or does the second step on this
 * page if the service requires it, and the request continues.
 */
export async function askAuth<A extends Answer>(ask: (auth: GoTrueClient) => Promise<A>): Promise<DataOf<A>> {
  const { auth, isAuthRetryableFetchError, retryAfter } = await authClient();
  const person = sessionState().user?.id;
  for (let tries = 0; ; tries++) {
    const token = await accessToken(person);
    const { data, error } = await ask(auth);
    // The checker does not connect `data` with `error` once they are apart.
    if (!error) return data as DataOf<A>;
    if (isAuthRetryableFetchError(error)) {
      throw error.status === 0 ? unreachableError() : answerError(error.status ?? 503, undefined);
    }
    const over = isOver(error);
    if (!over && error.code !== "insufficient_aal") {
      const { code = "", message, status } = error;
      throw new AuthRefusal({ code, message, wait: status === 429 ? retryAfter() : 0 });
    }
    const goOn = over ? recoverSession : completeSecondStep;
    if (tries >= mostRecoveries || !(await goOn(token))) throw answerError(401, undefined);
  }
}

/** The message for anything that a request of this page threw. */
export function wordsOf(error: unknown): string {
  if (error instanceof AuthRefusal || error instanceof ApiError) return error.message;
  return "Something went wrong on this page. Nothing you typed is lost; please try again.";
}

/** The service's error code; empty for other failures. */
export function codeOf(error: unknown): string {
  return error instanceof AuthRefusal ? error.code : "";
}
