import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { lineTotal, toRupees } from "@rounds/domain/money/money.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import type { SaleInput, VisitInput } from "@rounds/domain/visits/visit.ts";
import { visitStatuses } from "@rounds/domain/visits/visit.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { afterAll, expect, test } from "vitest";
import { deleteDoctor } from "../doctors/delete-doctor.ts";
import { createDoctor } from "../doctors/queries.ts";
import { createProduct } from "../products/queries.ts";
import { foldChanges } from "../rollups/fold.ts";
import { deleteVisit } from "../visits/delete-visit.ts";
import { editVisit } from "../visits/edit-visit.ts";
import { recordVisit } from "../visits/record-visit.ts";
import { addStock, correctStock } from "./change-stock.ts";

// Thousands of random commands, compared with the plainest model of what they must do.

const seed = Number(process.env.SEED ?? 20250615);
const operations = casesOf(400, 2000);
const actor = { id: null, email: "" };

const database = await createTestDatabase();
afterAll(() => database.close());

type Line = SaleInput & { day: Day };
type Known = {
  doctor_id: string;
  visit_date: Day;
  lines: Line[];
  version: number;
  recorded: VisitInput & { id: string };
};

/** What must be true: the stock of every product, the visits with their lines, the doctors. */
class Model {
  stock = new Map<string, number>();
  visits = new Map<string, Known>();
  doctors: string[] = [];

  move(product_id: string, units: number) {
    this.stock.set(product_id, (this.stock.get(product_id) ?? 0) + units);
  }
  giveBack(lines: readonly Line[]) {
    for (const line of lines) this.move(line.product_id, line.quantity);
  }
  /** The available units if the first of the lines finds too few; otherwise the lines are taken. */
  take(lines: readonly Line[]): number | undefined {
    const before = new Map(this.stock);
    for (const line of lines) {
      const available = this.stock.get(line.product_id) ?? 0;
      if (line.quantity > available) {
        this.stock = before;
        return available;
      }
      this.move(line.product_id, -line.quantity);
    }
    return undefined;
  }
}

/** The answer of a command: its result, or the error's message. */
async function answerOf<Result>(command: Promise<Result>): Promise<Result | string> {
  try {
    return await command;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

const short = (available: number) => `Insufficient stock. Available: ${available}`;

test(`${operations} random commands from seed ${seed} match the model and keep the books correct`, {
  timeout: 600_000,
}, async () => {
  const { db } = database;
  const random = createRandom(seed);
  const model = new Model();
  const corrections = new Map<string, number>();
  let today: Day = "2025-01-01";

  const newDoctor = async () => {
    const id = anId();
    await createDoctor(db, { id, ...doctorInput.parse({ name: `Dr. ${id}` }) }, actor);
    model.doctors.push(id);
  };
  const price = () => toRupees(BigInt(random.integer(1, 100_000)));
  const aLine = (): SaleInput => ({
    id: anId(),
    product_id: random.pick([...model.stock.keys()]),
    quantity: random.integer(1, random.chance(0.1) ? 60 : 6),
    unit_price: price(),
  });
  const someLines = () => Array.from({ length: random.integer(0, 4) }, aLine);
  const aDay = () => addDays(today, random.integer(-60, 20));
  const dayOfSale = (visit_date: Day) => (visit_date < today ? visit_date : today);

  const record = async () => {
    const body = {
      id: anId(),
      doctor_id: random.pick(model.doctors),
      visit_date: aDay(),
      status: random.pick(visitStatuses),
      notes: null,
      items: someLines(),
    };
    const lines = body.items.map((item) => ({ ...item, day: dayOfSale(body.visit_date) }));
    const available = model.take(lines);
    const answer = await answerOf(recordVisit(db, body, actor, today));
    if (available !== undefined) return expect(answer).toBe(short(available));
    expect(answer).toMatchObject({ id: body.id, version: 1 });
    const { doctor_id, visit_date } = body;
    model.visits.set(body.id, { doctor_id, visit_date, lines, version: 1, recorded: body });
  };

  const repeat = async () => {
    if (model.visits.size === 0) return;
    const known = random.pick([...model.visits.values()]);
    const answer = await answerOf(recordVisit(db, known.recorded, actor, today));
    expect(answer).toMatchObject({ version: known.version });
  };

  const edit = async () => {
    if (model.visits.size === 0) return;
    const [id, known] = random.pick([...model.visits]);
    const kept = known.lines.filter(() => random.chance(0.8));
    const items: SaleInput[] = kept.map(({ day: _, ...item }) => ({
      ...item,
      ...(random.chance(0.3) && { quantity: random.integer(1, 8) }),
      ...(random.chance(0.1) && { product_id: random.pick([...model.stock.keys()]) }),
      ...(random.chance(0.2) && { unit_price: price() }),
    }));
    if (random.chance(0.4)) items.push(aLine());
    if (random.chance(0.2)) items.reverse();
    const visit_date = random.chance(0.3) ? aDay() : known.visit_date;
    const doctor_id = random.chance(0.1) ? random.pick(model.doctors) : known.doctor_id;
    const stale = random.chance(0.05);
    const body = { doctor_id, visit_date, status: "completed" as const, notes: null, items };
    const command = editVisit(
      db,
      id,
      { ...body, version: stale ? known.version + 1 : known.version },
      actor,
      today,
    );
    if (stale) return expect(await answerOf(command)).toMatch(/changed this while you were editing/);

    const day = dayOfSale(visit_date);
    const before = new Map(known.lines.map((line) => [line.id, line]));
    const stays = (item: SaleInput) => {
      const line = before.get(item.id);
      const sameDay = visit_date === known.visit_date || line?.day === day;
      return line?.product_id === item.product_id && line.quantity === item.quantity && sameDay
        ? line
        : undefined;
    };
    const staying = items.flatMap((item) => stays(item)?.id ?? []);
    const goneBack = known.lines.filter((line) => !staying.includes(line.id));
    model.giveBack(goneBack);
    const sold = items.filter((item) => !stays(item)).map((item) => ({ ...item, day }));
    const available = model.take(sold);
    const answer = await answerOf(command);
    if (available !== undefined) {
      for (const line of goneBack) model.move(line.product_id, -line.quantity);
      return expect(answer).toBe(short(available));
    }
    expect(answer).toMatchObject({ version: known.version + 1 });
    known.lines = items.map((item) => ({ ...item, day: stays(item)?.day ?? day }));
    Object.assign(known, { doctor_id, visit_date, version: known.version + 1 });
  };

  const remove = async () => {
    if (model.visits.size === 0) return;
    const [id, known] = random.pick([...model.visits]);
    const units_returned = known.lines.reduce((sum, line) => sum + line.quantity, 0);
    expect(await answerOf(deleteVisit(db, id, {}, actor))).toMatchObject({
      sales: known.lines.length,
      units_returned,
    });
    model.giveBack(known.lines);
    model.visits.delete(id);
  };

  const removeDoctor = async () => {
    const doctor_id = random.pick(model.doctors);
    const going = [...model.visits].filter(([, known]) => known.doctor_id === doctor_id);
    const lines = going.flatMap(([, known]) => known.lines);
    expect(await answerOf(deleteDoctor(db, doctor_id, {}, actor))).toEqual({
      visits: going.length,
      sales: lines.length,
      units_returned: lines.reduce((sum, line) => sum + line.quantity, 0),
    });
    model.giveBack(lines);
    for (const [id] of going) model.visits.delete(id);
    model.doctors = model.doctors.filter((id) => id !== doctor_id);
    await newDoctor();
  };

  const add = async () => {
    const product_id = random.pick([...model.stock.keys()]);
    const input = { id: anId(), quantity: random.integer(1, 40), notes: null };
    for (let n = random.integer(1, 2); n > 0; n--) await addStock(db, product_id, input, actor, today);
    model.move(product_id, input.quantity);
  };

  const correct = async () => {
    const product_id = random.pick([...model.stock.keys()]);
    const current_stock = model.stock.get(product_id) ?? 0;
    const quantity = random.chance(0.1) ? current_stock : random.integer(0, 60);
    await correctStock(db, product_id, { id: anId(), quantity, current_stock, notes: null }, actor, today);
    model.stock.set(product_id, quantity);
    corrections.set(product_id, (corrections.get(product_id) ?? 0) + quantity - current_stock);
  };

  for (let n = 0; n < 12; n++) await newDoctor();
  for (let n = 0; n < 6; n++) {
    const id = anId();
    await createProduct(
      db,
      { id, name: `Product ${n}`, category: null, price: "1.00", description: null },
      actor,
    );
    model.stock.set(id, 0);
  }

  const commands = [
    ...Array(40).fill(record),
    ...Array(26).fill(edit),
    ...Array(10).fill(remove),
    ...Array(10).fill(add),
    ...Array(6).fill(correct),
    ...Array(6).fill(repeat),
    removeDoctor,
  ] as (() => Promise<void>)[];
  for (let n = 1; n <= operations; n++) {
    if (random.chance(0.05)) today = addDays(today, random.integer(1, 3));
    await random.pick(commands)();
    if (random.chance(0.05)) await foldChanges(db, random.integer(1, 300));
    if (n % 250 === 0 || n === operations) await compare(n);
  }
  await compareReports();

  /** Compares database and model. */
  async function compare(after: number) {
    expect([after, await checkBooks(database)]).toEqual([after, []]);
    expect([after, await checkRollups(database)]).toEqual([after, []]);
    const products = await db.selectFrom("products").select(["id", "current_stock"]).execute();
    const stock = Object.fromEntries(products.map((product) => [product.id, product.current_stock]));
    expect([after, stock]).toEqual([after, Object.fromEntries(model.stock)]);
    const { rows } = await database.pool.query(
      "select id, visit_id, product_id, quantity, unit_price, transaction_date as day from sales order by id",
    );
    const lines = [...model.visits].flatMap(([visit_id, known]) =>
      known.lines.map((line) => ({ ...line, visit_id })),
    );
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(rows.toSorted(byId)).toEqual(lines.toSorted(byId));
    const total = lines.reduce((sum, line) => sum + lineTotal(line.quantity, line.unit_price), 0n);
    const [{ sum }] = (
      await database.pool.query("select coalesce(sum(total_amount), 0.00) as sum from sales")
    ).rows;
    expect(sum).toBe(toRupees(total));
  }

  /** Opening + purchases − sales ± adjustments = closing, with sales those of the visits, for any range of days. */
  async function compareReports() {
    const lines = [...model.visits.values()].flatMap((known) => known.lines);
    for (let n = 0; n < 40; n++) {
      const start = addDays("2024-11-01", random.integer(0, 150));
      const end = addDays(start, random.integer(0, 120));
      const { rows } = await database.pool.query(
        `select product_id,
           coalesce(sum(quantity) filter (where transaction_date < $1), 0) as opening,
           coalesce(sum(quantity) filter (where transaction_date >= $1 and transaction_type = 'purchase'), 0) as purchases,
           -coalesce(sum(quantity) filter (where transaction_date >= $1 and reference_type in ('visit', 'visit_edit_reversal', 'visit_delete_reversal')), 0) as sales,
           coalesce(sum(quantity) filter (where transaction_date >= $1 and transaction_type = 'adjustment' and reference_type = 'manual_adjustment'), 0) as adjustments,
           sum(quantity) as closing
         from stock_transactions where transaction_date <= $2 group by product_id`,
        [start, end],
      );
      for (const row of rows) {
        expect(row.opening + row.purchases - row.sales + row.adjustments).toBe(row.closing);
        const inRange = lines.filter(
          (line) => line.product_id === row.product_id && line.day >= start && line.day <= end,
        );
        const sold = inRange.reduce((sum, line) => sum + line.quantity, 0);
        expect([start, end, row.sales]).toEqual([start, end, sold]);
      }
    }
    const { rows } = await database.pool.query(
      `select product_id, sum(quantity) as net from stock_transactions
       where reference_type = 'manual_adjustment' and transaction_type = 'adjustment' group by product_id`,
    );
    for (const { product_id, net } of rows) expect(net).toBe(corrections.get(product_id));
  }
});
