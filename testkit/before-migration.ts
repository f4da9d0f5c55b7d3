import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import type { TestServer } from "./template.ts";

const folder = fileURLToPath(new URL("../platform/database/migrations", import.meta.url));

/** A database as it was before a migration; `run` runs that one. `close` drops it. */
export async function beforeMigration(server: TestServer, added: string) {
  const name = `before_${randomUUID().replaceAll("-", "")}`;
  const admin = connect({ ...server, database: "postgres", max: 1 }, () => {});
  await admin.pool.query(`create database ${name} template template0`);
  const database = connect({ ...server, database: name }, () => {});
  const steps = await mkdtemp(join(tmpdir(), "rounds-before-"));
  for (const file of await readdir(folder)) {
    if (file.endsWith(".sql") && file < added) await cp(join(folder, file), join(steps, file));
  }
  await migrate(database.db, { folder: steps });
  return {
    query: async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows,
    async run() {
      await cp(join(folder, added), join(steps, added));
      await migrate(database.db, { folder: steps });
    },
    async close() {
      await database.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
      await rm(steps, { recursive: true });
    },
  };
}
