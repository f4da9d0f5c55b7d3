import { ConfigError, readConfig } from "../config.ts";
import { connect } from "../database/connect.ts";
import { EmbeddedDatabaseError, errorText } from "../database/embedded/failure.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open.ts";
import { DemoRefused, loadDemo } from "../demo/load-demo.ts";
import { systemClock } from "../http/clock.ts";

/** Fills the empty database of the settings with demo data; an embedded one that the product uses keeps running. */
async function fillDatabase(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, (message, details) => {
    if (details && "level" in details) process.stderr.write(`${message}\n`);
  });
  const { db, close } = connect(database.settings, () => {});
  const asked = new AbortController();
  process.once("SIGINT", () => asked.abort());
  try {
    await migrate(db);
    await loadDemo(db, systemClock, config.business_time_zone, say, asked.signal);
  } finally {
    await close();
    await database.stop();
  }
}

function say(text: string) {
  process.stdout.write(`${text}\n`);
}

try {
  await fillDatabase();
} catch (error) {
  if (error instanceof Error && error.name === "AbortError") {
    say("Stopped; nothing was loaded.");
    process.exit(130);
  }
  const told =
    error instanceof DemoRefused || error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
  process.stderr.write(`${told || !(error instanceof Error) ? errorText(error) : error.stack}\n`);
  process.exitCode = 1;
}
