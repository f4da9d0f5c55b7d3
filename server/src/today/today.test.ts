import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { mostShown } from "@rounds/domain/today/limits.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { aLongKnownDoctor } from "../testing/doctors.ts";

// Monday, 16 June 2025, 11:30 in India: 13 of the 25 field days of June are left.
const now = "2025-06-16T06:00:00Z";
const today = "2025-06-16";

let app: TestApp;
let ravi: Member;
beforeEach(async () => {
  app = await startApp({ now });
  ravi = await app.signUp("ravi@example.com");
});
afterEach(() => app.close());

const readAs = (member: Pick<Member, "call">) => member.call(todayRoutes.read, {});
const read = () => readAs(app);

const aTarget = (name: string, of: string | null, doctor_class?: "A" | "B" | "C") =>
  aLongKnownDoctor(app, name, of, doctor_class);

const namesOf = (rows: readonly { doctor: { name: string } }[]) => rows.map(({ doctor }) => doctor.name);

test("an empty product has an empty day", async () => {
  expect(await read()).toEqual({
    day: today,
    kind: "field",
    holiday: null,
    next_day: "2025-06-17",
    doctors: 0,
    targets: 0,
    ahead: 0,
    planned: [],
    planned_total: 0,
    unrecorded: { visits: 0, day: null },
    due: [],
    never_total: 0,
    late_total: 0,
    due_total: 0,
    done: [],
    done_total: 0,
    calls: 0,
    total_sales: "0.00",
    skipped: [],
  });
});

describe("due and late", () => {
  test("are the person's and everybody's doctors, the most urgent first, with what the norm says", async () => {
    await aTarget("Dr. Late", app.id);
    const due = await aTarget("Dr. Due", null);
    const ahead = await aTarget("Dr. Ahead", app.id, "C");
    await aTarget("Dr. Other", ravi.id);
    await aDoctor(app, { name: "Dr. Untargeted", doctor_class: null });
    await aVisit(app, due.id, { visit_date: "2025-06-04" });
    await aVisit(app, due.id, { visit_date: "2025-06-04" });
    await aVisit(ravi, due.id, { visit_date: "2025-06-10" });
    await aVisit(app, ahead.id, { visit_date: "2025-06-02" });
    const answer = await read();
    // W = 13 days, 4 calls 5 days apart need 16; 2 of 4 calls are left, and 13 − 6 days are room enough.
    expect(namesOf(answer.due)).toEqual(["Dr. Late"]);
    expect(answer.due[0]).toMatchObject({ state: "never", norm: 4, calls: 0, last_visit: null, lost: 1 });
    expect(answer).toMatchObject({ doctors: 4, targets: 3, never_total: 1, due_total: 0, ahead: 2 });

    await app.call(visitRoutes.delete, { params: { id: (await latestVisit(due.id)) ?? "" } });
    const later = await read();
    expect(namesOf(later.due)).toEqual(["Dr. Late", "Dr. Due"]);
    // 3 calls 5 days apart need 11 of 13 days: the next one may wait two field days.
    expect(later.due[1]).toEqual({
      doctor: {
        id: due.id,
        name: "Dr. Due",
        specialization: "Cardiology",
        hospital: "Sahyadri Hospital",
        address: "12 MG Road, Pune",
        contact_number: "+91 98220 11111",
        doctor_class: "A",
      },
      state: "due",
      norm: 4,
      calls: 1,
      last_visit: "2025-06-04",
      see_by: "2025-06-18",
      lost: 0,
      planned: null,
    });
    expect(later).toMatchObject({ never_total: 1, due_total: 1, ahead: 1 });
    expect(namesOf((await readAs(ravi)).due)).toEqual(["Dr. Other", "Dr. Due"]);
  });

  async function latestVisit(doctor_id: string): Promise<string | undefined> {
    const { rows } = await app.database.pool.query<{ id: string }>(
      "select id from visits where doctor_id = $1 order by visit_date desc limit 1",
      [doctor_id],
    );
    return rows[0]?.id;
  }

  test("leave out who is met or planned today, whoever does it", async () => {
    const [met, planned, cancelled] = [
      await aTarget("Dr. Met", app.id),
      await aTarget("Dr. Planned", null),
      await aTarget("Dr. Cancelled", app.id),
    ];
    expect((await read()).never_total).toBe(3);
    await aVisit(ravi, met.id, { visit_date: today });
    await aVisit(ravi, planned.id, { visit_date: today, status: "scheduled" });
    await aVisit(ravi, cancelled.id, { visit_date: today, status: "cancelled" });
    expect(await read()).toMatchObject({ never_total: 1, due: [{ doctor: { name: "Dr. Cancelled" } }] });
  });

  test("leave out who was seen too short a time ago, and show for which day a visit is planned", async () => {
    const [yesterday, longAgo, planned] = [
      await aTarget("Dr. Yesterday", app.id),
      await aTarget("Dr. Long Ago", app.id),
      await aTarget("Dr. Planned", app.id),
    ];
    await aVisit(app, yesterday.id, { visit_date: "2025-06-14" });
    for (const { id } of [longAgo, planned]) await aVisit(app, id, { visit_date: "2025-05-05" });
    await aVisit(app, planned.id, { visit_date: "2025-06-26", status: "scheduled" });
    await aVisit(app, planned.id, { visit_date: "2025-06-20", status: "scheduled" });
    await app.database.pool.query("update doctors set norm = 5 where id = $1", [planned.id]);
    const answer = await read();
    expect(answer.due).toMatchObject([
      { doctor: { name: "Dr. Long Ago" }, state: "late", lost: 1, planned: null },
      { doctor: { name: "Dr. Planned" }, state: "planned", planned: "2025-06-20" },
    ]);
    expect(answer).toMatchObject({ never_total: 0, late_total: 1, due_total: 0, ahead: 0 });
  });

  test("ask for nobody who is planned in the first days of the next month", async () => {
    const [none, soon, far] = [
      await aTarget("Dr. None", app.id),
      await aTarget("Dr. Soon", app.id),
      await aTarget("Dr. Far", app.id),
    ];
    for (const { id } of [none, soon, far]) await aVisit(app, id, { visit_date: "2025-05-05" });
    await aVisit(app, soon.id, { visit_date: "2025-07-05", status: "scheduled" });
    await aVisit(app, far.id, { visit_date: "2025-07-06", status: "scheduled" });
    // Until 5 July: seven days.
    app.setClock("2025-06-28T06:00:00Z");
    const member = await app.signIn("asha@example.com");
    const answer = await readAs(member);
    const late = { state: "late", planned: null };
    expect(answer.due).toMatchObject([
      { doctor: { name: "Dr. Far" }, ...late },
      { doctor: { name: "Dr. None" }, ...late },
      { doctor: { name: "Dr. Soon" }, state: "planned", planned: "2025-07-05" },
    ]);
    expect(answer.late_total).toBe(2);
    const monthOf = async ({ id }: { id: string }) =>
      (await member.call(glanceRoutes.read, { params: { id } })).month;
    expect(await monthOf(soon)).toMatchObject({ state: "planned", scheduled: 0 });
    expect(await monthOf(far)).toMatchObject({ state: "late", scheduled: 0 });
  });

  test("keep a gap that began last month, in which holidays do not count", async () => {
    const doctor = await aTarget("Dr. Gap", app.id, "B");
    await aVisit(app, doctor.id, { visit_date: "2025-06-04" });
    const late = await aTarget("Dr. Late", app.id, "B");
    await aVisit(app, late.id, { visit_date: "2025-05-31" });
    // Class B: ten field days apart. 16 June is the tenth after 4 June, and the thirteenth after 31 May.
    await app.database.pool.query("update doctors set doctor_class = 'B', norm = null");
    await app.call(coverageRoutes.saveNorms, {
      body: { ...defaultNorms, B: { per_month: 3, min_gap_days: 10 } },
    });
    expect(namesOf((await read()).due)).toEqual(["Dr. Late", "Dr. Gap"]);
    const holidays = ["2025-06-02", "2025-06-03", "2025-06-05", "2025-06-06"];
    await app.call(coverageRoutes.saveHolidays, {
      body: { holidays: holidays.map((day) => ({ day, name: "Holiday" })) },
    });
    expect(namesOf((await read()).due)).toEqual([]);
  });

  test("come near the visits that are planned, where all else is equal", async () => {
    const [pune, mumbai, planned] = [
      await aTarget("Dr. A of Pune", app.id),
      await aTarget("Dr. B of Mumbai", app.id),
      await aTarget("Dr. C of Mumbai", app.id),
    ];
    await app.database.pool.query("update doctors set address = 'Mumbai' where id in ($1, $2)", [
      mumbai.id,
      planned.id,
    ]);
    expect(namesOf((await read()).due)[0]).toBe(pune.name);
    await aVisit(app, planned.id, { visit_date: today, status: "scheduled" });
    expect(namesOf((await read()).due)).toEqual([mumbai.name, pune.name]);
  });

  test(`are at most ${mostShown} rows, with the counts of all`, async () => {
    await app.database.pool.query(
      `insert into doctors (id, name, doctor_class, creation_digest, created_at)
         select gen_random_uuid(), 'Dr. ' || n, 'A', '', '2025-01-01' from generate_series(1, $1) n`,
      [mostShown + 5],
    );
    const answer = await read();
    expect(answer.due).toHaveLength(mostShown);
    expect(answer).toMatchObject({ never_total: mostShown + 5, due_total: 0, doctors: mostShown + 5 });
  });
});

describe("planned", () => {
  test("are today's scheduled visits that the person entered, or to doctors of the person", async () => {
    const [own, shared, other] = [
      await aTarget("Dr. Own", app.id),
      await aTarget("Dr. Shared", null),
      await aTarget("Dr. Other", ravi.id),
    ];
    const scheduled = { visit_date: today, status: "scheduled" } as const;
    const byOther = await aVisit(ravi, own.id, { ...scheduled, notes: "Bring samples" });
    await aVisit(ravi, shared.id, scheduled);
    await aVisit(app, other.id, scheduled);
    await aVisit(app, own.id, { visit_date: "2025-06-17", status: "scheduled" });
    await aVisit(app, shared.id, { visit_date: today, status: "cancelled" });
    await aVisit(app, own.id, { visit_date: "2025-06-05" });
    const answer = await read();
    expect(namesOf(answer.planned)).toEqual(["Dr. Other", "Dr. Own"]);
    expect(answer.planned_total).toBe(2);
    expect(answer.planned[1]).toMatchObject({
      id: byOther.id,
      notes: "Bring samples",
      created_by: ravi.id,
      last_visit: "2025-06-05",
      doctor: { id: own.id },
    });
    expect(namesOf((await readAs(ravi)).planned)).toEqual(["Dr. Other", "Dr. Own", "Dr. Shared"]);
  });

  test("are everybody's if no account entered them and the doctor is shared, as in the demo", async () => {
    const [shared, other] = [await aTarget("Dr. Shared", null), await aTarget("Dr. Other", ravi.id)];
    for (const { id } of [shared, other]) {
      await aVisit(app, id, { visit_date: today, status: "scheduled" });
      await aVisit(app, id, { visit_date: today });
    }
    await app.database.pool.query("update visits set created_by = null");
    const mine = await read();
    expect(namesOf(mine.planned)).toEqual(["Dr. Shared"]);
    expect(namesOf((await readAs(ravi)).planned)).toEqual(["Dr. Other", "Dr. Shared"]);
  });

  test("of earlier days count until they are recorded or cancelled, for a month", async () => {
    const doctor = await aTarget("Dr. Own", app.id);
    const plan = (visit_date: string) =>
      aVisit(app, doctor.id, { visit_date, status: "scheduled", notes: null });
    await plan("2025-06-09");
    const last = await plan("2025-06-13");
    await plan("2025-05-16");
    expect((await read()).unrecorded).toEqual({ visits: 2 + 0, day: "2025-06-13" });
    await app.call(visitRoutes.update, {
      params: { id: last.id },
      body: visitEdit(last, { status: "completed" }),
    });
    expect((await read()).unrecorded).toEqual({ visits: 1, day: "2025-06-09" });
    expect((await readAs(ravi)).unrecorded).toEqual({ visits: 0, day: null });
  });
});

describe("done today", () => {
  test("are the person's calls, with their sales; a colleague's to an own doctor is shown, and counts for the colleague", async () => {
    const [own, shared] = [await aTarget("Dr. Own", app.id), await aTarget("Dr. Shared", null)];
    const product = await aProduct(app, 100);
    const sold = (price: string) => ({ visit_date: today, items: [anItem(product.id, 2, price)] });
    await aVisit(app, own.id, sold("10.05"));
    await aVisit(app, own.id, sold("1.00"));
    await aVisit(ravi, own.id, { ...sold("100.00"), notes: "Joint work" });
    await aVisit(ravi, shared.id, sold("1000.00"));
    await aVisit(app, shared.id, { visit_date: "2025-06-15" });
    const answer = await read();
    expect(answer).toMatchObject({ done_total: 2, calls: 1, total_sales: "22.10" });
    expect(answer.done.map(({ own, total_sales, item_count }) => [own, total_sales, item_count])).toEqual([
      [false, "200.00", 1],
      [true, "2.00", 1],
      [true, "20.10", 1],
    ]);
    expect(await readAs(ravi)).toMatchObject({ done_total: 2, calls: 2, total_sales: "2200.00" });
  });

  test("are of whose the doctor was when the day began, where nobody recorded them, and nobody's with a shared doctor", async () => {
    const [own, shared, given] = [
      await aTarget("Dr. Own", app.id),
      await aTarget("Dr. Shared", null),
      await aTarget("Dr. Given", app.id),
    ];
    for (const { id } of [own, shared, given]) await aVisit(app, id, { visit_date: today });
    const { pool } = app.database;
    await pool.query("update visits set created_by = null");
    const done = async () => {
      const days = [await read(), await readAs(ravi)];
      return days.map(({ done, done_total, calls }) => [namesOf(done).sort(), done_total, calls]);
    };
    const before = [
      [["Dr. Given", "Dr. Own"], 2, 2],
      [[], 0, 0],
    ];
    expect(await done()).toEqual(before);
    await pool.query("update doctors set representative_id = $1 where id in ($2, $3)", [
      ravi.id,
      shared.id,
      given.id,
    ]);
    expect(await done()).toEqual(before);
  });

  test("take a planned visit over once it is recorded", async () => {
    const doctor = await aTarget("Dr. Own", app.id);
    const planned = await aVisit(app, doctor.id, { visit_date: today, status: "scheduled" });
    expect(await read()).toMatchObject({ planned_total: 1, done_total: 0 });
    await app.call(visitRoutes.update, {
      params: { id: planned.id },
      body: visitEdit(planned, { status: "completed" }),
    });
    expect(await read()).toMatchObject({ planned_total: 0, planned: [], done_total: 1, late_total: 0 });
  });
});

describe("the day", () => {
  test("is named as a Sunday, a holiday or a day of leave, and the next field day with it", async () => {
    await app.call(coverageRoutes.saveHolidays, { body: { holidays: [{ day: today, name: "Bakrid" }] } });
    await app.call(coverageRoutes.addLeave, { body: { from: "2025-06-17", to: "2025-06-18" } });
    const doctor = await aTarget("Dr. Own", app.id);
    await aVisit(app, doctor.id, { visit_date: today, status: "scheduled" });
    const day = { kind: "holiday", holiday: "Bakrid", next_day: "2025-06-19" };
    expect(await read()).toMatchObject({ ...day, planned: [{ doctor: { name: "Dr. Own" } }] });
    expect(await readAs(ravi)).toMatchObject({ ...day, next_day: "2025-06-17" });
    await app.call(coverageRoutes.addLeave, { body: { from: today, to: today } });
    expect(await read()).toMatchObject({ kind: "leave" });
    app.setClock("2025-06-22T06:00:00Z");
    const asha = await app.signIn("asha@example.com");
    expect(await readAs(asha)).toMatchObject({ kind: "weekly_off", holiday: null, next_day: "2025-06-23" });
  });

  test("follows the norms that an administrator sets, and a doctor's own", async () => {
    const [own, classed] = [await aTarget("Dr. Own", app.id, "C"), await aTarget("Dr. Classed", app.id, "C")];
    for (const { id } of [own, classed]) await aVisit(app, id, { visit_date: "2025-06-02" });
    expect(await read()).toMatchObject({ due: [], ahead: 2 });
    await app.database.pool.query("update doctors set norm = 12 where id = $1", [own.id]);
    expect(await read()).toMatchObject({ ahead: 1 });
    const norm = { per_month: 4, min_gap_days: 6 };
    await app.call(coverageRoutes.saveNorms, { body: { ...defaultNorms, C: norm } });
    const { due } = await read();
    expect(due.map(({ doctor, norm }) => [doctor.id, norm]).toSorted()).toEqual(
      [
        [own.id, expect.any(Number)],
        [classed.id, 4],
      ].toSorted(),
    );
  });
});
