import { rm, writeFile } from "node:fs/promises";
import { readServiceKey, replaceServiceKey } from "@rounds/auth/base/service-key.ts";
import { makeMissingKeys } from "@rounds/auth/sessions/key-rotation.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { errorText } from "@rounds/postgres/failure.ts";
import { fileArgument, readArguments, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run service-key -- FILE [--new]
Writes the key of the paths for administration into a new file that only you can read. It is never printed. The product
may be running.
  --new  makes another key first, for one that others may know: the former one is worth nothing from then on`;

await runCommand(usage, async (args, signal) => {
  const { argument, flags } = readArguments(args, { flags: ["new"], one: "Name one file for the key." });
  await writeKey(fileArgument(argument), flags.has("new"), signal);
});

async function writeKey(file: string, renew: boolean, signal: AbortSignal): Promise<void> {
  // Created before anything changes: if the new key can't be written, the former one stays.
  await writeFile(file, "", { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    throw new ConfigError(`The key can't be written to ${file}: ${errorText(error)}`);
  });
  try {
    await withDatabase(signal, async (db, config) => {
      await makeMissingKeys({ db, clock: systemClock, config, log: { info: () => {} } });
      const key = renew ? await replaceServiceKey(db, systemClock) : await readServiceKey(db);
      await writeFile(file, `${key}\n`);
    });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  process.stdout.write(`The key is in ${file}.\n`);
}
