import { storedRole } from "@rounds/auth/users/stored-role.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";

/** Whether a person is an administrator, as stored at this moment. */
export async function isAdministrator(db: Database, id: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from auth.users where id = ${id} and ${storedRole("users")} = 'admin'`.execute(db);
  return rows.length > 0;
}
