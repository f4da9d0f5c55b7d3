import { type Config, readConfig } from "../config.ts";
import { connect, type Database } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open.ts";

/** Runs work on the database of the settings, its schema up to date; an embedded one in use keeps running. */
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
