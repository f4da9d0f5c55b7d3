import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";

/**
 * Gives all doctors to the newest accounts, the same number to each: a company where every doctor has a representative.
 * Without one, a doctor counts for everybody.
 */
export async function giveDoctors(db: Database, accounts: number): Promise<void> {
  await sql`
    with people as (
      select id, row_number() over (order by created_at desc) - 1 as place
      from auth.users order by created_at desc limit ${accounts}
    ), places as (
      select id, row_number() over (order by id) % (select count(*) from people) as place from doctors
    )
    update doctors set representative_id = people.id
    from places join people using (place)
    where doctors.id = places.id`.execute(db);
  await sql`vacuum (analyze) doctors`.execute(db);
}
