import type { TestDatabase } from "@rounds/testkit/database.ts";

/** A person of a test; without an address of their own they get one, without a name none. */
type TestPerson = { id: string; email?: string; name?: string | null };

/** Adds people whose addresses are confirmed, past the authentication server. */
export async function addPeople(pool: TestDatabase["pool"], people: readonly TestPerson[]) {
  await pool.query(
    `insert into auth.users (id, email, user_metadata, email_confirmed_at, created_at, updated_at)
     select id, coalesce(email, id || '@example.com'), jsonb_strip_nulls(jsonb_build_object('full_name', name)), now(), now(), now()
     from jsonb_to_recordset($1::jsonb) as person (id uuid, email text, name text)`,
    [JSON.stringify(people)],
  );
}
