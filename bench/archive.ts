import { createWriteStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connect } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { exportArchive } from "@rounds/server/src/archive/export-archive.ts";
import { importArchive } from "@rounds/server/src/archive/import-archive.ts";
import { runWith, say } from "./kit/command.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withDatabase, zone } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:archive -- [--visits 100000]
Makes an archive of that many visits and brings it into an empty database: how long each takes, and the most memory that
this process holds beyond what it had before. On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on
that server, where both databases stay.`;

const megabyte = 1024 * 1024;

/** Runs something, and says how long it took and how much memory it took at most. */
async function watched<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  const result = await run();
  clearInterval(look);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(
    `${what}: ${seconds} s, at most ${Math.round((most - before) / megabyte)} MB more, ${Math.round(most / megabyte)} MB in all`,
  );
  return result;
}

async function main({ visits }: { visits: number }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "rounds-archive-"));
  const size = { visits, doctors: unlessQuick(2000, 50), products: unlessQuick(200, 50) };
  await withDatabase({ name: "rounds_bench_archive_old", size }, async ({ db, place }) => {
    const to = connect(await place.database("rounds_bench_archive_new"), () => {});
    try {
      await migrate(to.db);
      const file = join(folder, "archive.zip");
      const facts = { product: "Rounds", now: new Date().toISOString(), time_zone: zone };
      await watched(`export of ${visits} visits`, () =>
        pipeline(Readable.from(exportArchive(db, facts)), createWriteStream(file)),
      );
      const { size } = await stat(file);
      say(`the archive has ${(size / megabyte).toFixed(1)} MB`);
      const handle = await open(file);
      const bytes = {
        size,
        async read(offset: number, length: number) {
          const { buffer, bytesRead } = await handle.read(
            Buffer.alloc(Math.min(length, size - offset)),
            0,
            undefined,
            offset,
          );
          return buffer.subarray(0, bytesRead);
        },
      };
      await watched("import", () =>
        importArchive(to.db, bytes, {
          accounts: { bringBack: async (_, { id }) => ({ id, made: false }), noteArchive: async () => {} },
          by: { actor_id: null, client: { ip: null, user_agent: null } },
          tell: () => {},
          signal: new AbortController().signal,
        }),
      );
      await handle.close();
    } finally {
      await to.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

await runWith(
  (args) => wholeNumbers(args, { visits: { usual: 100_000, quick: 1000, least: 1000 } }),
  usage,
  main,
);
