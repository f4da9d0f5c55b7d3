import { backUp } from "@rounds/postgres/backup/backup.ts";
import { inMegabytes } from "@rounds/postgres/free-space.ts";
import { fileArgument, readArguments, runEmbeddedCommand } from "./run-command.ts";

const usage = "Usage: npm run backup -- FILE   (backs the embedded database up into a new file)";

await runEmbeddedCommand(usage, async (command, args) => {
  const { argument } = readArguments(args, { one: "Name one file for the backup." });
  const report = await backUp({ ...command, file: fileArgument(argument) });
  return `Backed up to ${report.file} (${inMegabytes(report.bytes)}, PostgreSQL ${report.server_version}).`;
});
