import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { expect, test } from "vitest";
import type { Shown } from "../api/phone/pending-rows.ts";
import { aDoctor, anId, aVisitRow } from "../testing/rows.ts";
import { type DayRow, withWaiting } from "./with-waiting.ts";

const day = "2025-11-20";
const asha = aDoctor();
const { id, name, specialization, hospital, doctor_class } = asha;
const doctor = { id, name, specialization, hospital, doctor_class, city: "Pune", representative_id: null };
const likely: DayRow = { doctor, planned: null, visits: [], likely: null, usual: [] };
const plan = { id: anId(), version: 3, notes: null, created_by: null, items: [] };
const planned: DayRow = { ...likely, planned: plan };

const waiting = (part: Partial<Shown<VisitRow>>): Shown<VisitRow> => ({
  ...aVisitRow(asha, day),
  status: "completed",
  total_sales: "50.00",
  waiting: "waiting",
  ...part,
});

/** The rows with one waiting visit. */
const shown = (row: DayRow, part: Partial<Shown<VisitRow>>) => withWaiting([row], day, [waiting(part)], "me");

test("a visit that waits on this phone is recorded, with what it sold, and the doctor is late no more", () => {
  const late = {
    state: "late",
    norm: 4,
    calls: 1,
    last_visit: null,
    see_by: null,
    lost: 2,
    planned: null,
  } as const;
  const [row] = shown({ ...likely, likely: late }, {});
  expect(row).toMatchObject({
    ...{ planned: null, likely: null },
    visits: [{ version: 1, total_sales: "50.00", waiting: "waiting" }],
  });
});

test("a plan that is completed on this phone is planned no more", () => {
  const [row] = shown(planned, { id: plan.id, change: "edited" });
  expect(row).toMatchObject({ planned: null, visits: [{ id: plan.id, version: 4, waiting: "waiting" }] });
});

test.each([
  ["moved to another day", { status: "scheduled", visit_date: "2025-11-22", change: "edited" }],
  ["deleted", { change: "deleted" }],
] as const)("a plan that is %s on this phone is not of the day", (_, part) => {
  expect(shown(planned, { id: plan.id, ...part })).toEqual([likely]);
});

test("a visit of the server that was edited on this phone is there once, as it was left", () => {
  const visit = {
    id: anId(),
    version: 1,
    status: "completed",
    notes: null,
    created_by: null,
    total_sales: "10.00",
    item_count: 1,
    own: false,
  } as const;
  const [row] = shown({ ...likely, visits: [visit] }, { id: visit.id, change: "edited" });
  expect(row?.visits).toMatchObject([{ id: visit.id, version: 2, total_sales: "50.00" }]);
});

test("a visit to a doctor who is not of the day gets a row", () => {
  const visit: Shown<VisitRow> = { ...waiting({}), ...aVisitRow(aDoctor(), day), status: "completed" };
  const [, row] = withWaiting([likely], day, [visit], "me");
  expect(row).toMatchObject({ planned: null, visits: [{ version: 1 }] });
});

test("other days, plans and edits of colleagues' visits leave the rows as they are", () => {
  const rows = [likely];
  expect(withWaiting(rows, day, [], "me")).toBe(rows);
  expect(shown(likely, { visit_date: "2025-11-19" })).toEqual(rows);
  expect(shown(likely, { status: "scheduled" })).toEqual(rows);
  const other = aDoctor();
  expect(
    withWaiting(rows, day, [{ ...aVisitRow(other, day), change: "edited", waiting: "waiting" }], "me"),
  ).toEqual(rows);
});

test.each([
  ["me", null, true],
  ["ravi", "me", false],
  [null, "me", true],
  [null, null, false],
])(
  "a visit of %j with a doctor of %j that waits is one's own call: %j",
  (created_by, representative_id, own) => {
    const visit = waiting({ created_by, doctor: { ...aVisitRow(asha, day).doctor, representative_id } });
    expect(withWaiting([likely], day, [visit], "me")[0]?.visits).toMatchObject([{ created_by, own }]);
  },
);
