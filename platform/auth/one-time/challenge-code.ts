import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext } from "../base/context.ts";
import { lifetimes } from "../base/limits.ts";
import { isUuid } from "../base/uuid.ts";
import { makeCode } from "./six-digits.ts";

/**
 * Creates the six digits for a phone, at the moment of sending, and restarts the challenge's life; an earlier code
 * becomes void. Undefined if the challenge is gone or was already answered.
 */
export async function issueChallengeCode(
  tx: Database,
  context: Pick<AuthContext, "clock">,
  challengeId: string,
): Promise<string | undefined> {
  if (!isUuid(challengeId)) return undefined;
  const { code, kept } = makeCode();
  const challenge = await tx
    .updateTable("auth.challenges")
    .set({ ...kept, expires_at: isoMoment(context.clock() + lifetimes.challenge * 1000) })
    .where("id", "=", challengeId)
    .where("verified_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return challenge && code;
}
