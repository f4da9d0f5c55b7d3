import type { FactorRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState, transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, ServiceCall } from "../base/context.ts";
import { AuthError, validationFailed } from "../base/errors.ts";
import { isUuid } from "../base/uuid.ts";
import { factorNotFound } from "../factors/factors.ts";
import { removeFactor } from "../factors/unenroll.ts";
import { requirePhone } from "../users/phone.ts";
import { factorsOf, viewFactor } from "../users/second-factors.ts";
import { lockAccount, noSuchUser, note, requireUserId } from "./account.ts";

/** GET /admin/users/{id}/factors (docs/auth.md#administration). */
export async function listFactors({ db }: AuthContext, call: ServiceCall): Promise<Answer> {
  const id = requireUserId(call);
  const user = await db.selectFrom("auth.users").select("id").where("id", "=", id).executeTakeFirst();
  if (!user) throw noSuchUser();
  return { body: (await factorsOf(db, id)).map(viewFactor) };
}

const fields = z.object({
  friendly_name: z.string().max(100).default(""),
  phone: z.string().default(""),
});

/** PUT /admin/users/{id}/factors/{id}: changes the name, or a phone's number. */
export async function updateFactor(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const given = readFields(fields, call.body);
  const changed = await onFactor(context, call, async (tx, factor) => {
    if (given.phone !== "" && factor.factor_type !== "phone") {
      throw validationFailed("Only a factor by phone has a phone number");
    }
    return await tx
      .updateTable("auth.factors")
      .set({
        ...(given.friendly_name !== "" && { friendly_name: given.friendly_name }),
        ...(given.phone !== "" && { phone: requirePhone(given.phone) }),
        updated_at: isoMoment(context.clock()),
      })
      .where("id", "=", factor.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }).catch((error: unknown) => {
    if (sqlState(error) !== "23505") throw error;
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${given.friendly_name}" for this user already exists`,
    );
  });
  return { body: viewFactor(changed) };
}

/** DELETE /admin/users/{id}/factors/{id}. */
export async function deleteFactor(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const removed = await onFactor(context, call, async (tx, factor) => {
    await removeFactor(tx, context, factor);
    const traits = { factor_id: factor.id, factor_type: factor.factor_type };
    await note(tx, context, { id: factor.user_id }, call, "factor_removed", traits);
    return factor;
  });
  context.messageQueued();
  return { body: viewFactor(removed) };
}

/** Runs an action on the factor in the path, with its owner locked; throws `user_not_found`, `mfa_factor_not_found`. */
async function onFactor(
  { db }: AuthContext,
  call: ServiceCall,
  act: (tx: Database, factor: FactorRow) => Promise<FactorRow>,
): Promise<FactorRow> {
  const userId = requireUserId(call);
  const { factorId } = call.params;
  if (!isUuid(factorId)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  return await transaction(db, async (tx) => {
    await lockAccount(tx, userId);
    const factor = await tx
      .selectFrom("auth.factors")
      .selectAll()
      .where("id", "=", factorId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (!factor) throw factorNotFound();
    return await act(tx, factor);
  });
}
