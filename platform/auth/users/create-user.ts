import { randomUUID } from "node:crypto";
import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { AuthContext } from "../base/context.ts";
import type { Metadata } from "./metadata.ts";

type NewUser = {
  id?: string | undefined;
  /** As stored: trimmed, in lower case. */
  email?: string | undefined;
  /** Digits with the country code, without "+". */
  phone?: string | undefined;
  passwordHash?: string | undefined;
  /** The user's own metadata; never reaches anything but user_metadata and the identity. */
  data?: Metadata;
  appMetadata?: Metadata;
  role?: string | undefined;
  isAnonymous?: boolean;
};

/**
 * Creates an unconfirmed account, with an identity for its address and for its number. A taken address or number
 * violates a unique constraint (SQLSTATE 23505).
 */
export async function createUser(
  tx: Database,
  context: Pick<AuthContext, "clock">,
  given: NewUser,
): Promise<UserRow> {
  const id = given.id ?? randomUUID();
  const now = isoMoment(context.clock());
  const { email, phone, data = {} } = given;
  const providers = [...(email === undefined ? [] : ["email"]), ...(phone === undefined ? [] : ["phone"])];
  const provider = providers.length === 0 ? {} : { provider: providers[0], providers };
  const user = await tx
    .insertInto("auth.users")
    .values({
      id,
      email,
      phone,
      password_hash: given.passwordHash,
      ...(given.role !== undefined && { role: given.role }),
      is_anonymous: given.isAnonymous ?? false,
      app_metadata: JSON.stringify({ ...given.appMetadata, ...provider }),
      user_metadata: JSON.stringify(data),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const kind of providers) {
    await addIdentity(tx, context, {
      userId: id,
      provider: kind,
      providerId: id,
      data: {
        ...data,
        sub: id,
        ...(kind === "email" ? { email } : { phone }),
        email_verified: false,
        phone_verified: false,
      },
    });
  }
  return user;
}

/** Records that a provider, another one or (email, phone) our own, knows the user under `providerId`. */
export async function addIdentity(
  tx: Database,
  context: Pick<AuthContext, "clock">,
  identity: { userId: string; provider: string; providerId: string; data: Metadata },
): Promise<void> {
  const now = isoMoment(context.clock());
  await tx
    .insertInto("auth.identities")
    .values({
      id: randomUUID(),
      user_id: identity.userId,
      provider: identity.provider,
      provider_id: identity.providerId,
      identity_data: JSON.stringify(identity.data),
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** The owner of an address or number, by its stored form. */
export async function findUser(
  db: Database,
  by: { email: string } | { phone: string },
): Promise<UserRow | undefined> {
  const users = db.selectFrom("auth.users").selectAll().where("deleted_at", "is", null);
  return await ("email" in by ? users.where("email", "=", by.email) : users.where("phone", "=", by.phone))
    .limit(1)
    .executeTakeFirst();
}

/**
 * Marks the user's address or number as confirmed, and returns the updated row. The first confirmed account becomes
 * the administrator (not the first created: its address may have been mistyped); invented people don't count.
 */
export async function confirmUser(
  tx: Database,
  context: AuthContext,
  userId: string,
  confirmed: "email" | "phone",
): Promise<UserRow> {
  const now = isoMoment(context.clock());
  const claim = JSON.stringify({ [`${confirmed}_verified`]: true });
  const first = await isFirstUser(tx);
  const role = JSON.stringify(first ? { role: "admin" } : {});
  await tx
    .updateTable("auth.identities")
    .set({ identity_data: sql`identity_data || ${claim}::jsonb`, updated_at: now })
    .where("user_id", "=", userId)
    .where("provider", "=", confirmed)
    .execute();
  return await tx
    .updateTable("auth.users")
    .set({
      [`${confirmed}_confirmed_at`]: now,
      user_metadata: sql`user_metadata || ${claim}::jsonb`,
      app_metadata: sql`app_metadata || ${role}::jsonb`,
      is_anonymous: false,
      updated_at: now,
    })
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What `app_metadata` holds of the demo's people, who don't exist. */
export const inventedByDemo = { invented_by: "demo" };

/** Whether no account is confirmed yet. The lock, until the transaction's end, makes that true for only one. */
async function isFirstUser(tx: Database): Promise<boolean> {
  if (await hasUsers(tx)) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended('auth.first_user', 0))`.execute(tx);
  return !(await hasUsers(tx));
}

async function hasUsers(tx: Database): Promise<boolean> {
  const one = tx
    .selectFrom("auth.users")
    .select("id")
    .where("confirmed_at", "is not", null)
    .where(sql<boolean>`not app_metadata ? 'invented_by'`)
    .limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
