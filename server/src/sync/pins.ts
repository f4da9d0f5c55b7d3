import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Pin } from "@rounds/domain/sync/sync.ts";
import { sql } from "kysely";
import { found } from "../api/record.ts";

type Pinning = { user_id: string; doctor_id: string };

/** Whether a person keeps a doctor on the phone. Throws `not_found` for an unknown doctor. */
export async function readPin(db: Database, { user_id, doctor_id }: Pinning): Promise<Pin> {
  const { rows } = await sql<Pin>`
    select exists (select from sync.pins where user_id = ${user_id} and doctor_id = doctors.id) as pinned
    from doctors where id = ${doctor_id}`.execute(db);
  return found(rows[0]);
}

/** Keeps a doctor on a person's phone, or leaves that to the rules again. Throws `not_found` for an unknown doctor. */
export async function setPin(db: Database, { user_id, doctor_id }: Pinning, pinned: boolean): Promise<Pin> {
  return await transaction(db, async (tx) => {
    found(
      await tx
        .selectFrom("doctors")
        .select("id")
        .where("id", "=", doctor_id)
        .forKeyShare()
        .executeTakeFirst(),
    );
    if (pinned)
      await sql`insert into sync.pins (user_id, doctor_id) values (${user_id}, ${doctor_id}) on conflict do nothing`.execute(
        tx,
      );
    else await sql`delete from sync.pins where user_id = ${user_id} and doctor_id = ${doctor_id}`.execute(tx);
    return { pinned };
  });
}
