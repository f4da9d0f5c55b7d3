import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { AuthContext } from "../base/context.ts";
import { createUser, findUser } from "../users/create-user.ts";
import { normalEmail, requireEmail } from "../users/email.ts";
import { type By, note } from "./account.ts";
import { forever } from "./ban.ts";

/** A person of an archive. `email` is null for an account that was deleted, or that never had an address. */
export type ArchivedPerson = {
  id: string;
  email: string | null;
  name: string | null;
  role: string;
  /** Moments in ISO 8601. */
  created_at: string;
  deleted_at: string | null;
};

/**
 * Finds the account of a person of an archive, by the address or else by the id, or makes one. Returns its id, and whether
 * it was made. A made account lets nobody in: it has no password and is disabled until an administrator invites its
 * owner, and it is no administrator's, whatever its role was.
 */
export async function bringPersonBack(
  tx: Database,
  context: AuthContext,
  person: ArchivedPerson,
  by: By,
): Promise<{ id: string; made: boolean }> {
  const { id, name, role, created_at, deleted_at } = person;
  const email = person.email === null ? undefined : requireEmail(normalEmail(person.email));
  const known =
    (email !== undefined && (await findUser(tx, { email }))) ||
    (await tx.selectFrom("auth.users").select("id").where("id", "=", id).executeTakeFirst());
  if (known) return { id: known.id, made: false };
  const appMetadata = { from_archive: true, role_before: role };
  await createUser(tx, context, { id, email, data: name === null ? {} : { full_name: name }, appMetadata });
  await tx
    .updateTable("auth.users")
    .set({
      created_at,
      deleted_at,
      banned_until: isoMoment(context.clock() + forever),
    })
    .where("id", "=", id)
    .execute();
  await note(tx, context, { id }, by, "user_created", { from: "archive" });
  return { id, made: true };
}

/** Whether an account came with an archive and waits for an invitation. */
export function waitsForInvitation({ app_metadata }: Pick<UserRow, "app_metadata">): boolean {
  return "from_archive" in app_metadata;
}

/** Notes that an archive was brought in; by hand, at the oldest account of an administrator. */
export async function noteArchive(
  tx: Database,
  context: AuthContext,
  traits: Record<string, string>,
  by: By,
): Promise<void> {
  const admin = await sql<{ id: string }>`
    select id from auth.users as account where auth.is_active_admin(account, ${isoMoment(context.clock())}::timestamptz)
    order by created_at, id limit 1`.execute(tx);
  const id = by.actor_id ?? admin.rows[0]?.id;
  if (id !== undefined) await note(tx, context, { id }, by, "archive_brought_in", traits);
}
