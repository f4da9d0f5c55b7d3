import { randomUUID } from "node:crypto";
import { beforeMigration } from "@rounds/testkit/before-migration.ts";
import { expect, inject, test } from "vitest";

test("former representatives from before their table are those that the history tells", async () => {
  const { query, run, close } = await beforeMigration(inject("postgres"), "0021_former_representatives.sql");
  try {
    const [asha, ravi] = [randomUUID(), randomUUID()];
    await query(
      "insert into auth.users (id, created_at, updated_at) values ($1, now(), now()), ($2, now(), now())",
      [asha, ravi],
    );
    const doctor = async (name: string) => {
      const id = randomUUID();
      await query(
        `insert into doctors (id, name, doctor_class, representative_id, creation_digest) values ($1, $2, 'A', $3, 'x')`,
        [id, name, asha],
      );
      return id;
    };
    const give = (id: string, to: string | null) =>
      query("update doctors set representative_id = $2 where id = $1", [id, to]);
    const moved = await doctor("Moved");
    const same = await doctor("Same");
    const deleted = await doctor("Deleted");
    for (const id of [moved, deleted]) {
      await give(id, ravi);
      await give(id, null);
    }
    await query("update doctors set doctor_class = 'B' where id = $1", [same]);
    await query("delete from doctors where id = $1", [deleted]);
    const erased = await doctor("Erased");
    await give(erased, ravi);
    await query("select history.erase($1)", [erased]);

    await run();
    const [first, second] = await query("select at from history.changes where row_id = $1 order by id", [
      moved,
    ]);
    expect(await query("select * from doctor_representatives order by until")).toEqual([
      { doctor_id: moved, until: first?.at, representative_id: asha },
      { doctor_id: moved, until: second?.at, representative_id: ravi },
    ]);
    // With its deletion, in the same batch, so that it comes back with the doctor.
    const noted = `select before ->> 'representative_id' as of from history.changes
      where noun = 'doctor_representatives' and op = 'deleted' and row_id = $1 and batch_id = (
        select batch_id from history.changes where noun = 'doctors' and op = 'deleted' and row_id = $1) order by id`;
    expect(await query(noted, [deleted])).toEqual([{ of: asha }, { of: ravi }]);

    // From now on the table keeps itself, and filling it again changes nothing.
    await give(moved, asha);
    await query("select fill_doctor_representatives()");
    expect(await query("select representative_id as of from doctor_representatives order by until")).toEqual([
      { of: asha },
      { of: ravi },
      { of: null },
    ]);
    expect(await query(noted, [deleted])).toHaveLength(2);
  } finally {
    await close();
  }
});
