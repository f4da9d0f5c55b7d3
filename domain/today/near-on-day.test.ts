import { expect, test } from "vitest";
import { nearOnDay } from "./near-on-day.ts";
import type { NearDoctors } from "./plan-days.ts";
import type { DueDoctor } from "./today.ts";

const monday = "2025-11-24";
const doctor = (name: string, state: DueDoctor["state"], see_by: string | null): DueDoctor => ({
  doctor: {
    ...{ id: name, name, specialization: null, hospital: null, address: "Pune", contact_number: null },
    doctor_class: "A",
  },
  ...{
    state,
    see_by,
    norm: 4,
    calls: 1,
    last_visit: "2025-11-08",
    lost: state === "late" ? 1 : 0,
    planned: null,
  },
});
const pune: NearDoctors = {
  ...{ city_key: "pune", city: "Pune", never_total: 1, late_total: 1, due_total: 2 },
  doctors: [
    doctor("New", "never", monday),
    doctor("Late", "late", monday),
    doctor("Wednesday", "due", "2025-11-26"),
    doctor("Monday", "due", monday),
  ],
};
const on = (day: string) =>
  nearOnDay([pune], day, monday).map(({ never_total, late_total, due_total, doctors }) => [
    { never_total, late_total, due_total },
    ...doctors.map(({ doctor: { name }, state, see_by }) => `${name} ${state} ${see_by}`),
  ]);

test("who had to be seen before the day is late on it, and comes before those who are due", () => {
  expect(on("2025-11-26")).toEqual([
    [
      { never_total: 1, late_total: 2, due_total: 1 },
      ...["New never null", "Late late null", "Monday late null", "Wednesday due 2025-11-26"],
    ],
  ]);
});

test("on the day of the figures nothing is different", () => {
  expect(nearOnDay([pune], monday, monday)).toEqual([{ ...pune, is_exact: true }]);
});

test("how many are late on a later day is not known while some who are due are not listed", () => {
  const isExact = (near: NearDoctors, day: string) => nearOnDay([near], day, monday)[0]?.is_exact;
  const more = { ...pune, due_total: 9 };
  expect([isExact(pune, "2025-11-26"), isExact(more, monday), isExact(more, "2025-11-26")]).toEqual([
    ...[true, true, false],
  ]);
});

test("in another month nobody is proposed", () => {
  expect(on("2025-12-01")).toEqual([]);
});
