import { createInterface } from "node:readline";
import { EmbeddedDatabaseError } from "../failure.ts";
import { startEmbedded } from "../launcher.ts";

/*
 * Starts the embedded database as the product does, in a process of its own that a test can kill or run
 * as another user. Arguments: the data directory and, optionally, the binaries. Prints one JSON line per
 * event and reads commands, one per line.
 */
const [dataDir = "", binaries] = process.argv.slice(2);

function tell(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

try {
  const postgres = await startEmbedded({
    dataDir,
    ...(binaries ? { binaries } : {}),
    log: (message) => tell({ event: "log", message }),
  });
  const { connection, pid, adopted, serverVersion, dataDirectory } = postgres;
  tell({ event: "started", connection, pid, adopted, serverVersion, dataDirectory });
  for await (const command of createInterface({ input: process.stdin })) {
    if (command !== "stop") continue;
    await postgres.stop();
    tell({ event: "stopped" });
    break;
  }
  process.exit(0);
} catch (error) {
  const code = error instanceof EmbeddedDatabaseError ? error.code : "unexpected";
  tell({ event: "failed", code, message: String(error instanceof Error ? error.stack : error) });
  process.exit(1);
}
