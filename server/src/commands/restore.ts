import { restoreBackup } from "@rounds/postgres/backup/restore.ts";
import { fileArgument, readArguments, runEmbeddedCommand } from "./run-command.ts";

const usage = [
  "Usage: npm run restore -- FILE [--replace]   (puts a backup in place of the embedded database)",
  "  --replace   there is a database already: move it aside",
].join("\n");

/** What happened after the backup is lost: phones must not go on from there. A backup from before the sync has none. */
const newEpoch = `do $$ begin
  if to_regclass('sync.epoch') is not null then
    update sync.epoch set id = gen_random_uuid();
  end if;
end $$`;

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

await runEmbeddedCommand(usage, async (command, args) => {
  const { argument, flags } = readArguments(args, {
    flags: ["replace"],
    one: "Name the one file to restore.",
  });
  const report = await restoreBackup({
    ...command,
    file: fileArgument(argument),
    replace: flags.has("replace"),
    finish: newEpoch,
  });
  return [
    `Restored the backup of ${report.made_at}: ${counted(report.tables, "table")} with ${counted(report.rows, "row")}.`,
    ...(report.movedTo ? [`The database that was there before is in ${report.movedTo}.`] : []),
  ].join("\n");
});
