import { databaseError } from "@rounds/database/database-error.ts";
import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { doctorClasses } from "@rounds/domain/doctors/choices.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import type { AppError } from "@rounds/domain/errors/app-error.ts";
import { historyFields } from "@rounds/domain/history/fields.ts";
import { restorableDays } from "@rounds/domain/history/history.ts";
import { productInput } from "@rounds/domain/products/product.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { visitStatuses } from "@rounds/domain/visits/statuses.ts";
import { visitInput } from "@rounds/domain/visits/visit.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import {
  anId,
  anItem,
  doctorBody,
  itemsOf,
  productBody,
  visitBody,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { deleteDoctor } from "../doctors/delete-doctor.ts";
import { createDoctor, updateDoctor } from "../doctors/queries.ts";
import { createProduct, deleteProduct, updateProduct } from "../products/queries.ts";
import { foldChanges } from "../rollups/fold.ts";
import { addStock } from "../stock/change-stock.ts";
import { addPeople } from "../testing/people.ts";
import { deleteVisit } from "../visits/delete-visit.ts";
import { editVisit } from "../visits/edit-visit.ts";
import { readVisit } from "../visits/queries.ts";
import { recordVisit } from "../visits/record-visit.ts";
import type { Values } from "./batch.ts";
import { restoreDeleted, undo } from "./undo.ts";

// Random worlds: what the history tells, played backwards, gives every earlier state; what was deleted and comes back is
// as it was.

vi.setConfig({ testTimeout: 600_000 });
const seed = Number(process.env.SEED ?? 20261124);
const runs = Number(process.env.RUNS ?? casesOf(15, 300));
const actor = { id: null, email: "" };
const today: Day = "2025-06-15";
const time_zone = "Asia/Kolkata";
const people = [anId(), anId()];

const database = await createTestDatabase();
await addPeople(
  database.pool,
  people.map((id) => ({ id })),
);
afterAll(() => database.close());

/** A few rows, and random commands on them. */
class World {
  readonly random;
  readonly doctors: string[] = [];
  readonly products: string[] = [];
  readonly visits: string[] = [];
  readonly batches: string[] = [];
  constructor(number: number) {
    this.random = createRandom(seed + number);
  }

  async make(): Promise<void> {
    for (let n = 0; n < 2; n++) await this.addDoctor();
    for (let n = 0; n < 2; n++) await this.addProduct();
    for (let n = 0; n < 3; n++) await this.addVisit();
  }

  async addDoctor(): Promise<void> {
    const { id, ...body } = doctorBody();
    const none = { norm: null, representative_id: null };
    await createDoctor(database.db, { ...doctorInput.parse(body), ...none, id }, actor);
    this.doctors.push(id);
  }

  async addProduct(): Promise<void> {
    const { id, ...body } = productBody();
    await createProduct(database.db, { ...productInput.parse(body), id }, actor);
    await addStock(database.db, id, { id: anId(), quantity: 1000, notes: null }, actor, today);
    this.products.push(id);
  }

  items() {
    return this.products
      .filter(() => this.random.chance(0.5))
      .map((id) => anItem(id, this.random.integer(1, 9), `${this.random.integer(1, 99)}.50`));
  }

  day(): Day {
    return addDays(today, -this.random.integer(0, 40));
  }

  async addVisit(): Promise<void> {
    const visit_date = this.day();
    const { id, ...body } = visitBody(this.random.pick(this.doctors), { visit_date, items: this.items() });
    await recordVisit(database.db, { ...visitInput.parse(body), id }, actor, today);
    this.visits.push(id);
  }

  /** A key for a command that is asked to be undone later. */
  acting() {
    const operation_key = anId();
    this.batches.push(operation_key);
    return { ...actor, operation_key };
  }

  async editDoctor(): Promise<void> {
    const { random } = this;
    const id = random.pick(this.doctors);
    const { version } = await database.db
      .selectFrom("doctors")
      .select("version")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const changes = {
      name: `Dr. ${random.integer(1, 9)}`,
      hospital: random.chance(0.5) ? null : `Hospital ${random.integer(1, 3)}`,
      doctor_class: random.pick(doctorClasses),
      norm: random.pick([null, 0, 2]),
      representative_id: random.pick([null, ...people]),
    };
    await updateDoctor(database.db, id, { ...changes, version } as never, this.acting());
  }

  async editProduct(): Promise<void> {
    const id = this.random.pick(this.products);
    const { version } = await database.db
      .selectFrom("products")
      .select("version")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const price = `${this.random.integer(1, 99)}.25`;
    await updateProduct(database.db, id, { price, description: null, version } as never, this.acting());
  }

  async editVisit(): Promise<void> {
    const { random } = this;
    if (this.visits.length === 0) return;
    const visit = await readVisit(database.db, random.pick(this.visits));
    const kept = itemsOf(visit).filter(() => random.chance(0.6));
    const items = [
      ...kept.map((line) => (random.chance(0.5) ? { ...line, quantity: random.integer(1, 9) } : line)),
      ...(random.chance(0.5) ? this.items() : []),
    ];
    const changes = {
      doctor_id: random.pick(this.doctors),
      visit_date: this.day(),
      status: random.pick(visitStatuses),
      notes: random.chance(0.5) ? null : `Note ${random.integer(1, 9)}`,
      items,
    };
    const { version, ...body } = visitEdit(visit, changes);
    await editVisit(
      database.db,
      visit.id,
      { ...visitInput.parse(body), version } as never,
      this.acting(),
      today,
    );
  }

  async deleteVisit(): Promise<void> {
    if (this.visits.length === 0) return;
    const [id = ""] = this.visits.splice(this.random.integer(0, this.visits.length - 1), 1);
    await deleteVisit(database.db, id, {}, this.acting());
    if (this.random.chance(0.5)) return;
    await this.restore(id);
    this.visits.push(id);
  }

  async deleteDoctor(): Promise<void> {
    if (this.doctors.length < 2) return;
    const [id = ""] = this.doctors.splice(this.random.integer(0, this.doctors.length - 1), 1);
    const of = database.db.selectFrom("visits").select("id").where("doctor_id", "=", id);
    const gone = new Set((await of.execute()).map((visit) => visit.id));
    const isBack = this.random.chance(0.5);
    await deleteDoctor(database.db, id, {}, this.acting());
    if (isBack) {
      await this.restore(id);
      this.doctors.push(id);
    } else for (const visit of gone) this.visits.splice(this.visits.indexOf(visit), 1);
  }

  /** Back by its batch, or as one record. */
  async restore(id: string): Promise<void> {
    const [batch = ""] = this.batches.slice(-1);
    if (this.random.chance(0.5))
      await undo(database.db, batch, { today, time_zone, isAdmin: true }, this.acting());
    else await restoreDeleted(database.db, id, { today, days: restorableDays, time_zone }, this.acting());
  }

  /** Undoes something of before, which may be refused. */
  async undo(): Promise<void> {
    if (this.batches.length === 0) return;
    const batch = this.random.pick(this.batches);
    const { doctors, visits } = await this.present();
    try {
      await undo(database.db, batch, { today, time_zone, isAdmin: true }, this.acting());
    } catch (error) {
      const { code } = databaseError(error) ?? (error as AppError);
      expect(["changed_meanwhile", "gone", "not_found", "doctor_missing", "insufficient_stock"]).toContain(
        code,
      );
    }
    // A deletion that was undone.
    const now = await this.present();
    this.doctors.push(...now.doctors.filter((id) => !doctors.includes(id)));
    this.visits.push(...now.visits.filter((id) => !visits.includes(id)));
  }

  async present() {
    const ids = async (table: "doctors" | "visits") =>
      (await database.db.selectFrom(table).select("id").execute()).map(({ id }) => id);
    return { doctors: await ids("doctors"), visits: await ids("visits") };
  }

  async step(): Promise<void> {
    const steps: [() => Promise<void>, number][] = [
      [() => this.addVisit(), 3],
      [() => this.addDoctor(), 1],
      [() => this.editDoctor(), 3],
      [() => this.editProduct(), 1],
      [() => this.editVisit(), 4],
      [() => this.deleteVisit(), 2],
      [() => this.deleteDoctor(), 1],
      [() => this.undo(), 2],
    ];
    await this.random.weighted(steps, ([, weight]) => weight)[0]();
  }
}

const nouns = ["doctors", "products", "visits", "sales"] as const;
type State = Map<string, Values>;

/** What the history tells of, as it stands in the tables: each row under its noun and id. */
async function readState(): Promise<State> {
  const state: State = new Map();
  for (const noun of nouns) {
    const { rows } = await sql<{
      row: Values;
    }>`select to_jsonb(${sql.table(noun)}) as row from ${sql.table(noun)}`.execute(database.db);
    for (const { row } of rows) state.set(`${noun} ${row.id}`, fieldsOf(noun, row));
  }
  return state;
}

function fieldsOf(noun: (typeof nouns)[number], row: Values): Values {
  return Object.fromEntries(Object.keys(historyFields[noun]).map((field) => [field, row[field]]));
}

async function lastChange(): Promise<number> {
  const { rows } = await sql<{
    last: number;
  }>`select coalesce(max(id), 0) as last from history.changes`.execute(database.db);
  return rows[0]?.last ?? 0;
}

/** The state of a moment, from that of now: the rows themselves show what was created since. */
async function replayed(now: State, since: number, known: ReadonlySet<string>): Promise<State> {
  const state = new Map(now);
  const { rows } = await sql<{
    noun: (typeof nouns)[number];
    op: string;
    before: Values | null;
    after: Values | null;
  }>`
    select noun, op, before, after from history.changes
    where id > ${since} and noun in ('doctors', 'products', 'visits', 'sales') order by id desc`.execute(
    database.db,
  );
  for (const { noun, op, before, after } of rows) {
    const key = `${noun} ${(before ?? after)?.id}`;
    if (op === "added") state.delete(key);
    else if (op === "deleted") state.set(key, fieldsOf(noun, before ?? {}));
    else {
      const { id: _, ...fields } = before ?? {};
      state.set(key, { ...state.get(key), ...fields });
    }
  }
  return new Map([...state].filter(([key]) => known.has(key)));
}

/** Leaves no rows for the next world; the history stays. */
async function clear(): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    // Without the triggers that keep the ledger.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate doctors, products, visits, sales, stock_transactions, rollup_changes, day_totals cascade`.execute(
      tx,
    );
  });
}

test(`what was noted gives every earlier state in ${runs} random worlds`, async () => {
  for (let run = 1; run <= runs; run++) {
    const world = new World(run);
    await world.make();
    const moments: { since: number; state: State }[] = [];
    for (let step = 0; step < 10; step++) {
      moments.push({ since: await lastChange(), state: await readState() });
      await world.step();
    }
    const now = await readState();
    for (const [at, { since, state }] of moments.entries()) {
      const then = await replayed(now, since, new Set(state.keys()));
      expect(then, `run ${run} of seed ${seed}, before step ${at}`).toEqual(state);
    }
    await clear();
  }
});

/** Everything that counts: rows, stock, and sums; not what a change leaves behind by itself. */
async function everything(): Promise<unknown> {
  while ((await foldChanges(database.db)) > 0);
  const { rows } = await sql<{ all: unknown }>`select json_build_object(
    'doctors', (select json_agg(to_jsonb(d) - array['changed', 'rollup_key', 'edit_keys'] order by id) from doctors d),
    'norms', (select json_agg(to_jsonb(n) order by doctor_id, until) from doctor_norms n),
    'representatives', (select json_agg(to_jsonb(r) order by doctor_id, until) from doctor_representatives r),
    'visits', (select json_agg(to_jsonb(v) - array['changed', 'edit_keys'] order by id) from visits v),
    'sales', (select json_agg(to_jsonb(s) order by id) from sales s),
    'products', (select json_agg(to_jsonb(p) - array['changed', 'rollup_key', 'edit_keys'] order by id) from products p),
    'days', (select json_agg(json_build_array(day, visits, completed_visits, transactions, items_sold, revenue) order by day)
      from day_totals where visits > 0 or transactions > 0)) as all`.execute(database.db);
  return rows[0]?.all;
}

test(`what is deleted and comes back is as it was in ${runs} random worlds`, async () => {
  for (let run = 1; run <= runs; run++) {
    const world = new World(run + 1_000_000);
    await world.make();
    for (let step = 0; step < 4; step++) await world.step();
    const { random } = world;
    const before = await everything();
    const unsold = await database.db
      .selectFrom("products")
      .select("id")
      .where("id", "not in", database.db.selectFrom("sales").select("product_id"))
      .execute();
    const [id, remove] = random.pick([
      [random.pick(world.doctors), deleteDoctor] as const,
      ...world.visits.slice(0, 1).map((visit) => [visit, deleteVisit] as const),
      ...unsold.slice(0, 1).map((product) => [product.id, deleteProduct] as const),
    ]);
    await remove(database.db, id, {}, world.acting());
    expect(await everything()).not.toEqual(before);
    await world.restore(id);
    expect(await everything(), `run ${run} of seed ${seed}`).toEqual(before);
    expect([await checkBooks(database), await checkRollups(database)]).toEqual([[], []]);
    await clear();
  }
});
