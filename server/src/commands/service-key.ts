import { rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readServiceKey, replaceServiceKey } from "@rounds/auth/base/service-key.ts";
import { makeMissingKeys } from "@rounds/auth/sessions/key-rotation.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { errorText } from "@rounds/postgres/failure.ts";
import { explainFailure, fileArgument, UsageError } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run service-key -- FILE [--new]
Writes the key of the paths for administration into a new file that only you can read. It is never printed. The product
may be running.
  --new  makes another key first, for one that others may know: the former one is worth nothing from then on`;

try {
  const { file, renew, help } = readArguments(process.argv.slice(2));
  if (help) process.stdout.write(`${usage}\n`);
  else await writeKey(file, renew);
} catch (error) {
  explainFailure(error, usage);
}

async function writeKey(file: string, renew: boolean): Promise<void> {
  // Created before anything changes: if the new key can't be written, the former one stays.
  await writeFile(file, "", { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    throw new ConfigError(`The key can't be written to ${file}: ${errorText(error)}`);
  });
  try {
    await withDatabase(async (db, config) => {
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

function readArguments(args: string[]): { file: string; renew: boolean; help: boolean } {
  const { values, positionals } = parse(args);
  const [name, ...more] = positionals;
  if (values.help) return { file: "", renew: false, help: true };
  if (!name || more.length > 0) throw new UsageError("Name one file for the key.");
  return { file: fileArgument(name), renew: values.new, help: false };
}

function parse(args: string[]) {
  try {
    const options = {
      new: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(errorText(error));
  }
}
