import type { FactorRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { sql } from "kysely";
import type { Answer, AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { hasVerifiedFactor } from "../users/second-factors.ts";
import { auditFactor, findFactor, lockOwner, queueFactorNote, refuseAnonymous } from "./factors.ts";
import { forgetRecoveryCodes } from "./recovery-codes.ts";

/** DELETE /factors/{id} (docs/auth.md#second-factors). */
export async function unenrollFactor(context: AuthContext, call: SignedInCall): Promise<Answer> {
  refuseAnonymous(call);
  const id = await transaction(context.db, async (tx) => {
    const { session } = await lockOwner(tx, call);
    const factor = await findFactor(tx, call);
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await removeFactor(tx, context, factor);
    await auditFactor(tx, context, call, "factor_removed", factor);
    return factor.id;
  });
  context.messageQueued();
  return { body: { id } };
}

/**
 * Removes a factor and its effect: the sessions that it raised continue at aal1. The owner is notified if it was
 * active. Call `messageQueued` after the commit; the caller writes the audit row.
 */
export async function removeFactor(tx: Database, context: AuthContext, factor: FactorRow): Promise<void> {
  // An administrator's request has not locked the user yet.
  const user = await tx
    .selectFrom("auth.users")
    .select(["id", "email"])
    .where("id", "=", factor.user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const lowered = {
    aal: "aal1" as const,
    amr: sql<string>`jsonb_path_query_array(amr,
      '$[*] ? (@.method != "totp" && @.method != "mfa/phone" && @.method != "recovery_code")')`,
    factor_id: null,
  };
  await tx.updateTable("auth.sessions").set(lowered).where("factor_id", "=", factor.id).execute();
  await tx.deleteFrom("auth.factors").where("id", "=", factor.id).execute();
  if (!(await hasVerifiedFactor(tx, user.id))) {
    // The codes replace factors: without any factor, they are useless.
    await forgetRecoveryCodes(tx, user.id);
    await tx
      .updateTable("auth.sessions")
      .set(lowered)
      .where("user_id", "=", user.id)
      .where("aal", "=", "aal2")
      .execute();
  }
  if (factor.status === "verified") await queueFactorNote(tx, context, user, "factor_removed");
}
