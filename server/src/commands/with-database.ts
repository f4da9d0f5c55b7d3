import { checkDatabase } from "@rounds/database/check-database.ts";
import { openDatabase } from "@rounds/database/cluster/open-database.ts";
import { abortable, connect, type Database } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { type Config, readConfig } from "../config.ts";

/**
 * Runs work on the database of the settings, with its schema up to date; an embedded one in use keeps running. The signal
 * ends what comes before the work; the work looks at it itself.
 */
export async function withDatabase(
  signal: AbortSignal,
  work: (db: Database, config: Config) => Promise<unknown>,
): Promise<void> {
  const config = readConfig(process.env);
  const say: Parameters<typeof openDatabase>[1] = (message, details) => {
    if (details && "severity" in details) process.stderr.write(`${message}\n`);
  };
  const database = await openDatabase(config, say, signal);
  const { db, close } = connect(database.settings, () => {});
  try {
    const preparing = abortable(db, signal);
    await checkDatabase(preparing);
    await migrate(preparing);
    signal.throwIfAborted();
    await work(db, config);
  } finally {
    await close();
    await database.stop();
  }
}
