import { beforeMigration } from "@rounds/testkit/before-migration.ts";
import { expect, inject, test } from "vitest";

test("rows from before nuktas and initials were folded are found, and no change is announced", async () => {
  const database = await beforeMigration(inject("postgres"), "0025_names_as_people_write_them.sql");
  const { query } = database;
  try {
    await query(
      `insert into doctors (id, name, specialization, address, creation_digest) values
         (gen_random_uuid(), 'Dr. R K Gupta', 'फ़िज़िशियन', '1 MG Road, PUNE - 411001', 'x'),
         (gen_random_uuid(), 'Dr. Asha Rao', null, null, 'x')`,
    );
    await query(
      `insert into products (id, name, price, creation_digest) values (gen_random_uuid(), 'Vitamin B C फ़', 1, 'x')`,
    );
    await query(
      `insert into visits (id, doctor_id, visit_date, status, notes, creation_digest)
         select gen_random_uuid(), id, '2025-06-01', 'completed', 'सफ़र', 'x' from doctors where specialization is not null`,
    );
    const kept = `select id, version, updated_at, changed from doctors union all
      select id, version, updated_at, changed from products union all
      select id, version, updated_at, changed from visits order by id`;
    const before = await query(kept);
    const changes = await query("select count(*) from history.changes");
    await database.run();
    expect(
      await query("select search_words, picker_words, city_key, address_key from doctors order by name desc"),
    ).toEqual([
      {
        search_words: "dr rk gupta\nफिजिशियन\n",
        picker_words: "dr rk gupta\nफिजिशियन",
        city_key: "pune",
        address_key: "1 mg road pune",
      },
      { search_words: "dr asha rao\n\n", picker_words: "dr asha rao\n", city_key: null, address_key: null },
    ]);
    expect(await query("select name_key, search_words from products")).toEqual([
      { name_key: "vitamin b c फ", search_words: "vitamin bcफ\n\n" },
    ]);
    expect(await query("select search from visits")).toEqual([{ search: "completed\nसफर" }]);
    expect(await query(kept)).toEqual(before);
    expect(await query("select count(*) from history.changes")).toEqual(changes);
    // What runs on changes runs again.
    await query("update doctors set hospital = 'KEM'");
    expect(await query(kept)).not.toEqual(before);
  } finally {
    await database.close();
  }
});
