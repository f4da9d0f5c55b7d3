import type { Factor, User } from "@supabase/auth-js";
import { attempt, type Problem } from "../../api/session/attempt.ts";
import { authClient, sessionState } from "../../api/session/session.ts";

export const secondStepTitle = "Enter the code from your authenticator";

/** A way to do the second step. */
export type SecondFactor = { id: string; by: "totp" | "phone"; label: string };

/** The verified factors of a person, with their shown names. */
export function secondFactorsOf({ factors = [] }: Pick<User, "factors">): SecondFactor[] {
  const verified = factors.filter(({ status, factor_type }) => status === "verified" && isKnown(factor_type));
  return verified.map((factor) => ({
    id: factor.id,
    by: factor.factor_type === "phone" ? "phone" : "totp",
    label: labelOf(factor),
  }));
}

function isKnown(type: string): boolean {
  return type === "totp" || type === "phone";
}

function labelOf(factor: Factor & { phone?: string }): string {
  const name = factor.friendly_name?.trim();
  if (factor.factor_type === "totp") return name || "Authenticator app";
  const end = factor.phone ? ` to the number ending in ${factor.phone.slice(-4)}` : "";
  return name ? `${name}: text message${end}` : `Text message${end}`;
}

/** The person's factors on the server, for a session that has none. */
export async function readSecondFactors(): Promise<{ factors: SecondFactor[]; problem?: Problem }> {
  const { data, problem } = await attempt((auth) => auth.getUser());
  if (!data?.user) return { factors: [], ...(problem && { problem: await afterLoss(problem) }) };
  const factors = secondFactorsOf(data.user);
  // The last one was removed in the meantime: a new token says so.
  const renewed = factors.length === 0 ? await attempt((auth) => auth.refreshSession()) : undefined;
  return { factors, ...(renewed?.problem && { problem: renewed.problem }) };
}

/** Sends a code to a phone; returns the challenge to answer. */
export async function sendSecondCode(
  factorId: string,
): Promise<{ challengeId: string; problem?: undefined } | { problem: Problem }> {
  const { data, problem } = await attempt((auth) => auth.mfa.challenge({ factorId }));
  if (problem) return { problem: await afterLoss(problem) };
  if (!data) throw new Error("A challenge that was not refused has an id");
  return { challengeId: data.id };
}

/** Submits the code of an authenticator, or of the text message of a challenge. */
export async function showSecondCode(
  factorId: string,
  code: string,
  challengeId?: string,
): Promise<Problem | undefined> {
  const { problem } = await attempt((auth) =>
    challengeId === undefined
      ? auth.mfa.challengeAndVerify({ factorId, code })
      : auth.mfa.verify({ factorId, challengeId, code }),
  );
  return problem && afterLoss(problem);
}

/** This browser's knowledge is out of date: the session has ended, or an administrator removed the factor. */
export async function afterLoss(problem: Problem): Promise<Problem> {
  const { auth } = await authClient();
  if (problem.code === "mfa_factor_not_found") await auth.refreshSession();
  const over = ["session_not_found", "bad_jwt", "user_not_found", "no_authorization"];
  if (over.includes(problem.code) && sessionState().user) await auth.signOut({ scope: "local" });
  return problem;
}
