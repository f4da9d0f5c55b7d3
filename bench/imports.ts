import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { Import, ImportCounts } from "@rounds/domain/imports/import.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importPortion, mostImportRows } from "@rounds/domain/imports/limits.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { applyImport } from "@rounds/server/src/imports/apply-import.ts";
import { checkImport } from "@rounds/server/src/imports/check-import.ts";
import { createImport, sendRows } from "@rounds/server/src/imports/create-import.ts";
import { undoImport } from "@rounds/server/src/imports/undo-import.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { runWith, say } from "./kit/command.ts";
import { importedDoctor } from "./kit/imported-rows.ts";
import { timeOf } from "./kit/measure.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withDatabase } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:imports -- [--rows 10000] [--doctors 20000]
Brings a list of that many doctors into a directory of so many others: its check, applying, checking the same list again, a
list that updates all of them, and both Undos. Ends with code 1 if the first check takes more than 8 s for 10,000 rows, or
applying or Undo more than 20 s.
On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that server, where the database stays.`;

const longestSeconds = { check: 8, apply: 20, undo: 20 };
const judgedRows = 10_000;
const actor = { id: anId(), email: "bench@example.com" };

type Options = { rows: number; doctors: number };

async function repeat(state: Import["state"], step: () => Promise<Import>): Promise<ImportCounts> {
  for (;;) {
    const now = await step();
    if (now.state === state) return now.counts;
  }
}

/** When it is, and which day. */
type Moment = { now: string; today: Day };
type Measured = Record<"check" | "apply" | "undo", number>;

/** Sends, checks and applies a list; says how long each took, and returns what takes it back. */
async function bringIn(db: Database, rows: readonly ImportCells[], { now, today }: Moment) {
  const mapping = [{ heading: "Name", field: "name" as const }];
  const { id } = await createImport(
    db,
    { id: anId(), noun: "doctors", file_name: "list.csv", mapping },
    actor,
  );
  const lines = rows.map((cells, at) => ({ line: at + 2, cells }));
  const sending = await timeOf(async () => {
    for (let at = 0; at < lines.length; at += importPortion)
      await sendRows(db, id, { rows: lines.slice(at, at + importPortion) }, actor);
  });
  let counts: ImportCounts | undefined;
  const check = await timeOf(async () => {
    counts = await repeat("checked", () => checkImport(db, id, { actor, now, today }));
  });
  const apply = await timeOf(() => repeat("applied", () => applyImport(db, id, { actor, now, today })));
  const undo = () =>
    timeOf(() => repeat("undone", () => undoImport(db, id, { isAdmin: true, actor, now, today })));
  return { sending, check, apply, undo, counts };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

async function main({ rows, doctors }: Options): Promise<void> {
  const size = { visits: unlessQuick(10_000, 100), doctors, products: 50 };
  await withDatabase({ name: "rounds_bench_imports", size }, async ({ db, place, today }) => {
    await sql`
        insert into auth.users (id, email, email_confirmed_at, created_at, updated_at)
        values (${actor.id}, ${actor.email}, now(), now(), now()) on conflict do nothing`.execute(db);
    const now = new Date(systemClock()).toISOString();
    const list = (norm: string) => Array.from({ length: rows }, (_, line) => importedDoctor(line, norm));
    say(`${rows} rows, ${doctors} other doctors, on ${place.description}.`);
    const created = await bringIn(db, list("2"), { now, today });
    const again = await bringIn(db, list("2"), { now, today });
    const updated = await bringIn(db, list("3"), { now, today });
    const undos = [await updated.undo(), await created.undo()] as const;
    const { check, apply, sending, counts } = created;
    say(
      `new doctors: sent in ${seconds(sending)}, checked in ${seconds(check)}, applied in ${seconds(apply)}, undone in ${seconds(undos[1])} (${counts?.create} created)`,
    );
    say(`the same list again: checked in ${seconds(again.check)} (${again.counts?.same} the same)`);
    say(
      `updates: checked in ${seconds(updated.check)}, applied in ${seconds(updated.apply)}, undone in ${seconds(undos[0])} (${updated.counts?.update} updated)`,
    );
    const slowest: Measured = {
      check: Math.max(check, again.check, updated.check),
      apply: Math.max(apply, updated.apply),
      undo: Math.max(...undos),
    };
    for (const step of ["check", "apply", "undo"] as const)
      if (slowest[step] / 1000 > longestSeconds[step] * Math.max(1, rows / judgedRows)) process.exitCode = 1;
  });
}

await runWith(
  (args) =>
    wholeNumbers(args, {
      rows: { usual: 10_000, quick: 20, most: mostImportRows },
      doctors: { usual: 20_000, quick: 50 },
    }),
  usage,
  main,
);
