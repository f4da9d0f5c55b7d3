import { createHash, randomBytes } from "node:crypto";
import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError, validationFailed } from "../base/errors.ts";
import type { OpenSession } from "../sessions/sessions.ts";
import { hasVerifiedFactor } from "../users/second-factors.ts";
import { factorNotFound, lockOwner, queueFactorNote, refuseAnonymous } from "./factors.ts";
import { answerProof, raiseSession } from "./raise-session.ts";

/** How many codes a person gets; each works once. */
const codeCount = 10;
/** Crockford's base 32: no letter that looks like a digit. A code of 16 characters has 80 bits. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 16;

/**
 * Creates new recovery codes for a user, who is locked and has a second factor; the former ones stop working. Only
 * their hashes are stored, so they can be shown only now: "k7fd-2m9q-x3tb-w8hn".
 */
export async function makeRecoveryCodes(
  tx: Database,
  context: AuthContext,
  user: Pick<UserRow, "id">,
): Promise<string[]> {
  if (!(await hasVerifiedFactor(tx, user.id))) throw factorNotFound();
  const codes = Array.from({ length: codeCount }, newCode);
  await forgetRecoveryCodes(tx, user.id);
  const created_at = isoMoment(context.clock());
  await tx
    .insertInto("auth.recovery_codes")
    .values(codes.map((code) => ({ user_id: user.id, code_hash: hashOf(user.id, code), created_at })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)?.join("-") ?? code);
}

/** How many codes of a user are left. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom("auth.recovery_codes")
    .select((row) => row.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

export async function forgetRecoveryCodes(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom("auth.recovery_codes").where("user_id", "=", userId).execute();
}

const fields = z.object({ code: z.string().default("") });

/**
 * POST /recovery-codes/verify: our own path, not part of the protocol. Raises the session to aal2 for an unused code,
 * in place of a factor's code; answers with the session like POST /factors/{id}/verify.
 */
export async function verifyRecoveryCode(context: AuthContext, call: SignedInCall): Promise<Answer> {
  refuseAnonymous(call);
  const { code } = readFields(fields, call.body);
  if (code.trim() === "") throw validationFailed("Code needs to be non-empty");
  return await answerProof(context, call, (tx) => spendCode(tx, context, call, code));
}

async function spendCode(
  tx: Database,
  context: AuthContext,
  call: SignedInCall,
  code: string,
): Promise<OpenSession | AuthError> {
  const owner = await lockOwner(tx, call);
  const { user } = owner;
  if (!(await hasVerifiedFactor(tx, user.id))) throw factorNotFound();
  const entry = { user_id: user.id, session_id: call.session.id, client: call.client };
  const spent = await tx
    .updateTable("auth.recovery_codes")
    .set({ used_at: isoMoment(context.clock()) })
    .where("user_id", "=", user.id)
    .where("code_hash", "=", hashOf(user.id, asWritten(code)))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  if (!spent) {
    const traits = { factor_type: "recovery_code" };
    await audit(tx, context, { ...entry, action: "verification_attempted", traits });
    return new AuthError(422, "mfa_verification_failed", "Invalid recovery code entered");
  }
  const left = await countRecoveryCodes(tx, user.id);
  await audit(tx, context, { ...entry, action: "recovery_code_used", traits: { left: String(left) } });
  await queueFactorNote(tx, context, user, "recovery_code_used");
  return await raiseSession(tx, context, owner, { method: "recovery_code", factor_id: null });
}

function newCode(): string {
  return Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join("");
}

/** The original form of a typed code: capitals, gaps and letters that look like digits don't matter. */
function asWritten(typed: string): string {
  return typed
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

function hashOf(userId: string, code: string): Buffer {
  return createHash("sha256").update(`${userId} ${code}`).digest();
}
