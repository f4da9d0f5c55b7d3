import { monitorEventLoopDelay } from "node:perf_hooks";
import { visitExportQuery } from "@rounds/domain/visits/visit-list.ts";
import { writeSheet } from "@rounds/server/src/api/sheet.ts";
import { exportVisits } from "@rounds/server/src/visits/export-visits.ts";
import { runWith, say } from "./kit/command.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withDatabase, zone } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:exports -- [--visits 1000000]
Exports that many visits as CSV and as an Excel workbook, by visit and by product, and says how long each took, how large it
is, the memory of this process at most, and how long its event loop was held at most.
On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that server, where the database stays.`;

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(0);

async function main({ visits }: { visits: number }): Promise<void> {
  const size = { visits, doctors: unlessQuick(10_000, 50), products: unlessQuick(500, 50) };
  await withDatabase({ name: "rounds_bench_exports", size }, async ({ db, place, today }) => {
    const asker = { actor: { id: null, email: "" }, today, time_zone: zone };
    say(`${visits} visits on ${place.description}.`);
    for (const rows of ["visits", "products"] as const) {
      for (const format of ["csv", "xlsx"] as const) {
        const filters = visitExportQuery.parse({ rows, format });
        const began = performance.now();
        const delays = monitorEventLoopDelay({ resolution: 5 });
        delays.enable();
        let [size, memory] = [0, 0];
        for await (const part of writeSheet(exportVisits(db, filters, asker), format)) {
          size += Buffer.byteLength(part);
          memory = Math.max(memory, process.memoryUsage.rss());
        }
        delays.disable();
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        const held = `event loop held at most ${(delays.max / 1e6).toFixed(0)} ms, 99 % under ${(delays.percentile(99) / 1e6).toFixed(0)} ms`;
        say(
          `${rows}, ${format}: ${seconds} s, ${megabytes(size)} MB, memory at most ${megabytes(memory)} MB, ${held}`,
        );
      }
    }
  });
}

await runWith(
  (args) => wholeNumbers(args, { visits: { usual: 1_000_000, quick: 1000, least: 1000 } }),
  usage,
  main,
);
