import type { FactorRow, IdentityRow, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { factorsOf, viewFactor } from "./second-factors.ts";

/** Whom access tokens are made for, and what every user says of himself in `aud`. */
export const audience = "authenticated";

/** The user as clients see it (docs/auth.md#objects); fields that are not set are left out. */
export async function viewUser(db: Database, user: UserRow): Promise<Record<string, unknown>> {
  const [view] = await viewUsers(db, [user]);
  // One row gives one view.
  return view as Record<string, unknown>;
}

/** Several user objects, with their identities and factors read at once. */
export async function viewUsers(db: Database, users: UserRow[]): Promise<Record<string, unknown>[]> {
  const ids = users.map((user) => user.id);
  if (ids.length === 0) return [];
  const identities = byOwner(
    await db
      .selectFrom("auth.identities")
      .selectAll()
      .where("user_id", "in", ids)
      .orderBy("created_at")
      .orderBy("provider")
      .orderBy("id")
      .execute(),
  );
  const factors = byOwner(await factorsOf(db, ids));
  return users.map((user) => view(user, identities.get(user.id) ?? [], factors.get(user.id) ?? []));
}

function byOwner<Row extends { user_id: string }>(rows: Row[]): Map<string, Row[]> {
  const owned = new Map<string, Row[]>();
  for (const row of rows) owned.set(row.user_id, [...(owned.get(row.user_id) ?? []), row]);
  return owned;
}

function view(user: UserRow, identities: IdentityRow[], factors: FactorRow[]): Record<string, unknown> {
  return {
    id: user.id,
    aud: audience,
    role: user.role,
    email: user.email ?? "",
    ...present({ email_confirmed_at: user.email_confirmed_at, invited_at: user.invited_at }),
    phone: user.phone ?? "",
    ...present({
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      new_email: user.new_email,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.new_phone,
      phone_change_sent_at: user.phone_change_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    ...(factors.length > 0 && { factors: factors.map(viewFactor) }),
    identities: identities.map(viewIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present({ banned_until: user.banned_until, deleted_at: user.deleted_at }),
    is_anonymous: user.is_anonymous,
  };
}

function viewIdentity(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...present({ email: identity.email }),
  };
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
