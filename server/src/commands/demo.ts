import { systemClock } from "@rounds/http/clock.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { EmbeddedDatabaseError, errorText } from "@rounds/postgres/failure.ts";
import { DemoRefused } from "../demo/demo-refused.ts";
import { loadDemo } from "../demo/load-demo.ts";
import { withDatabase } from "./with-database.ts";

const asked = new AbortController();
process.once("SIGINT", () => asked.abort());

function say(text: string) {
  process.stdout.write(`${text}\n`);
}

try {
  await withDatabase((db, config) => loadDemo(db, systemClock, config.business_time_zone, say, asked.signal));
} catch (error) {
  if (error instanceof Error && error.name === "AbortError") {
    say("Stopped; nothing was loaded.");
    process.exit(130);
  }
  const isExpected =
    error instanceof DemoRefused || error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
  process.stderr.write(`${isExpected || !(error instanceof Error) ? errorText(error) : error.stack}\n`);
  process.exitCode = 1;
}
