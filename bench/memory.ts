import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { type Client, signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { fill, sizeOf } from "./kit/data.ts";
import { unlessQuick } from "./kit/quick.ts";
import { type ServerProcess, startServerProcess } from "./kit/server-process.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withPlace, zone } from "./kit/with-place.ts";
import { startCapture } from "./load/capture.ts";
import { gatherCrowd, people } from "./load/crowd.ts";
import { askers, exportMany, exports } from "./load/lists.ts";
import { listRequests } from "./load/requests.ts";

const usage = `Usage: npm run bench:memory -- [--visits 100000]
The memory that the server's process takes, and at most took, after each part of a day's load: its start, ${people} people who sign up
and stay, every list and report by ${askers} at once, exports, and ${people} people who sign in at once. See "npm run bench -- --help" for
BENCH_DATABASE_URL.`;

const perRequest = unlessQuick(64, 4);

async function run({ visits }: { visits: number }): Promise<void> {
  let server: ServerProcess | undefined;
  await withPlace(async (place) => {
    try {
      const settings = await place.database(`rounds_bench_${visits}`);
      const today = dayOf(systemClock(), zone);
      const capture = await startCapture(settings);
      await fill(settings, sizeOf(visits), today, (text) => say(`  ${text}`));
      // Few exports may run at once; they come by themselves.
      const requests = (await listRequests(capture.db, today)).filter(
        ({ path }) => !path.endsWith("/export"),
      );
      await capture.close();
      server = await startServerProcess(settings);
      await report(server, "started");
      const crowd = await gatherCrowd(server.port);
      await report(server, `${people} signed up`);
      for (const { path } of requests) {
        let left = perRequest;
        const one = async () => {
          while (left-- > 0) await crowd.send("GET", path);
        };
        await Promise.all(Array.from({ length: askers }, one));
      }
      await report(server, `${requests.length} lists and reports, ${askers} at once`);
      await exportMany(crowd);
      await report(server, `${exports} exports`);
      await signInAll(server.port);
      await report(server, `${people} signed in at once`);
      crowd.close();
    } finally {
      await server?.stop();
    }
  });
}

/** As many people as there are, all at once, each from a separate address. */
async function signInAll(port: number): Promise<void> {
  const signedIn = Array.from({ length: people }, (_, n) => signUpAt(port, `198.51.100.${n + 1}`));
  for (const client of await Promise.all<Client>(signedIn)) client.close();
}

async function report(server: ServerProcess, after: string): Promise<void> {
  const memory = await server.memory();
  if (!memory) return say(`${after}: this system does not say`);
  say(`${after.padEnd(40)} ${memory.now.toFixed(0).padStart(4)} MB, ${memory.most.toFixed(0)} at most`);
}

await runWith(
  (args) => wholeNumbers(args, { visits: { usual: 100_000, quick: 1000, least: 1000 } }),
  usage,
  run,
);
