import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { sql } from "kysely";
import { rebuildRollups } from "../server/src/rollups/fold.ts";
import { measure, type Timing, timeOf, timing } from "./measure.ts";
import { setNoting } from "./noting.ts";
import type { Product } from "./product.ts";
import { type Replay, withNewIds } from "./replay.ts";

/** What recording visits takes: alone and with 16 at once, and how many a second that makes. */
export type Recording = {
  alone: Timing;
  together: Timing;
  perSecond: { alone: number; together: number };
  /** The statements of one recording, run straight on the database by one client. */
  bare: Timing;
  /** How many times as long recording takes with the rollups as without them, each from rounds that alternate. */
  rollups: { alone: number; together: number; bare: number };
};

const visitsAlone = 200;
const clients = 16;
const visitsPerClient = 60;
const itemsPerVisit = 3;
const rounds = 6;

/** Records visits of three items each over HTTP, then runs the statements of one again on a bare connection. */
export async function measureRecording(product: Product, replay: Replay, today: Day): Promise<Recording> {
  const choices = await readChoices(product);
  const record = () => product.send("POST", "/api/visits", newVisit(choices, today));
  for (let warm = 0; warm < 10; warm++) await record();

  const alone = await spentOn(() => recordMany(record, visitsAlone));
  const together = await spentOn(() => recordAtOnce(record));

  const visit = newVisit(choices, today);
  const statements = await product.listen(() => product.send("POST", "/api/visits", visit));
  const known = new Set([
    visit.doctor_id,
    ...visit.items.map(({ product_id }) => product_id),
    ...choices.users,
  ]);
  const inTransaction = [{ sql: "begin", parameters: [] }, ...statements, { sql: "commit", parameters: [] }];
  const again = () => replay.run(withNewIds(inTransaction, known));
  return {
    alone: timing(alone.result),
    together: timing(together.result),
    perSecond: {
      alone: (visitsAlone * 1000) / alone.spent,
      together: (clients * visitsPerClient * 1000) / together.spent,
    },
    bare: await measure(again),
    rollups: await compareWithoutRollups(product, record, again),
  };
}

/**
 * Records with the triggers that note changes and without them, in turns; then makes the sums anew. Folding goes on
 * all the time, as it does in the product.
 */
async function compareWithoutRollups(
  { db }: Product,
  record: () => Promise<unknown>,
  again: () => Promise<void>,
): Promise<Recording["rollups"]> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const times = { with: { alone: 0, together: 0, bare: 0 }, without: { alone: 0, together: 0, bare: 0 } };
  for (let round = 0; round < rounds; round++) {
    for (const [noting, spent] of [
      [true, times.with],
      [false, times.without],
    ] as const) {
      await setNoting(run, noting);
      await record();
      spent.alone += timing(await recordMany(record, visitsAlone / 2)).median;
      spent.together += (await spentOn(() => recordAtOnce(record))).spent;
      spent.bare += (await measure(again)).median;
    }
  }
  await setNoting(run, true);
  await rebuildRollups(db);
  const ratio = (part: "alone" | "together" | "bare") => times.with[part] / times.without[part];
  return { alone: ratio("alone"), together: ratio("together"), bare: ratio("bare") };
}

async function recordAtOnce(record: () => Promise<unknown>): Promise<number[]> {
  const parts = Array.from({ length: clients }, () => recordMany(record, visitsPerClient));
  return (await Promise.all(parts)).flat();
}

async function spentOn<Result>(work: () => Promise<Result>): Promise<{ result: Result; spent: number }> {
  const start = performance.now();
  const result = await work();
  return { result, spent: performance.now() - start };
}

type Choices = { doctors: string[]; products: { id: string; price: string }[]; users: string[] };

async function readChoices({ db }: Product): Promise<Choices> {
  const doctors = await db.selectFrom("doctors").select("id").orderBy(sql`random()`).limit(500).execute();
  const products = await db
    .selectFrom("products")
    .select(["id", "price"])
    .where("current_stock", ">", 4000)
    .orderBy(sql`random()`)
    .execute();
  const users = await db.selectFrom("auth.users").select("id").execute();
  return { doctors: doctors.map(({ id }) => id), products, users: users.map(({ id }) => id) };
}

function newVisit({ doctors, products }: Choices, today: Day) {
  const first = Math.floor(Math.random() * products.length);
  return {
    id: crypto.randomUUID(),
    doctor_id: doctors[Math.floor(Math.random() * doctors.length)] ?? "",
    visit_date: today,
    status: "completed",
    notes: "Repeat order. Happy with the response of patients",
    items: Array.from({ length: itemsPerVisit }, (_, index) => {
      const product = products[(first + index * 7) % products.length];
      return {
        id: crypto.randomUUID(),
        product_id: product?.id ?? "",
        quantity: 1,
        unit_price: product?.price ?? "",
      };
    }),
  };
}

async function recordMany(record: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push(await timeOf(record));
  return times;
}
