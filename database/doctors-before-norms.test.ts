import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));
const added = "0012_call_norms.sql";

test("doctors that were there before the norms belong to their authors, without a history", async () => {
  const name = `before_norms_${randomUUID().replaceAll("-", "")}`;
  const server = inject("postgres");
  const admin = connect({ ...server, database: "postgres", max: 1 }, () => {});
  await admin.pool.query(`create database ${name} template template0`);
  const database = connect({ ...server, database: name }, () => {});
  const steps = await mkdtemp(join(tmpdir(), "rounds-norms-"));
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;
  try {
    for (const file of await readdir(folder)) {
      if (file.endsWith(".sql") && file < added) await cp(join(folder, file), join(steps, file));
    }
    await migrate(database.db, { folder: steps });
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
    await cp(join(folder, added), join(steps, added));
    await migrate(database.db, { folder: steps });
    expect(
      await query("select name, norm, representative_id as of, version from doctors order by name"),
    ).toEqual([
      { name: "Of a deleted account", norm: null, of: null, version: 1 },
      { name: "Of somebody", norm: null, of: here, version: 1 },
      { name: "Of the product", norm: null, of: null, version: 1 },
    ]);
    expect(await query("select from doctor_norms")).toEqual([]);
  } finally {
    await database.close();
    await admin.pool.query(`drop database ${name} with (force)`);
    await admin.close();
    await rm(steps, { recursive: true });
  }
});
