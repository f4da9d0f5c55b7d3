import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { sql } from "kysely";
import { measure, type Timing, timeOf, timing } from "./measure.ts";
import type { Product } from "./product.ts";
import { type Replay, withNewIds } from "./replay.ts";

/** What recording visits takes: alone and with 16 at once, and how many a second that makes. */
export type Recording = {
  alone: Timing;
  together: Timing;
  perSecond: { alone: number; together: number };
  /** The statements of one recording, run straight on the database by one client. */
  bare: Timing;
};

const visitsAlone = 200;
const clients = 16;
const visitsPerClient = 60;
const itemsPerVisit = 3;

/** Records visits of three items each over HTTP, then runs the statements of one again on a bare connection. */
export async function measureRecording(product: Product, replay: Replay, today: Day): Promise<Recording> {
  const choices = await readChoices(product);
  const record = () => product.send("POST", "/api/visits", newVisit(choices, today));
  for (let warm = 0; warm < 10; warm++) await record();

  const startAlone = performance.now();
  const alone = await recordMany(record, visitsAlone);
  const spentAlone = performance.now() - startAlone;

  const startTogether = performance.now();
  const parts = await Promise.all(Array.from({ length: clients }, () => recordMany(record, visitsPerClient)));
  const spentTogether = performance.now() - startTogether;

  const visit = newVisit(choices, today);
  const statements = await product.listen(() => product.send("POST", "/api/visits", visit));
  const known = new Set([
    visit.doctor_id,
    ...visit.items.map(({ product_id }) => product_id),
    ...choices.users,
  ]);
  const inTransaction = [{ sql: "begin", parameters: [] }, ...statements, { sql: "commit", parameters: [] }];
  const bare = await measure(() => replay.run(withNewIds(inTransaction, known)));
  return {
    alone: timing(alone),
    together: timing(parts.flat()),
    perSecond: {
      alone: (visitsAlone * 1000) / spentAlone,
      together: (clients * visitsPerClient * 1000) / spentTogether,
    },
    bare,
  };
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
