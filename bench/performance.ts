import { type ConnectionSettings, connect, type Database } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { dayOf, momentOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { readCoverage } from "@rounds/server/src/coverage/read-coverage.ts";
import { readPerformance } from "@rounds/server/src/performance/read-performance.ts";
import { sql } from "kysely";
import pg from "pg";
import { runWith, say } from "./command.ts";
import { fill, sizeOf } from "./data.ts";
import { measure, type Timing } from "./measure.ts";
import { openPlace } from "./place.ts";
import { unlessQuick } from "./quick.ts";
import { giveDoctors } from "./representatives.ts";

const usage = `Usage: npm run bench:performance
Measures everybody's figures of this month and the last (GET /api/performance, without HTTP), beside everybody's coverage of
this month, with 1,000,000 visits to 20,000 doctors of 100 representatives. Ends with code 1 if the figures take longer than
20 ms (median). On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that server, where the database
stays.`;

const aimMs = 20;
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
      alter table visits enable trigger user`);
    await client.query("vacuum (analyze) visits");
  } finally {
    await client.end();
  }
}

const line = (name: string, { median, p95, runs }: Timing) =>
  say(`| ${name} | ${median.toFixed(1)} | ${p95.toFixed(1)} | ${runs} |`);

async function run(): Promise<void> {
  const place = await openPlace(process.env.BENCH_DATABASE_URL);
  try {
    const settings = await place.database("rounds_bench_performance");
    const { db, close } = connect(settings, () => {});
    try {
      const today = dayOf(systemClock(), zone);
      await migrate(db);
      await fill(settings, sizeOf(visits), today, say);
      await employ(db, settings);
      const view = { actor: { id: null, email: "" }, today, time_zone: zone, now: momentOf(systemClock()) };
      say(`${visits} visits, ${people} people, ${place.description}.\n`);
      say("| reading | median ms | 95th percentile ms | runs |\n|---|---|---|---|");
      const figures = await measure(() => readPerformance(db, {}, view));
      line("everybody's figures", figures);
      line("everybody's coverage", await measure(() => readCoverage(db, { person: "everybody" }, view)));
      if (figures.median > aimMs) {
        say(`\nThe figures took longer than ${aimMs} ms.`);
        process.exitCode = 1;
      }
    } finally {
      await close();
    }
  } finally {
    await place.close();
  }
}

await runWith(() => undefined, usage, run);
