import type { FactorRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";

/** The second factors of one or several users, the oldest first. */
export async function factorsOf(db: Database, userId: string | readonly string[]): Promise<FactorRow[]> {
  return await db
    .selectFrom("auth.factors")
    .selectAll()
    .where("user_id", "in", [userId].flat())
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The factor as clients see it (docs/auth.md#objects). The secret is never part of it. */
export function viewFactor(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    factor_type: factor.factor_type,
    status: factor.status,
    ...(factor.friendly_name !== "" && { friendly_name: factor.friendly_name }),
    phone: factor.phone,
    last_challenged_at: factor.last_challenged_at,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
  };
}

/** Whether the user has an active second factor, so that a session at aal1 is only half signed in. */
export async function hasVerifiedFactor(db: Database, userId: string): Promise<boolean> {
  const verified = db
    .selectFrom("auth.factors")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "verified");
  return (await verified.limit(1).executeTakeFirst()) !== undefined;
}
