import {
  doctorsAlikeAtHand,
  lastCityAtHand,
  listDoctorsAtHand,
  pickDoctorsAtHand,
  placesAtHand,
} from "@rounds/domain/at-hand/doctors-at-hand.ts";
import { listProductsAtHand, pickProductsAtHand } from "@rounds/domain/at-hand/products-at-hand.ts";
import {
  lastPricesAtHand,
  listDoctorVisitsAtHand,
  listVisitsAtHand,
  readVisitAtHand,
  type VisitsAtHand,
} from "@rounds/domain/at-hand/visits-at-hand.ts";
import { addDays } from "@rounds/domain/calendar/calendar.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { unpacked } from "@rounds/domain/sync/columns.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import type { SyncAnswer } from "@rounds/domain/sync/sync.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { anItem, aProduct, doctorBody, visitBody } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, testMoment } from "../testing/app.ts";

const seed = Number(process.env.SEED ?? 20261123);
const random = createRandom(seed);
const today = "2025-06-15";
const earlier = "2025-06-01";
/** `CASES` asks as many as that. */
const cases = Number(process.env.CASES ?? casesOf(150, 2_000));

/** Names that sort and search in surprising ways. */
const names = [
  ...[
    "Dr. Asha Rao",
    "dr asha rao",
    "DR. ÁSHA RAO",
    "Asha, Rao",
    "R.K. Gupta",
    "Rk Gupta",
    "Zoë",
    "Zoe",
    "Österreich",
  ],
  ...[
    "ﬁne",
    "fine",
    "Σίσυφος",
    "ΣΊΣΥΦΟΣ",
    "डॉ. शर्मा",
    "শর্মা",
    "𝕢𝕦𝕒",
    "Ａｓｈａ",
    "100% care",
    "a_b",
    "a\\b",
    "O'Neil",
    "İlker",
  ],
];
const phones = ["98300 12345", "+91 98300-12345 / 2334 1111", "9711100000", null];
const specializations = ["Cardiology", "Ent.", "Paed-iatrics", "prescriber care", "B group", null];
const addresses = [
  "12 MG Road, Pune",
  "12 mg road, PUNE - 411001",
  "Salt Lake , Kolkata ",
  "Pune",
  "a,b,c,Élan",
  "Thane, ",
  "x,",
  null,
];
const notes = ["Left samples", "100% sure", "ASHA asked.", "कल फिर", "a_b", null];
const words = [
  ...[
    "asha",
    "ÁSHA",
    "rk",
    "gupta",
    "r.k.",
    "%",
    "_",
    "\\",
    "a b",
    "pune",
    "b",
    "class b",
    "class a rao",
    "prescr",
    "zoe",
  ],
  ...[
    "fi",
    "σ",
    "Σ",
    "शर्मा",
    "𝕢",
    "100%",
    "samples",
    "completed",
    "sched",
    "cardio",
    ".",
    "",
    " ",
    "o'n",
    "İ",
    "care group",
  ],
];

let app: TestApp;
let colleague: TestApp["member"];
let at: VisitsAtHand;
let rows: Pick<SyncAnswer, "doctors" | "visits" | "products">;
beforeAll(async () => {
  app = await startApp();
  colleague = await app.signUp("colleague@rounds.example");
  const products: string[] = [];
  for (let n = 0; n < 30; n++) {
    const { id } = await aProduct(app, 500, { name: random.pick(names), description: random.pick(notes) });
    products.push(id);
  }
  const doctors: string[] = [];
  for (let n = 0; n < 60; n++) {
    const body = doctorBody({
      name: random.pick(names),
      contact_number: random.pick(phones),
      specialization: random.pick(specializations),
      hospital: random.pick(names),
      address: random.pick(addresses),
      doctor_class: random.pick(["A", "B", "C", null]),
      doctor_type: random.pick(["prescriber", "dispenser", null]),
      representative_id: random.pick([app.id, colleague.id, null]),
    });
    doctors.push(body.id);
    await app.call(doctorRoutes.create, { body });
  }
  const someItems = () =>
    Array.from({ length: random.integer(0, 3) }, () =>
      anItem(random.pick(products), random.integer(1, 3), random.pick(["1.00", "99.99", "0.01"])),
    );
  /** Plans that were made before, of which many are completed now. */
  const plans: Visit[] = [];
  app.setClock(`${earlier}T10:00:00Z`);
  for (let n = 0; n < 60; n++) {
    const planned = { visit_date: addDays(earlier, random.integer(0, 30)), status: "scheduled" } as const;
    const body = visitBody(random.pick(doctors), { ...planned, items: someItems() });
    plans.push(await app.call(visitRoutes.create, { body }));
  }
  app.setClock(testMoment);
  await app.database.pool.query("update visits set created_at = $1, updated_at = $1", [earlier]);
  for (const { id, visit_date } of plans.filter(() => random.chance(0.7))) {
    const on = random.pick([visit_date, today]);
    const body = { visit_date: on, notes: random.pick(notes), items: someItems() };
    await app.call(visitRoutes.complete, { params: { id }, body });
  }
  for (let n = 0; n < 260; n++) {
    const body = visitBody(random.pick(doctors), {
      visit_date: addDays(today, random.integer(-85, 20)),
      status: random.pick(["completed", "completed", "scheduled", "cancelled"]),
      notes: random.pick(notes),
      items: someItems(),
    });
    await app.call(visitRoutes.create, { body });
  }
  // The database has a clock of its own.
  await app.database.pool.query("update visits set updated_at = $1 where updated_at > $1", [testMoment]);
  rows = unpacked(await app.call(syncRoutes.pull, {}));
  // A phone has few visits of others, and few of an earlier system, which have no author: some become such here and there.
  for (const visit of rows.visits.rows) {
    if (random.chance(0.5)) continue;
    visit.created_by = random.pick([colleague.id, null]);
    await app.database.pool.query("update visits set created_by = $1 where id = $2", [
      visit.created_by,
      visit.id,
    ]);
  }
  at = {
    doctors: new Map(rows.doctors.rows.map((row) => [row.id, row])),
    products: new Map(rows.products.rows.map((row) => [row.id, row])),
    visits: new Map(rows.visits.rows.map((row) => [row.id, row])),
    today,
  };
}, 120_000);
afterAll(() => app.close());

const doctorsAtHand = () => ({ doctors: at.doctors.values(), visits: at.visits.values(), today });
const search = () =>
  random.chance(0.4) ? "" : `${random.pick(words)}${random.chance(0.3) ? ` ${random.pick(words)}` : ""}`;
const page = () => random.pick([1, 1, 1, 2, 3, 99]);
const whose = () => (random.chance(0.6) ? "" : random.pick(["me", "nobody", app.id, colleague.id]));
const anyOf = <Item>(choices: readonly Item[]) => random.pick([...choices, "" as const]);
/** Without what is not set, as the client sends it. */
const set = <Query extends object>(query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")) as Query;

/** The questions, each with the phone's answer and the server's. */
const questions: Record<string, () => { asked: unknown; here: unknown; there: Promise<unknown> }> = {
  doctors() {
    const asked = set({
      search: search(),
      doctor_class: anyOf(["A", "B", "C"] as const),
      doctor_type: anyOf(["prescriber", "dispenser"] as const),
      city: random.chance(0.3) ? random.pick(["Pune", "PUNE - 411001", "kolkata.", "Élan", "Thane"]) : "",
      representative: whose(),
      page: page(),
    });
    return {
      asked,
      here: listDoctorsAtHand(doctorsAtHand(), asked, app.id),
      there: app.call(doctorRoutes.list, { query: asked }),
    };
  },
  choices() {
    const asked = set({
      search: random.chance(0.2) ? `pune ${search()}` : search(),
      also: anyOf(["city"] as const),
    });
    const there = app.call(doctorRoutes.pick, { query: asked });
    return { asked, here: pickDoctorsAtHand(doctorsAtHand(), asked, app.id), there };
  },
  visits() {
    const start = addDays(today, random.integer(-90, 10));
    const isRanged = random.chance(0.5);
    const asked = set({
      search: search(),
      status: anyOf(["completed", "other"] as const),
      city: random.chance(0.2) ? (random.pick(addresses)?.trim() ?? "") : "",
      start_date: isRanged ? start : "",
      end_date: isRanged ? addDays(start, random.integer(-1, 60)) : "",
      representative: whose(),
      page: page(),
    });
    return {
      asked,
      here: listVisitsAtHand(at, asked, app.id),
      there: app.call(visitRoutes.list, { query: asked }),
    };
  },
  products() {
    const asked = set({ search: search(), page: page() });
    const here = listProductsAtHand(rows.products.rows, asked);
    return { asked, here, there: app.call(productRoutes.list, { query: asked }) };
  },
  alike() {
    const except = random.chance(0.2) ? random.pick([...at.doctors.keys()]) : "";
    const phone = random.pick(phones) ?? "";
    const asked = set({ name: random.pick(names), city: cityOf(random.pick(addresses)), phone, except });
    const here = doctorsAlikeAtHand(rows.doctors.rows, asked);
    return { asked, here, there: app.call(doctorRoutes.alike, { query: asked }) };
  },
  ofDoctor() {
    const id = random.pick([...at.doctors.keys()]);
    const asked = { page: page() };
    const there = app.call(visitRoutes.ofDoctor, { params: { id }, query: asked });
    return { asked: { id, ...asked }, here: listDoctorVisitsAtHand(at, id, asked), there };
  },
};

test(`the phone answers ${cases} random questions from seed ${seed} as the server does`, {
  timeout: 900_000,
}, async () => {
  const found: Record<string, number> = {};
  for (let n = 0; n < cases; n++) {
    const noun = random.pick(Object.keys(questions));
    const question = questions[noun]?.();
    if (!question) continue;
    const { asked, here, there } = question;
    const server = await there;
    expect({ noun, asked, answer: here }).toEqual({ noun, asked, answer: server });
    const { rows: shown } = server as { rows: unknown[] };
    if (shown.length > 0) found[noun] = (found[noun] ?? 0) + 1;
  }
  // Questions that find nothing say little.
  for (const noun of Object.keys(questions)) expect(found[noun] ?? 0).toBeGreaterThan(cases / 50);
});

describe("what is asked without a search", () => {
  test("places, last city and the choice of products", async () => {
    expect(placesAtHand(rows.doctors.rows)).toEqual(await app.call(doctorRoutes.places, {}));
    expect(lastCityAtHand(rows.doctors.rows, app.id)).toEqual(await app.call(doctorRoutes.lastCity, {}));
    expect(pickProductsAtHand(rows.products.rows)).toEqual(await app.call(productRoutes.pick, {}));
  });

  test("each visit, and what each doctor paid last", async () => {
    for (const id of [...at.visits.keys()].slice(0, 30)) {
      const there = await app.call(visitRoutes.read, { params: { id } });
      // Neither a line's own time nor the names of people are on the phone.
      const sales = there.sales.map((line) => ({ ...line, created_at: there.created_at }));
      expect(readVisitAtHand(at, id)).toEqual({ ...there, sales, recorded_by: null, changed_by: undefined });
    }
    const sold = { ...at, time_zone: "Asia/Kolkata" };
    for (const id of at.doctors.keys()) {
      expect(lastPricesAtHand(sold, id)).toEqual(await app.call(visitRoutes.lastPrices, { params: { id } }));
    }
  });
});
