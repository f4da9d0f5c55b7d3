import { parseArgs } from "node:util";
import type { ConnectionSettings, Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { momentOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import type { View } from "@rounds/server/src/api/context.ts";
import { readCoverage } from "@rounds/server/src/coverage/read-coverage.ts";
import { readPerformance } from "@rounds/server/src/performance/read-performance.ts";
import { sql } from "kysely";
import pg from "pg";
import { runWith, say } from "./kit/command.ts";
import { sizeOf } from "./kit/data.ts";
import { measureInTurn } from "./kit/measure.ts";
import { unlessQuick } from "./kit/quick.ts";
import { withDatabase } from "./kit/with-place.ts";
import { representativeLists } from "./load/representative-lists.ts";
import { giveDoctors } from "./load/representatives.ts";

const usage = `Usage: npm run bench:performance -- [--folder PATH]
  --folder  a folder that keeps the data for the next run; otherwise they are made anew in a temporary one
Measures every list with the filter "Representative" and without it, in turn, and everybody's figures of this month and the last (GET
/api/performance) beside everybody's coverage, without HTTP, with 1,000,000 visits to 20,000 doctors of 100 representatives.
Ends with code 1 if a list takes more than 1.2 times as long with the filter, or the figures take longer than 20 ms
(medians). With BENCH_DATABASE_URL on that server, where the database stays.`;

const aimMs = 20;
const aimRatio = 1.2;
const zone = "Asia/Kolkata";
const visits = unlessQuick(1_000_000, 1000);
const people = unlessQuick(100, 5);

/** Gives all doctors to that many new people, and to each the visits of their doctors, as if it had always been so. */
async function employ(db: Database, settings: ConnectionSettings): Promise<void> {
  const { rows } = await sql`select from auth.users`.execute(db);
  if (rows.length > 0) return;
  await sql`
    insert into auth.users (id, email, email_confirmed_at, created_at, updated_at)
    select gen_random_uuid(), 'representative' || n || '@example.com', now(), now(), now()
    from generate_series(1, ${people}::integer) as n`.execute(db);
  await giveDoctors(db, people);
  await sql`delete from doctor_representatives`.execute(db);
  // A connection of its own, because those of the product end a statement that takes long.
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query(`
      alter table visits disable trigger user;
      update visits set created_by = representative_id from doctors where doctors.id = visits.doctor_id;
      alter table visits enable trigger user;
      alter table doctors disable trigger user;
      update doctors set created_at = (select min(visit_date) from visits);
      alter table doctors enable trigger user;
      alter table stock_transactions disable trigger user;
      update stock_transactions set created_by = visits.created_by from visits where visits.id = reference_id;
      alter table stock_transactions enable trigger user`);
    await client.query("select rebuild_rollups()");
    await client.query("vacuum (analyze) visits, doctors, person_periods, person_products, person_doctors");
    await client.query("vacuum (analyze) stock_transactions");
  } finally {
    await client.end();
  }
}

const cells = (...texts: readonly (string | number)[]) => say(`| ${texts.join(" | ")} |`);
const ms = (time: number) => time.toFixed(1);

/** Each list with the filter "Representative" and without it, and whether every ratio is within the aim. */
async function measureLists(db: Database, view: Omit<View, "db">): Promise<boolean> {
  const { id } = onlyRow(
    await sql<{
      id: string;
    }>`select representative_id as id from doctors group by 1 order by 1 limit 1`.execute(db),
  );
  let isWithin = true;
  say("| list | everybody's ms | one person's ms | ratio | runs |\n|---|---|---|---|---|");
  for (const { name, read } of await representativeLists(db, view)) {
    const [all, own] = await measureInTurn(
      () => read(""),
      () => read(id),
    );
    const ratio = own.median / all.median;
    isWithin &&= ratio <= aimRatio;
    cells(name, ms(all.median), ms(own.median), ratio.toFixed(2), own.runs);
  }
  return isWithin;
}

/** The owner's page and everybody's coverage of the month, and whether the page is within the aim. */
async function measureFigures(db: Database, view: Omit<View, "db">): Promise<boolean> {
  const [figures, coverage] = await measureInTurn(
    () => readPerformance(db, {}, view),
    () => readCoverage(db, { person: "everybody" }, view),
  );
  say("\n| reading | median ms | 95th percentile ms | runs |\n|---|---|---|---|");
  cells("everybody's figures", ms(figures.median), ms(figures.p95), figures.runs);
  cells("everybody's coverage", ms(coverage.median), ms(coverage.p95), coverage.runs);
  return figures.median <= aimMs;
}

async function run({ folder }: { folder: string | undefined }): Promise<void> {
  const wanted = { name: "rounds_bench_performance", size: sizeOf(visits), say, folder };
  await withDatabase(wanted, async ({ db, settings, place, today }) => {
    await employ(db, settings);
    const view = {
      ...{ actor: { id: null, email: "" }, today, time_zone: zone },
      now: new Date(momentOf(systemClock())).toISOString(),
    };
    say(`${visits} visits, ${people} people, ${place.description}.\n`);
    const areWithin = await measureLists(db, view);
    const isWithin = await measureFigures(db, view);
    if (!areWithin) say(`\nA list took more than ${aimRatio} times as long with the filter.`);
    if (!isWithin) say(`\nThe figures took longer than ${aimMs} ms.`);
    if (!areWithin || !isWithin) process.exitCode = 1;
  });
}

const readAsked = (args: string[]) => ({
  folder: parseArgs({ args, options: { folder: { type: "string" } } }).values.folder,
});

await runWith(readAsked, usage, run);
