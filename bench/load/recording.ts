import type { ConnectionSettings } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { rebuildRollups } from "../../server/src/rollups/fold.ts";
import { measure, timeOf, timing } from "../kit/measure.ts";
import { setNoting } from "../kit/noting.ts";
import { unlessQuick } from "../kit/quick.ts";
import type { Capture } from "./capture.ts";
import type { Crowd } from "./crowd.ts";
import { type Load, loadOf, type Machine, together } from "./load.ts";
import { openPlainInserts } from "./plain-inserts.ts";
import { type Replay, withNewIds } from "./replay.ts";
import { writtenSince } from "./write-ahead-log.ts";

/** The measurements of recording visits with a number of clients at once, beside plain inserts of the same rows. */
export type RecordingLoad = Load & {
  /** Plain inserts of the same rows, measured alternately with recording. */
  plain: Load;
  /** Bytes of write-ahead log for each visit. */
  log: number;
};

export type Recording = {
  loads: RecordingLoad[];
  /** The statements of one recording, run directly on the database by one client. */
  bare: number;
  /** How many times as long recording takes with the rollups as without them, from alternating rounds. */
  rollups: { alone: number; together: number; bare: number };
};

/** What is used: the measured server, and the product in this process that shows its SQL. */
type Subject = {
  machine: Machine;
  crowd: Crowd;
  capture: Capture;
  replay: Replay;
  settings: ConnectionSettings;
  today: Day;
};

/** How many record at once. */
const recorders = [1, 8, 32] as const;
const rounds = unlessQuick(4, 1);
const roundMs = unlessQuick(1500, 150);
const itemsPerVisit = 3;
const rollupRounds = unlessQuick(6, 1);
const visitsAlone = unlessQuick(100, 4);
const visitsTogether = unlessQuick(480, 32);

/** Records visits of three items each over HTTP, alternating with plain inserts. */
export async function measureLoads(subject: Omit<Subject, "replay">): Promise<RecordingLoad[]> {
  const { crowd, capture, today } = subject;
  const choices = await readChoices(capture);
  const record = () => crowd.send("POST", "/api/visits", newVisit(choices, today));
  const warmUntil = performance.now() + roundMs;
  while (performance.now() < warmUntil) await record();

  const loads: RecordingLoad[] = [];
  for (const clients of recorders) loads.push(await recordInTurns(subject, clients, record));
  return loads;
}

/** Recording beside plain inserts, then its statements alone, and the cost of the rollups. */
export async function measureRecording(subject: Subject): Promise<Recording> {
  const { crowd, capture, replay, today } = subject;
  const loads = await measureLoads(subject);
  const choices = await readChoices(capture);
  const record = () => crowd.send("POST", "/api/visits", newVisit(choices, today));
  const visit = newVisit(choices, today);
  const statements = await capture.listen(() => capture.send("POST", "/api/visits", visit));
  const known = new Set([
    visit.doctor_id,
    ...visit.items.map(({ product_id }) => product_id),
    ...choices.users,
  ]);
  const inTransaction = [{ sql: "begin", parameters: [] }, ...statements, { sql: "commit", parameters: [] }];
  const again = () => replay.run(withNewIds(inTransaction, known));
  return {
    loads,
    bare: (await measure(again)).median,
    rollups: await compareWithoutRollups(capture, record, again),
  };
}

async function recordInTurns(
  { machine, settings, today }: Omit<Subject, "replay">,
  clients: number,
  record: () => Promise<unknown>,
): Promise<RecordingLoad> {
  const plainInserts = await openPlainInserts(settings, clients, today);
  try {
    const recorded: Load[] = [];
    const plain: Load[] = [];
    let bytes = 0;
    let visits = 0;
    for (let round = 0; round < rounds; round++) {
      plain.push(await loadOf(machine, clients, roundMs, plainInserts.insert));
      const { position } = await writtenSince(settings, "0/0");
      const load = await loadOf(machine, clients, roundMs, record);
      bytes += (await writtenSince(settings, position)).bytes;
      visits += load.timing.runs;
      recorded.push(load);
    }
    return { ...together(recorded), plain: together(plain), log: bytes / visits };
  } finally {
    await plainInserts.close();
  }
}

/**
 * Records alternately with the triggers that record changes and without them; then computes the sums again. Folding
 * runs all the time, as in the product.
 */
async function compareWithoutRollups(
  { db }: Capture,
  record: () => Promise<unknown>,
  again: () => Promise<void>,
): Promise<Recording["rollups"]> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const times = { with: { alone: 0, together: 0, bare: 0 }, without: { alone: 0, together: 0, bare: 0 } };
  for (let round = 0; round < rollupRounds; round++) {
    for (const [noting, spent] of [
      [true, times.with],
      [false, times.without],
    ] as const) {
      await setNoting(run, noting);
      await record();
      spent.alone += timing(await recordMany(record, visitsAlone)).median;
      const start = performance.now();
      const parts = Array.from({ length: 16 }, () => recordMany(record, visitsTogether / 16));
      await Promise.all(parts);
      spent.together += performance.now() - start;
      spent.bare += (await measure(again)).median;
    }
  }
  await setNoting(run, true);
  await rebuildRollups(db);
  const ratio = (part: "alone" | "together" | "bare") => times.with[part] / times.without[part];
  return { alone: ratio("alone"), together: ratio("together"), bare: ratio("bare") };
}

type Choices = { doctors: string[]; products: { id: string; price: string }[]; users: string[] };

/** What visits are made of: doctors, and products of which there are enough. */
export async function readChoices({ db }: Pick<Capture, "db">): Promise<Choices> {
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

/** An id as pages choose it. */
export const newId = () => uuidV7(systemClock(), crypto.getRandomValues(new Uint8Array(10)));

/** A completed visit with three items, as a page sends it. */
export function newVisit({ doctors, products }: Choices, today: Day) {
  const first = Math.floor(Math.random() * products.length);
  return {
    id: newId(),
    doctor_id: doctors[Math.floor(Math.random() * doctors.length)] ?? "",
    visit_date: today,
    status: "completed",
    notes: "Repeat order. Happy with the response of patients",
    items: Array.from({ length: itemsPerVisit }, (_, index) => {
      const product = products[(first + index * 7) % products.length];
      return {
        id: newId(),
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
