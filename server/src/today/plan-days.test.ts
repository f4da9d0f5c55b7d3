import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { aVisit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { aLongKnownDoctor } from "../testing/doctors.ts";

// Thursday, 12 June 2025, 11:30 in India.
const now = "2025-06-12T06:00:00Z";
const today = "2025-06-12";
const tomorrow = "2025-06-13";

let app: TestApp;
let ravi: Member;
beforeEach(async () => {
  app = await startApp({ now });
  ravi = await app.signUp("ravi@example.com");
});
afterEach(() => app.close());

const dayOf = (day?: string) => app.call(todayRoutes.day, { query: day ? { day } : {} });
const weekOf = (day?: string) => app.call(todayRoutes.week, { query: day ? { day } : {} });

function aTarget(name: string, city = "Pune", representative_id: string | null = app.id) {
  return aLongKnownDoctor(app, name, representative_id, "A", { address: `12 MG Road, ${city}` });
}

const planned = (member: Pick<Member, "call">, doctor: { id: string }, visit_date: string) =>
  aVisit(member, doctor.id, { visit_date, status: "scheduled" });
const namesOf = (rows: readonly { doctor: { name: string } }[]) => rows.map(({ doctor }) => doctor.name);

describe("a day", () => {
  test("is tomorrow: what is planned by city, who is to see and not planned, and who of them is near", async () => {
    const [nashik, pune, late, far, shared] = [
      await aTarget("Dr. Nashik", "Nashik"),
      await aTarget("Dr. Pune"),
      await aTarget("Dr. Late", "PUNE - 411001"),
      await aTarget("Dr. Far", "Satara"),
      await aTarget("Dr. Shared", "Pune", null),
    ];
    for (const { id } of [late, far]) await aVisit(app, id, { visit_date: "2025-05-05" });
    await planned(app, pune, tomorrow);
    await planned(app, nashik, tomorrow);
    await planned(ravi, shared, tomorrow);
    const plan = await dayOf();
    expect(plan).toMatchObject({
      day: tomorrow,
      kind: "field",
      next_day: tomorrow,
      following_day: "2025-06-14",
      planned_total: 2,
      done_total: 0,
      usual: { least: 8, most: 12 },
      doctors: 5,
      targets: 5,
      never_total: 0,
      late_total: 2,
    });
    expect(namesOf(plan.visits)).toEqual(["Dr. Nashik", "Dr. Pune"]);
    expect(plan.visits.map(({ created_by }) => created_by)).toEqual([app.id, app.id]);
    // A colleague's plan for a shared doctor takes care of the doctor.
    expect(namesOf(plan.due)).toEqual(["Dr. Late", "Dr. Far"]);
    expect(plan.near).toMatchObject([{ city_key: "pune", late_total: 1, never_total: 0, due_total: 0 }]);
    expect(namesOf(plan.near[0]?.doctors ?? [])).toEqual(["Dr. Late"]);
  });

  test("counts what is planned before it as made", async () => {
    const doctor = await aTarget("Dr. Soon");
    await aVisit(app, doctor.id, { visit_date: "2025-05-05" });
    expect(namesOf((await dayOf("2025-06-16")).due)).toEqual(["Dr. Soon"]);
    await planned(app, doctor, tomorrow);
    expect((await dayOf("2025-06-16")).due).toEqual([]);
    // Five field days after that visit the doctor may be seen again.
    expect((await dayOf("2025-06-19")).due).toMatchObject([
      { state: "late", calls: 1, last_visit: tomorrow },
    ]);
  });

  test("without field work says why, and which day comes next", async () => {
    await app.call(coverageRoutes.addLeave, { body: { from: "2025-06-16", to: "2025-06-16" } });
    await app.database.pool.query("insert into holidays (day, name) values ('2025-06-17', 'Festival')");
    expect(await dayOf("2025-06-15")).toMatchObject({ kind: "weekly_off", following_day: "2025-06-18" });
    expect(await dayOf("2025-06-16")).toMatchObject({ kind: "leave", following_day: "2025-06-18" });
    expect(await dayOf("2025-06-17")).toMatchObject({ kind: "holiday", holiday: "Festival" });
  });

  test("is none that is over or far away", async () => {
    await expect(dayOf("2025-06-11")).rejects.toMatchObject({
      code: "validation_failed",
      fields: { day: "That day is over. Reload the page to see today." },
    });
    await expect(dayOf("2026-07-01")).rejects.toMatchObject({
      fields: { day: "Please choose a day within a year" },
    });
    await expect(dayOf("soon")).rejects.toMatchObject({ fields: { day: "Please enter a date" } });
    expect((await dayOf(today)).day).toBe(today);
  });
});

describe("a week", () => {
  test("has seven days from Monday, each with what was done, not recorded or is planned", async () => {
    const [done, missed, next, mine] = [
      await aTarget("Dr. Done"),
      await aTarget("Dr. Missed"),
      await aTarget("Dr. Next"),
      await aTarget("Dr. Colleague's", "Pune", ravi.id),
    ];
    await aVisit(app, done.id, { visit_date: "2025-06-10" });
    await planned(app, missed, "2025-06-10");
    await aVisit(app, missed.id, { visit_date: "2025-06-11", status: "cancelled" });
    await planned(app, next, "2025-06-14");
    await planned(ravi, mine, "2025-06-14");
    const { days, doctors, next_day, near } = await weekOf();
    expect({ doctors, next_day }).toEqual({ doctors: 3, next_day: tomorrow });
    expect(
      days.map(({ day, kind, planned_total, done_total }) => [day, kind, planned_total, done_total]),
    ).toEqual([
      ["2025-06-09", "field", 0, 0],
      ["2025-06-10", "field", 1, 1],
      ["2025-06-11", "field", 0, 0],
      ["2025-06-12", "field", 0, 0],
      ["2025-06-13", "field", 0, 0],
      ["2025-06-14", "field", 1, 0],
      ["2025-06-15", "weekly_off", 0, 0],
    ]);
    expect(days[1]?.visits.map(({ status, doctor }) => [status, doctor.name])).toEqual([
      ["scheduled", "Dr. Missed"],
      ["completed", "Dr. Done"],
    ]);
    // Dr. Done rests, and the visit to Dr. Missed was not recorded: near Dr. Next's of Saturday.
    expect(near.flatMap(({ doctors }) => namesOf(doctors))).toEqual(["Dr. Missed"]);
  });

  test("is the present one or a later one", async () => {
    expect((await weekOf("2025-06-22")).days.map(({ day }) => day)).toEqual(
      [16, 17, 18, 19, 20, 21, 22].map((day) => `2025-06-${day}`),
    );
    await expect(weekOf("2025-06-08")).rejects.toMatchObject({
      fields: { day: "That day is over. Reload the page to see today." },
    });
  });
});

test("the usual load is the call average of the last 30 days", async () => {
  const doctors = [await aTarget("Dr. A"), await aTarget("Dr. B"), await aTarget("Dr. C")];
  for (const day of ["2025-05-13", "2025-06-02", "2025-06-03", "2025-06-04", "2025-06-05"]) {
    for (const { id } of doctors) await aVisit(app, id, { visit_date: day });
  }
  await aVisit(app, doctors[0]?.id ?? "", { visit_date: "2025-05-12" });
  await aVisit(app, doctors[0]?.id ?? "", { visit_date: today });
  expect((await weekOf()).usual).toEqual({ least: 3, most: 3 });
  expect((await ravi.call(todayRoutes.week, { query: {} })).usual).toEqual({ least: 8, most: 12 });
});
