import { systemClock } from "@rounds/http/clock.ts";
import { loadDemo } from "../demo/load-demo.ts";
import { readArguments, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run demo
Fills an empty database with believable demo data. Ctrl-C stops it, and then nothing is loaded. The product may be running.`;

function say(text: string) {
  process.stdout.write(`${text}\n`);
}

await runCommand(usage, async (args, signal) => {
  readArguments(args, {});
  try {
    await withDatabase(signal, (db, { business_time_zone }) =>
      loadDemo(db, systemClock, business_time_zone, say, signal),
    );
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") say("Nothing was loaded.");
    throw error;
  }
});
