import type { Database } from "@rounds/database/connect.ts";
import { firstDay } from "@rounds/domain/calendar/calendar.ts";
import { restorableDays } from "@rounds/domain/history/history.ts";
import { readDoctor, updateDoctor } from "@rounds/server/src/doctors/queries.ts";
import { listChanges, listDeleted, readHistory } from "@rounds/server/src/history/queries.ts";
import { recordVisit } from "@rounds/server/src/visits/record-visit.ts";
import { sql } from "kysely";
import { runWith, say } from "./kit/command.ts";
import { measure, timeOf, timing } from "./kit/measure.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withDatabase, zone } from "./kit/with-place.ts";
import { newVisit, readChoices } from "./load/recording.ts";

const usage = `Usage: npm run bench:history -- [--changes 1000000] [--rounds 40]
Measures reading the history with that many changes in it, and recording a visit of three products and editing a doctor with the
triggers that note changes beside doing it without them, in pairs one after another. Ends with code 1 if a record's history
takes more than 5 ms (95th percentile), recording more than 1.02 times as long, or an edit 1.3 times (median of the rounds).
On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that server, where the database stays.`;

const size = unlessQuick(
  { visits: 10_000, doctors: 2_000, products: 200 },
  { visits: 500, doctors: 50, products: 50 },
);
const longestMs = 5;
const mostTimes = { recording: 1.02, editing: 1.3 };
const recordedAtOnce = unlessQuick(100, 5);
const warmedUpWith = unlessQuick(20, 1);
const filledAtOnce = 50_000;
const nobody = { id: null, email: "" };

type Options = { changes: number; rounds: number };

/** Edits of all doctors in turn, one a minute until now; every thousandth deleted something. */
async function fillHistory(db: Database, changes: number): Promise<void> {
  for (let first = 0; first < changes; first += filledAtOnce)
    await sql`
    with numbered as (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from doctors)
    insert into history.changes (at, noun, op, row_id, batch_id, before, after)
    select now() - (${changes}::integer - number) * interval '1 minute', 'doctors',
      case when number % 1000 = 0 then 'deleted' else 'updated' end,
      case when number % 1000 = 0 then gen_random_uuid() else id end, gen_random_uuid(),
      jsonb_build_object('id', id, 'name', 'Dr. ' || number),
      case when number % 1000 <> 0 then jsonb_build_object('id', id, 'name', 'Dr. ' || number + 1) end
    from generate_series(${first}::integer, ${Math.min(first + filledAtOnce, changes) - 1}::integer) as change (number)
    join numbered on numbered.n = number % numbered.total`.execute(db);
}

const triggers = {
  recording: { doctors: "doctors_added", visits: "visits_added", sales: "sales_added" },
  editing: { doctors: "doctors_history" },
} as const;

async function main({ changes, rounds }: Options): Promise<void> {
  await withDatabase({ name: "rounds_bench_history", size }, async ({ db, place, today }) => {
    await fillHistory(db, changes);
    await sql`vacuum analyze history.changes`.execute(db);
    const { rows } = await sql<{ id: string }>`select id from doctors order by random() limit 100`.execute(
      db,
    );
    let at = 0;
    const one = await measure(() => readHistory(db, "doctors", rows[at++ % rows.length]?.id ?? "", nobody));
    const all = await measure(() =>
      listChanges(db, { noun: "doctors", start_date: firstDay, end_date: today }, zone),
    );
    const deleted = await measure(() => listDeleted(db, { today, days: restorableDays, time_zone: zone }));
    say(`${changes} changes on ${place.description}.`);
    for (const [what, { median, p95 }] of Object.entries({
      "of one record": one,
      "all, a page": all,
      deleted,
    }))
      say(`${what}: median ${median.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms`);
    const choices = await readChoices({ db });
    const recording = await ratioOf(db, rounds, "recording", () =>
      recordVisit(db, newVisit(choices, today) as never, nobody, today),
    );
    say(`recording a visit: ${recording.toFixed(3)} times as long as without a history`);
    let edit = 0;
    const editing = await ratioOf(db, rounds, "editing", async () => {
      const id = rows[edit++ % rows.length]?.id ?? "";
      const { version } = await readDoctor(db, id);
      await updateDoctor(db, id, { name: `Dr. ${edit}`, version } as never, nobody);
    });
    say(`editing a doctor, with reading it first: ${editing.toFixed(3)} times as long`);
    if (one.p95 > longestMs || recording > mostTimes.recording || editing > mostTimes.editing)
      process.exitCode = 1;
  });
}

/** How many times as long something takes with its triggers as without, as the median of the rounds. */
async function ratioOf(
  db: Database,
  rounds: number,
  what: keyof typeof triggers,
  work: () => Promise<unknown>,
): Promise<number> {
  const repeat = async (count: number) => {
    for (let n = 0; n < count; n++) await work();
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = { enable: 0, disable: 0 };
    for (const how of round % 2 === 0 ? (["enable", "disable"] as const) : (["disable", "enable"] as const)) {
      for (const [table, trigger] of Object.entries(triggers[what]))
        await sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger ${sql.ref(trigger)}`.execute(db);
      // The statements are planned again after that.
      await repeat(warmedUpWith);
      times[how] = await timeOf(() => repeat(recordedAtOnce));
    }
    ratios.push(times.enable / times.disable);
  }
  return timing(ratios).median;
}

await runWith(
  (args) =>
    wholeNumbers(args, {
      changes: { usual: 1_000_000, quick: 1000, least: 1000 },
      rounds: { usual: 40, quick: 1 },
    }),
  usage,
  main,
);
