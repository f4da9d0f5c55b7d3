import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { chooseLikely } from "@rounds/domain/catch-up/likely.ts";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { daysLeft, slipping } from "@rounds/domain/coverage/slipping.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { monthsOf } from "@rounds/domain/today/current-month.ts";
import { activityOf, untouched, type VisitOfDoctor } from "@rounds/domain/visits/calls.ts";
import { expect, test } from "vitest";
import { likelyOf } from "./read-likely.ts";

const random = createRandom(20260214);
const day: Day = "2025-06-18";
const calendar = { norms: defaultNorms, holidays: [], leave: [] };
const cities = ["Pune"];
const taken = ["d3", "d1500"];

/** So many doctors of all classes, in the cities of the day or not, some of whom were seen, or are planned. */
function manyDoctors(count: number) {
  const doctors = Array.from({ length: count }, (_, n) => ({
    ...{ id: `d${n}`, name: `Dr. ${random.integer(1, count)}`, representative_id: null },
    ...{ city: random.integer(1, 400) === 1 ? "Pune" : "Nashik", added_on: "2024-01-01", changes: [] },
    ...{ doctor_class: (["A", "B", "C", null] as const)[random.integer(0, 3)] ?? null, norm: null },
  }));
  const visits = new Map<string, VisitOfDoctor[]>();
  for (const { id: doctor_id } of doctors) {
    const own = Array.from({ length: random.integer(0, 2) }, () => {
      const visit_date = addDays(day, random.integer(-40, 8));
      return { doctor_id, visit_date, status: visit_date > day ? "scheduled" : "completed" } as const;
    });
    visits.set(doctor_id, own);
  }
  return { doctors, visits };
}

test("of many doctors those are likely who would be chosen from all at once", async () => {
  const month = manyDoctors(3_500);
  const active = activityOf([...month.visits.values()].flat(), day);
  const all = month.doctors.map((doctor) => ({ ...doctor, ...(active.get(doctor.id) ?? untouched) }));
  const ranked = slipping(monthsOf(all, calendar, day), daysLeft(calendar, day), cities);
  const wanted = chooseLikely(ranked, cities, taken);
  expect(new Set(wanted.map(({ doctor: { city } }) => city)).size).toBe(2);
  expect(await likelyOf(month, { day, calendar, cities, taken })).toEqual(wanted);
});

test("while it looks at many doctors, a server does other things", async () => {
  const done: string[] = [];
  const likely = likelyOf(manyDoctors(3_500), { day, calendar, cities, taken }).then(() =>
    done.push("likely"),
  );
  for (let turn = 1; turn <= 3; turn++) setImmediate(() => done.push("another request"));
  await likely;
  expect(done).toEqual(["another request", "another request", "another request", "likely"]);
});
