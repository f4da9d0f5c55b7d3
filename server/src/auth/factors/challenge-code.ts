import { randomBytes, randomInt } from "node:crypto";
import type { Database } from "../../database/connect.ts";
import { isoMoment } from "../../http/clock.ts";
import type { AuthContext } from "../context.ts";
import { codeHash } from "../one-time/tokens.ts";
import { isUuid } from "./factors.ts";

/** How long a challenge can be met: section 8 of the contract. */
export const challengeSeconds = 300;

/**
 * Makes the six digits that a phone is sent, at the moment of sending, and starts the challenge's life anew; a code
 * made for it before is void. Undefined if the challenge is gone or was met already.
 */
export async function issueChallengeCode(
  tx: Database,
  context: Pick<AuthContext, "clock">,
  challengeId: string,
): Promise<string | undefined> {
  if (!isUuid(challengeId)) return undefined;
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const salt = randomBytes(32);
  const challenge = await tx
    .updateTable("auth.challenges")
    .set({
      code_hash: codeHash(salt, code),
      code_salt: salt,
      attempts: 0,
      expires_at: isoMoment(context.clock() + challengeSeconds * 1000),
    })
    .where("id", "=", challengeId)
    .where("verified_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return challenge && code;
}
