import { ConfigError } from "@rounds/http/config-error.ts";
import { EmbeddedDatabaseError, errorText } from "@rounds/postgres/failure.ts";
import { rebuildRollups } from "../rollups/fold.ts";
import { withDatabase } from "./with-database.ts";

try {
  await withDatabase(rebuildRollups);
  process.stdout.write("All sums were computed again from visits, sales and ledger.\n");
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
  process.stderr.write(`${isExpected || !(error instanceof Error) ? errorText(error) : error.stack}\n`);
  process.exitCode = 1;
}
