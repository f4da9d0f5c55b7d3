import { abortable } from "@rounds/database/connect.ts";
import { rebuildRollups } from "../rollups/fold.ts";
import { readArguments, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage: npm run rebuild-rollups
Computes all sums again from visits, sales and ledger. The product may be running.`;

await runCommand(usage, async (args, signal) => {
  readArguments(args, {});
  await withDatabase(signal, (db) => rebuildRollups(abortable(db, signal)));
  process.stdout.write("All sums were computed again from visits, sales and ledger.\n");
});
