import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { doctorClasses } from "@rounds/domain/doctors/choices.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { unpacked } from "@rounds/domain/sync/columns.ts";
import { digestOf } from "@rounds/domain/sync/digest.ts";
import { maxSyncedById, syncNouns } from "@rounds/domain/sync/nouns.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import type { SyncAnswer, SyncedRow } from "@rounds/domain/sync/sync.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { visitStatuses } from "@rounds/domain/visits/statuses.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, doctorBody, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { mostForEverybody } from "./scope.ts";

// Phones that apply the answers have, after every step, exactly the rows of their scope as plain SQL finds them.

vi.setConfig({ testTimeout: 300_000 });
const seed = Number(process.env.SEED ?? 20261123);

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

type Row = { id: string; version: number };

/** A phone with the rows of a person. */
class Phone {
  readonly rows = { doctors: new Map<string, Row>(), products: new Map<string, Row>(), visits: new Map() };
  repairs = 0;
  #cursor = "";
  member: Member;

  constructor(member: Member) {
    this.member = member;
  }

  async sync(): Promise<void> {
    let cursor: string | undefined;
    let answer: SyncAnswer;
    let after = {};
    do {
      const query = { cursor: this.#cursor, digest: "1" as const, ...after };
      answer = unpacked(await this.member.call(syncRoutes.pull, { query }));
      cursor ??= answer.cursor;
      if (answer.reset) for (const noun of syncNouns) this.rows[noun].clear();
      for (const id of answer.deleted) for (const noun of syncNouns) this.rows[noun].delete(id);
      for (const noun of syncNouns) this.#put(this.rows[noun], answer[noun].rows);
      const [doctors, products, visits] = syncNouns.map((noun) => answer[noun].more ?? "");
      after = { after_doctors: doctors, after_products: products, after_visits: visits };
    } while (Object.values(after).some((id) => id !== ""));
    this.#cursor = cursor;
    for (const noun of syncNouns) {
      const { count, digest } = answer[noun];
      const rows: Map<string, Row> = this.rows[noun];
      if (rows.size !== count || digestOf(rows.values()) !== digest) await this.#repair(noun);
    }
  }

  async #repair(noun: (typeof syncNouns)[number]): Promise<void> {
    this.repairs++;
    const kept: Map<string, Row> = this.rows[noun];
    const listed = new Map((await this.member.call(syncRoutes.ids, { query: { noun } })).rows);
    for (const id of kept.keys()) if (!listed.has(id)) kept.delete(id);
    const missing = [...listed]
      .filter(([id, version]) => kept.get(id)?.version !== version)
      .map(([id]) => id);
    while (missing.length > 0) {
      const ids = missing.splice(0, maxSyncedById).join(",");
      const found = await this.member.call(syncRoutes.rows, { query: { noun, ids } });
      this.#put(kept, found[noun]);
    }
  }

  #put(kept: Map<string, Row>, rows: readonly SyncedRow[]): void {
    for (const row of rows) kept.set(row.id, row);
  }
}

/** What a person's phone must have, by the words of docs/offline.md. */
async function scopeBySql(me: string, today: Day) {
  const read = async (statement: string, values: unknown[]) =>
    (await app.database.pool.query(statement, values)).rows;
  const isAll = `(select count(*) <= ${mostForEverybody} from doctors)`;
  const isMine = `(${isAll} or representative_id = $1 or doctors.created_by = $1
    or exists (select from sync.pins where user_id = $1 and doctor_id = doctors.id)
    or exists (select from visits where doctor_id = doctors.id and visits.created_by = $1 and visit_date >= $2::date - 365))`;
  const doctors = await read(`select id, version, hospital from doctors where ${isMine}`, [me, today]);
  const products = await read("select id, version, current_stock from products", []);
  const visits = await read(
    `select id, version, status, (select coalesce(json_agg(quantity order by position), '[]') from sales where visit_id = ranked.id) as units
     from (
       select visits.*, representative_id, row_number() over (
         partition by doctor_id, visits.status = 'completed' order by visit_date desc, visits.id desc) as place
       from visits join doctors on doctors.id = doctor_id and ${isMine}
     ) as ranked
     where (created_by = $1 and visit_date >= $2::date - 90) or (status = 'completed' and place <= 3)
       or (coalesce(representative_id, $1) = $1 and status <> 'cancelled'
         and visit_date between least($2::date - 30, date_trunc('month', $2::date)) and $2::date + 60)`,
    [me, today],
  );
  return { doctors, products, visits };
}

async function compare(phone: Phone, today: Day, step: string): Promise<void> {
  await phone.sync();
  const expected = await scopeBySql(phone.member.id, today);
  const sorted = <Item extends { id: string }>(items: Iterable<Item>) =>
    [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  const kept = {
    doctors: sorted(phone.rows.doctors.values()),
    products: sorted(phone.rows.products.values()),
    visits: sorted(phone.rows.visits.values()).map((row) => ({
      ...row,
      units: row.sales.map(({ quantity }: { quantity: number }) => quantity),
    })),
  };
  for (const noun of syncNouns) {
    const wanted = sorted(expected[noun] as Row[]);
    expect(kept[noun].length, `${noun} after ${step}`).toBe(wanted.length);
    expect(kept[noun], `${noun} after ${step}`).toMatchObject(wanted);
  }
}

/** Somebody else's doctors, so many that nobody has all of them. */
async function fillDoctors(by: string): Promise<void> {
  await app.database.pool.query(
    `insert into doctors (id, name, creation_digest, created_by)
     select gen_random_uuid(), 'Dr. ' || n, '', $1 from generate_series(1, ${mostForEverybody}) as n`,
    [by],
  );
}

test.each([
  ["all doctors", false],
  ["one's own doctors", true],
])("a phone with %s is right after every step", async (_, isLarge) => {
  const random = createRandom(seed);
  const people = [app.member, await app.signUp("ravi@example.com"), await app.signUp("meera@example.com")];
  const phones = people.slice(0, 2).map((member) => new Phone(member));
  if (isLarge) await fillDoctors(people[2]?.id ?? "");
  let today: Day = app.today();
  const doctors = [(await aDoctor(app)).id];
  const products = [(await aProduct(app, 100_000)).id, (await aProduct(app, 100_000)).id];
  const visits: string[] = [];
  const someDay = () => addDays(today, random.pick([-400, -364, -100, -91, -90, -89, -3, -1, 0, 0, 5]));
  const visitChanges = () => ({
    visit_date: someDay(),
    status: random.pick(visitStatuses),
    items: random.chance(0.6) ? [anItem(random.pick(products), random.integer(1, 9))] : [],
  });

  type Step = [name: string, weight: number, act: (by: Member) => Promise<unknown>];
  const steps: Step[] = [
    [
      "a new visit",
      8,
      async (by) => visits.push((await aVisit(by, random.pick(doctors), visitChanges())).id),
    ],
    [
      "a new doctor",
      4,
      async (by) => doctors.push((await aDoctor(by, { representative_id: random.pick(people).id })).id),
    ],
    [
      "an edited doctor",
      3,
      async (by) => {
        const { version, id } = await by.call(doctorRoutes.read, { params: { id: random.pick(doctors) } });
        const { id: _, ...body } = doctorBody({
          hospital: `Hospital ${random.integer(1, 99)}`,
          doctor_class: random.pick(doctorClasses),
          representative_id: random.chance(0.5) ? random.pick(people).id : null,
        });
        await by.call(doctorRoutes.update, { params: { id }, body: { ...body, version } });
      },
    ],
    [
      "an edited visit",
      5,
      async (by) => {
        if (visits.length === 0) return;
        const visit = await by.call(visitRoutes.read, { params: { id: random.pick(visits) } });
        const body = visitEdit(visit, { doctor_id: random.pick(doctors), ...visitChanges() });
        await by.call(visitRoutes.update, { params: { id: visit.id }, body });
      },
    ],
    [
      "a deleted visit",
      2,
      async (by) => {
        const [id] = visits.splice(random.integer(0, visits.length - 1), 1);
        if (id) await by.call(visitRoutes.delete, { params: { id } });
      },
    ],
    [
      "a deleted doctor",
      1,
      async (by) => {
        if (doctors.length < 2) return;
        const [id = ""] = doctors.splice(random.integer(0, doctors.length - 1), 1);
        const { rows } = await app.database.pool.query("select id from visits where doctor_id = $1", [id]);
        for (const row of rows) visits.splice(visits.indexOf(row.id), 1);
        await by.call(doctorRoutes.delete, { params: { id } });
      },
    ],
    [
      "what was deleted, back again",
      2,
      async (by) => {
        const { rows } = await by.call(historyRoutes.deleted, {});
        if (rows.length === 0) return;
        const { id, noun } = random.pick(rows);
        // The doctor of a visit may be gone.
        const back = await by
          .call(historyRoutes.restore, { params: { id }, body: {} })
          .catch((error) => expect(error).toMatchObject({ code: "doctor_missing" }));
        if (!back) return;
        if (noun === "doctors") doctors.push(id);
        const of = noun === "doctors" ? "doctor_id" : "id";
        const { rows: there } = await app.database.pool.query(`select id from visits where ${of} = $1`, [id]);
        for (const row of there) visits.push(row.id);
      },
    ],
    [
      "a pinned doctor",
      2,
      async (by) => {
        const { id } = await by.call(doctorRoutes.read, { params: { id: random.pick(doctors) } });
        await by.call(random.chance(0.7) ? syncRoutes.pin : syncRoutes.unpin, { params: { id } });
      },
    ],
    [
      "more stock",
      1,
      (by) =>
        by.call(stockRoutes.add, {
          params: { id: random.pick(products) },
          body: { id: anId(), quantity: 3 },
        }),
    ],
    [
      "another day",
      1,
      async () => {
        // Few enough that the clock stays before the real one, which the ledger knows.
        today = addDays(today, random.pick([1, 7]));
        app.setClock(`${today}T10:00:00Z`);
        for (const [at, member] of people.entries()) people[at] = await app.signIn(member.email);
        for (const [at, phone] of phones.entries()) phone.member = people[at] ?? phone.member;
      },
    ],
  ];
  for (let visit = 1; visit <= 30; visit++) await steps[0]?.[2](random.pick(people));
  for (let step = 1; step <= casesOf(80, 400); step++) {
    const [name, , act] = random.weighted(steps, ([, weight]) => weight);
    await act(random.pick(people));
    const phone = random.pick(phones);
    if (random.chance(0.7)) await compare(phone, today, `step ${step}, ${name}`);
  }
  for (const phone of phones) await compare(phone, today, "all steps");
});
