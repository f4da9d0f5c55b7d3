import { randomUUID } from "node:crypto";
import { beforeMigration } from "@rounds/testkit/before-migration.ts";
import { expect, inject, test } from "vitest";

test("doctors that were there before the norms belong to their authors, without a history", async () => {
  const { query, run, close } = await beforeMigration(inject("postgres"), "0012_call_norms.sql");
  try {
    const [here, gone] = [randomUUID(), randomUUID()];
    await query(
      `insert into auth.users (id, email, deleted_at, created_at, updated_at)
       values ($1, 'a@x.example', null, now(), now()), ($2, null, now(), now(), now())`,
      [here, gone],
    );
    for (const [doctor, author] of [
      ["Of somebody", here],
      ["Of a deleted account", gone],
      ["Of the product", null],
    ]) {
      await query(
        `insert into doctors (id, name, doctor_class, created_by, creation_digest)
         values (gen_random_uuid(), $1, 'A', $2, 'x')`,
        [doctor, author],
      );
    }
    await run();
    expect(
      await query("select name, norm, representative_id as of, version from doctors order by name"),
    ).toEqual([
      { name: "Of a deleted account", norm: null, of: null, version: 1 },
      { name: "Of somebody", norm: null, of: here, version: 1 },
      { name: "Of the product", norm: null, of: null, version: 1 },
    ]);
    expect(await query("select from doctor_norms")).toEqual([]);
  } finally {
    await close();
  }
});
