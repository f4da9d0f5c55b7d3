import { describe, expect, test } from "vitest";
import { defaultNorms } from "../coverage/norms.ts";
import { untouched } from "../visits/calls.ts";
import { glanceMonth } from "./doctor-month.ts";

const doctor = {
  ...{ id: "d", name: "Dr. Asha Rao", city: "Pune", doctor_class: "A" as const, norm: null },
  ...{ added_on: "2025-01-01", changes: [] },
};
const basis = { norms: defaultNorms, holidays: [], leave: [] };

describe("a doctor's month", () => {
  test("of class A with one call and one planned: two are missing, and there is a day by which to go", () => {
    // Thursday; the last field day of the month is Saturday, November 29. With a gap of 5 days, two calls need 6 of 9.
    const month = glanceMonth(
      doctor,
      { calls: 1, scheduled: 1, planned: "2025-11-24", last_visit: "2025-11-10" },
      basis,
      "2025-11-20",
    );
    expect(month).toEqual({
      ...{ calls: 1, scheduled: 1, last_call: "2025-11-10", norm: 4, class_norm: 4 },
      ...{ see_by: "2025-11-24", lost: 0, state: "planned" },
    });
  });

  test("is late when the missing calls no longer fit, also because of leave", () => {
    const leave = ["2025-11-21", "2025-11-22", "2025-11-24", "2025-11-25"];
    const month = (own: typeof basis) =>
      glanceMonth(
        doctor,
        { calls: 2, scheduled: 0, planned: null, last_visit: "2025-11-10" },
        own,
        "2025-11-20",
      );
    expect(month(basis).state).toBe("due");
    expect(month({ ...basis, leave: leave as never[] })).toMatchObject({
      state: "late",
      see_by: "2025-11-20",
      lost: 1,
    });
  });

  test("is planned by a visit of the next month, which is none of this one's calls", () => {
    const activity = { calls: 1, scheduled: 0, planned: "2025-12-01", last_visit: "2025-11-10" };
    expect(glanceMonth(doctor, activity, basis, "2025-11-28")).toMatchObject({
      scheduled: 0,
      lost: 2,
      state: "planned",
    });
    expect(glanceMonth(doctor, { ...activity, planned: null }, basis, "2025-11-28").state).toBe("late");
  });

  test("asks for nobody within the gap since the last call", () => {
    const seen = { calls: 2, scheduled: 0, planned: null, last_visit: "2025-11-19" };
    expect(glanceMonth(doctor, seen, basis, "2025-11-20")).toMatchObject({
      state: null,
      see_by: "2025-11-25",
      lost: 1,
    });
  });

  test("has nothing to see by once all is done, and none without a target", () => {
    const done = { calls: 4, scheduled: 0, planned: null, last_visit: "2025-11-19" };
    expect(glanceMonth(doctor, done, basis, "2025-11-20")).toMatchObject({
      norm: 4,
      see_by: null,
      state: null,
    });
    const none = { ...doctor, norm: 0 };
    expect(glanceMonth(none, untouched, basis, "2025-11-20")).toMatchObject({
      norm: 0,
      see_by: null,
      state: null,
    });
  });
});
