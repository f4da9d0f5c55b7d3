import { addDays } from "@rounds/domain/calendar/calendar.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { productInput } from "@rounds/domain/products/product.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { visitInput } from "@rounds/domain/visits/visit.ts";
import { anId, anItem, doctorBody, productBody, visitBody } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Actor } from "../api/context.ts";
import { mergeDoctors } from "../doctors/merge-doctors.ts";
import { createDoctor, readDoctor } from "../doctors/queries.ts";
import { createProduct } from "../products/queries.ts";
import { foldChanges } from "../rollups/fold.ts";
import { addStock } from "../stock/change-stock.ts";
import { addPeople } from "../testing/people.ts";
import { recordVisit } from "../visits/record-visit.ts";
import { undo } from "./undo.ts";

const seed = Number(process.env.SEED ?? 68);
const cases = casesOf(15, 1000);
const today = "2025-06-15";
const time_zone = "Asia/Kolkata";
const people = [anId(), anId()];

const database = await createTestDatabase();
await addPeople(
  database.pool,
  people.map((id) => ({ id })),
);
afterAll(() => database.close());

/** Rows, stock and sums: not what a change leaves behind by itself, such as whose a doctor was in between. */
async function everything() {
  while ((await foldChanges(database.db)) > 0);
  const { rows } = await sql<{ all: unknown }>`select json_build_object(
    'doctors', (select json_agg(to_jsonb(d) - array['changed', 'rollup_key', 'edit_keys', 'version', 'updated_at', 'updated_by'] order by id) from doctors d),
    'visits', (select json_agg(to_jsonb(v) - array['changed', 'edit_keys', 'version', 'updated_at', 'updated_by'] order by id) from visits v),
    'sales', (select json_agg(to_jsonb(s) order by id) from sales s),
    'skips', (select json_agg(to_jsonb(s) order by user_id, day, doctor_id) from visit_skips s),
    'stock', (select json_agg(json_build_array(id, current_stock) order by id) from products),
    'sums', (select json_agg(json_build_array(id, level, start, visits, completed_visits, revenue) order by id, level, start)
      from doctor_periods join doctors on rollup_key = doctor_key where visits <> 0 or revenue <> 0)) as all`.execute(
    database.db,
  );
  return rows[0]?.all;
}

/** What a merge may not change: all sales and stock, and all visits but doubled plans without notes and sales. */
async function totals() {
  const { rows } = await sql<{ all: unknown }>`select json_build_array(
    (select count(*) from visits where status <> 'scheduled' or notes is not null or id in (select visit_id from sales)),
    (select json_build_array(count(*), sum(quantity), sum(total_amount)) from sales),
    (select sum(current_stock) from products)) as all`.execute(database.db);
  return rows[0]?.all;
}

/** Removes what earlier rounds left, and makes the product that is sold, with enough stock; returns its id. */
async function startAnew(actor: Actor): Promise<string> {
  const { db } = database;
  for (const table of ["visits", "doctors", "products"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  const { id, ...given } = productBody();
  await createProduct(db, { ...productInput.parse(given), id }, actor);
  await addStock(db, id, { id: anId(), quantity: 1_000_000, notes: null }, actor, today);
  return id;
}

test(`${cases} random merges from seed ${seed} keep all visits and sales, and are undone to what was before`, {
  timeout: 900_000,
}, async () => {
  const { db } = database;
  const random = createRandom(seed);
  const as = () => ({ id: random.pick(people), email: "", operation_key: anId() });
  let product = "";
  for (let run = 0; run < cases; run++) {
    // Every round compares all rows: their number must not grow with the rounds.
    if (run % 15 === 0) product = await startAnew(as());
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { id, ...body } = doctorBody();
      const representative_id = random.pick([null, ...people]);
      await createDoctor(db, { ...doctorInput.parse(body), representative_id, id }, as());
      ids.push(id);
    }
    for (let n = random.integer(0, 8); n > 0; n--) {
      const items = random.chance(0.4) ? [anItem(product, random.integer(1, 5))] : [];
      const status = random.pick(["completed", "scheduled", "cancelled"]);
      const visit_date = addDays(today, random.integer(-2, 2));
      const notes = random.pick([null, "A note"]);
      const { id, ...body } = visitBody(random.pick(ids), { items, status, visit_date, notes } as never);
      await recordVisit(db, { ...visitInput.parse(body), id }, as(), today);
    }
    for (const user_id of people)
      for (const doctor_id of ids)
        if (random.chance(0.3))
          await sql`insert into visit_skips (user_id, doctor_id, day, reason) values (${user_id}, ${doctor_id}, ${today}, 'other')`.execute(
            db,
          );
    const [before, sums] = [await everything(), await totals()];
    const [kept = "", other = ""] = ids;
    const [one, two] = [await readDoctor(db, kept), await readDoctor(db, other)];
    const actor = as();
    const { id: _, ...chosen } = doctorBody();
    const fields = {
      ...doctorInput.parse(chosen),
      hospital: `Hospital ${random.integer(1, 3)}`,
    };
    await mergeDoctors(
      db,
      kept,
      { other, version: one.version, other_version: two.version, fields } as never,
      actor,
    );
    expect(await totals(), `case ${run}`).toEqual(sums);
    expect(await checkRollups(database), `case ${run}`).toEqual([]);
    await undo(
      db,
      actor.operation_key,
      { today, time_zone, isAdmin: true },
      { ...actor, operation_key: anId() },
    );
    expect(await everything(), `case ${run}`).toEqual(before);
    expect(await checkRollups(database), `case ${run}`).toEqual([]);
  }
});
