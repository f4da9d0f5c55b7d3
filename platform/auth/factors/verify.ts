import type { ChallengeRow, FactorRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError, validationFailed } from "../base/errors.ts";
import { isUuid } from "../base/uuid.ts";
import { isRightGuess } from "../one-time/six-digits.ts";
import type { AmrMethod, OpenSession } from "../sessions/sessions.ts";
import { hasVerifiedFactor } from "../users/second-factors.ts";
import { auditFactor, findFactor, lockOwner, queueFactorNote, refuseAnonymous } from "./factors.ts";
import { answerProof, raiseSession } from "./raise-session.ts";
import { stepOfCode } from "./totp.ts";

const fields = z.object({ challenge_id: z.string().default(""), code: z.string().default("") });
/** The `amr` method of each kind of factor. */
const factorMethods = { totp: "totp", phone: "mfa/phone" } as const satisfies Record<string, AmrMethod>;

const wrongCode = { totp: "Invalid TOTP code entered", phone: "Invalid MFA Phone code entered" } as const;

/** POST /factors/{id}/verify: raises the session to aal2 if the code is right (docs/auth.md#second-factors). */
export async function verifyFactor(context: AuthContext, call: SignedInCall): Promise<Answer> {
  refuseAnonymous(call);
  const given = readFields(fields, call.body);
  return await answerProof(context, call, (tx) => meetChallenge(tx, context, call, given));
}

async function meetChallenge(
  tx: Database,
  context: AuthContext,
  call: SignedInCall,
  { challenge_id, code }: z.output<typeof fields>,
): Promise<OpenSession | AuthError> {
  const { user, session } = await lockOwner(tx, call);
  const factor = await findFactor(tx, call);
  if (code === "") throw validationFailed("Code needs to be non-empty");
  // A factor that was enrolled before the first one was verified must not be a way around that one.
  const joins = factor.status === "unverified" && (await hasVerifiedFactor(tx, user.id));
  if (joins && session.aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
  const challenge = await requireLiveChallenge(tx, context, call, factor, challenge_id);
  if (!(await isRightCode(tx, context, factor, challenge, code))) {
    await auditFactor(tx, context, call, "verification_attempted", factor);
    return new AuthError(422, "mfa_verification_failed", wrongCode[factor.factor_type]);
  }
  const now = isoMoment(context.clock());
  await tx.updateTable("auth.challenges").set({ verified_at: now }).where("id", "=", challenge.id).execute();
  if (factor.status === "unverified") {
    await tx
      .updateTable("auth.factors")
      .set({ status: "verified", updated_at: now })
      .where("id", "=", factor.id)
      .execute();
    await queueFactorNote(tx, context, user, "factor_added");
  }
  await auditFactor(tx, context, call, "factor_verified", factor);
  await dropUnverified(tx, factor);
  const proof = { method: factorMethods[factor.factor_type], factor_id: factor.id };
  return await raiseSession(tx, context, { user, session }, proof);
}

async function requireLiveChallenge(
  tx: Database,
  context: AuthContext,
  { client }: SignedInCall,
  factor: FactorRow,
  id: string,
): Promise<ChallengeRow> {
  const challenge = isUuid(id)
    ? await tx
        .selectFrom("auth.challenges")
        .selectAll()
        // The database compares addresses, not their spelling.
        .select(sql<boolean>`ip is not distinct from ${client.ip}::inet`.as("same_address"))
        .where("id", "=", id)
        .where("factor_id", "=", factor.id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!challenge) {
    throw new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (challenge.verified_at !== null || !challenge.same_address) {
    throw new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (Date.parse(challenge.expires_at) <= context.clock()) {
    throw new AuthError(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  return challenge;
}

/** Checks a code and uses it up: a time step is recorded, a guess at a sent code is counted. */
async function isRightCode(
  tx: Database,
  context: AuthContext,
  factor: FactorRow,
  challenge: ChallengeRow,
  code: string,
): Promise<boolean> {
  if (factor.secret !== null) {
    const step = stepOfCode(factor.secret, code, { now: context.clock(), lastStep: factor.last_step });
    if (step === undefined) return false;
    await tx.updateTable("auth.factors").set({ last_step: step }).where("id", "=", factor.id).execute();
    return true;
  }
  await tx
    .updateTable("auth.challenges")
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", challenge.id)
    .execute();
  const { code_hash, code_salt, attempts } = challenge;
  // Not sent yet.
  if (code_hash === null || code_salt === null) return false;
  return isRightGuess({ code_hash, code_salt, attempts }, code);
}

/** Drops unfinished enrollments of the kind. */
async function dropUnverified(tx: Database, factor: FactorRow): Promise<void> {
  await tx
    .deleteFrom("auth.factors")
    .where("user_id", "=", factor.user_id)
    .where("factor_type", "=", factor.factor_type)
    .where("status", "=", "unverified")
    .where("id", "!=", factor.id)
    .execute();
}
