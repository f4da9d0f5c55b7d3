import { randomBytes, randomInt } from "node:crypto";
import type { Database } from "../../database/connect.ts";
import { isoMoment } from "../../http/clock.ts";
import type { AuthContext } from "../context.ts";
import { codeHash } from "../one-time/tokens.ts";

/** How long a code that was sent to a phone can be entered: section 8 of the contract. */
const seconds = 300;

/** Makes the six digits of a challenge when they are sent; undefined if the challenge is gone or answered. */
export async function issueChallengeCode(
  tx: Database,
  context: AuthContext,
  challengeId: string,
): Promise<string | undefined> {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const salt = randomBytes(32);
  const challenge = await tx
    .updateTable("auth.challenges")
    .set({
      code_hash: codeHash(salt, code),
      code_salt: salt,
      attempts: 0,
      expires_at: isoMoment(context.clock() + seconds * 1000),
    })
    .where("id", "=", challengeId)
    .where("verified_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return challenge && code;
}
