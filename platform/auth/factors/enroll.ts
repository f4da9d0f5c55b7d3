import { randomBytes, randomUUID } from "node:crypto";
import type { FactorRow, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError, validationFailed } from "../base/errors.ts";
import { lifetimes, maxFactors } from "../base/limits.ts";
import { phoneIsOn, requirePhone } from "../users/phone.ts";
import { factorsOf } from "../users/second-factors.ts";
import { auditFactor, lockOwner, refuseAnonymous } from "./factors.ts";
import { base32, qrCode, secretBytes, totpUri } from "./totp.ts";

const maxNameLength = 100;
/** Its length in the URI, where it occurs twice. With a longer one, no camera could read the picture. */
const maxIssuerLength = 200;

const fields = z.object({
  factor_type: z.string().default(""),
  friendly_name: z.string().default(""),
  issuer: z.string().default(""),
  phone: z.string().default(""),
});
type Wanted = { factor_type: "totp"; secret: Buffer } | { factor_type: "phone"; phone: string };

/** POST /factors: adds a second factor, which counts once its code was verified (docs/auth.md#second-factors). */
export async function enrollFactor(context: AuthContext, call: SignedInCall): Promise<Answer> {
  refuseAnonymous(call);
  const given = readFields(fields, call.body);
  const wanted = requireKnownType(context, given);
  const friendly_name = given.friendly_name.trim();
  if (friendly_name.length > maxNameLength) {
    throw validationFailed(`A factor's name cannot be longer than ${maxNameLength} characters`);
  }
  const issuer = given.issuer.trim() || new URL(context.config.public_url).host;
  if (encodeURIComponent(issuer).length > maxIssuerLength) throw validationFailed("The issuer is too long");

  const { user, id } = await transaction(context.db, async (tx) => {
    const owner = await lockOwner(tx, call);
    await dropAbandoned(tx, context, owner.user.id);
    requireRoom(await factorsOf(tx, owner.user.id), owner.session.aal);
    const factor = await addFactor(tx, context, owner.user.id, friendly_name, wanted);
    await auditFactor(tx, context, call, "factor_added", factor);
    return { user: owner.user, id: factor.id };
  });
  if (wanted.factor_type === "phone")
    return { body: { id, type: "phone", friendly_name, phone: wanted.phone } };
  const uri = totpUri(issuer, accountName(user), wanted.secret);
  const totp = { qr_code: qrCode(uri), secret: base32(wanted.secret), uri };
  return { body: { id, type: "totp", friendly_name, totp } };
}

function requireKnownType(context: AuthContext, { factor_type, phone }: z.output<typeof fields>): Wanted {
  switch (factor_type) {
    case "totp":
      return { factor_type, secret: randomBytes(secretBytes) };
    case "phone":
      if (!phoneIsOn(context)) {
        throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
      }
      return { factor_type, phone: requirePhone(phone) };
    case "webauthn":
      throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
    default:
      throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  }
}

function accountName(user: UserRow): string {
  return user.email ?? user.phone ?? user.id;
}

/** Otherwise unfinished enrollments would block their names, and in the end all places, for ever. */
async function dropAbandoned(tx: Database, context: AuthContext, userId: string): Promise<void> {
  // An enrollment without progress is dropped after the life of a challenge.
  const before = isoMoment(context.clock() - lifetimes.challenge * 1000);
  await tx
    .deleteFrom("auth.factors")
    .where("user_id", "=", userId)
    .where("status", "=", "unverified")
    .where("created_at", "<", before)
    .where((row) => row.or([row("last_challenged_at", "is", null), row("last_challenged_at", "<", before)]))
    .execute();
}

/** A user with a second factor must have used it before adding another: otherwise a password alone would be enough. */
function requireRoom(factors: FactorRow[], aal: "aal1" | "aal2"): void {
  if (aal !== "aal2" && factors.some((factor) => factor.status === "verified")) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
  if (factors.length >= maxFactors) {
    throw new AuthError(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
}

async function addFactor(
  tx: Database,
  context: AuthContext,
  userId: string,
  friendly_name: string,
  wanted: Wanted,
): Promise<Pick<FactorRow, "id" | "factor_type">> {
  const now = isoMoment(context.clock());
  const id = randomUUID();
  const added = await tx
    .insertInto("auth.factors")
    .values({
      id,
      user_id: userId,
      status: "unverified",
      friendly_name,
      ...wanted,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "friendly_name"]).doNothing())
    .returning(["id", "factor_type"])
    .executeTakeFirst();
  if (!added) {
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${friendly_name}" for this user already exists`,
    );
  }
  return added;
}
