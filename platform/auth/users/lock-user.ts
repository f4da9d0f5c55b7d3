import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";

/** A user, locked until the transaction ends, so that one change runs at a time; undefined if there is none any more. */
export async function lockUser(tx: Database, id: string): Promise<UserRow | undefined> {
  return await tx
    .selectFrom("auth.users")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
