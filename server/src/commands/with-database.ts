import { openDatabase } from "@rounds/database/cluster/open-database.ts";
import { connect, type Database } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { type Config, readConfig } from "../config.ts";

/** Runs work on the database of the settings, with its schema up to date; an embedded one in use keeps running. */
export async function withDatabase(work: (db: Database, config: Config) => Promise<unknown>): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, (message, details) => {
    if (details && "severity" in details) process.stderr.write(`${message}\n`);
  });
  const { db, close } = connect(database.settings, () => {});
  try {
    await migrate(db);
    await work(db, config);
  } finally {
    await close();
    await database.stop();
  }
}
