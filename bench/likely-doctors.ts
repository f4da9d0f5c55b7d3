import type { Database } from "@rounds/database/connect.ts";
import type { ComparedDoctor } from "@rounds/domain/doctors/duplicates/likeness.ts";
import { labelledPairs } from "@rounds/domain/doctors/duplicates/testing/labelled-doctors.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { candidatesOf, readCandidates } from "@rounds/server/src/doctors/candidates.ts";
import { listLikelyPairs } from "@rounds/server/src/doctors/likely-pairs.ts";
import { sql } from "kysely";
import { runWith, say } from "./kit/command.ts";
import { measure, timeOf } from "./kit/measure.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withDatabase } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:likely-doctors -- [--doctors 300000]
Measures finding the doctors whom one may be among so many, and the page of likely pairs. The doctors are made up of the names of a labelled set with the same names in
every city. Ends with code 1 if one name takes more than 15 ms (95th percentile).
On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that server, where the database stays.`;

const longestMs = 15;
const filledAtOnce = 2_000;

async function fill(db: Database, doctors: readonly ComparedDoctor[]): Promise<void> {
  for (let first = 0; first < doctors.length; first += filledAtOnce)
    await sql`
      insert into doctors (id, name, specialization, hospital, contact_number, email, address, creation_digest)
      select gen_random_uuid(), name, specialization, hospital, contact_number, email, address, ''
      from jsonb_populate_recordset(null::doctors, ${JSON.stringify(doctors.slice(first, first + filledAtOnce))}::jsonb)`.execute(
      db,
    );
}

async function main({ doctors }: { doctors: number }): Promise<void> {
  await withDatabase({ name: "rounds_bench_likely_doctors" }, async ({ db, place }) => {
    const random = createRandom(36);
    const people = labelledPairs(random, Math.ceil(doctors / 2));
    const all = people.flatMap(({ one, other }) => [one, other]).slice(0, doctors);
    await fill(db, all);
    await sql`vacuum analyze`.execute(db);
    const found: number[] = [];
    const asked = await measure(async () => {
      const rows = await readCandidates(db, random.pick(all));
      found.push(rows.length);
    });
    const { rows } = await sql<{ "QUERY PLAN": string }>`
        explain (analyze, buffers) ${candidatesOf(random.pick(all), "")}`.execute(db);
    for (const line of rows) say(line["QUERY PLAN"]);
    const mean = found.reduce((sum, count) => sum + count, 0) / found.length;
    say(`Candidates for one doctor among ${doctors} on ${place.description}: ${mean.toFixed(1)} on average,`);
    say(`median ${asked.median.toFixed(1)} ms, 95th percentile ${asked.p95.toFixed(1)} ms`);
    let now = 0;
    const actor = { id: null, email: "" };
    const first = await timeOf(() => listLikelyPairs(db, 1, { now, actor }));
    const pairs = await measure(() => listLikelyPairs(db, 1, { now: ++now, actor }));
    say(`The page of likely pairs: ${first.toFixed(0)} ms for who asks first,`);
    say(
      `then for a minute: median ${pairs.median.toFixed(0)} ms, 95th percentile ${pairs.p95.toFixed(0)} ms`,
    );
    if (asked.p95 > longestMs) process.exitCode = 1;
  });
}

await runWith(
  (args) => wholeNumbers(args, { doctors: { usual: 300_000, quick: 2000, least: 1000 } }),
  usage,
  main,
);
