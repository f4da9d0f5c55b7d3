import { parseArgs } from "node:util";
import { backUp } from "@rounds/postgres/backup/backup.ts";
import { errorText } from "@rounds/postgres/failure.ts";
import { inMegabytes } from "@rounds/postgres/free-space.ts";
import { fileArgument, runEmbeddedCommand, UsageError } from "./run-command.ts";

const usage = "Usage: npm run backup -- FILE   (backs the embedded database up into a new file)";

function readArguments(args: string[]): string {
  let names: string[];
  try {
    names = parseArgs({ args, allowPositionals: true }).positionals;
  } catch (error) {
    throw new UsageError(errorText(error));
  }
  const [name, ...more] = names;
  if (!name || more.length > 0) throw new UsageError("Name one file for the backup.");
  return name;
}

await runEmbeddedCommand(usage, async (command, args) => {
  const file = fileArgument(readArguments(args));
  const report = await backUp({ ...command, file });
  return `Backed up to ${report.file} (${inMegabytes(report.bytes)}, PostgreSQL ${report.server_version}).`;
});
