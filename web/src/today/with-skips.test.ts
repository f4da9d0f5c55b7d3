import type { Today } from "@rounds/domain/today/today.ts";
import { expect, test } from "vitest";
import type { Shown, SkipRow } from "../api/phone/pending-rows.ts";
import { withSkips } from "./with-skips.ts";

const day = "2025-11-20";
const doctor = (id: string) => ({ id, name: id }) as Today["due"][number]["doctor"];
const due = (id: string, state: Today["due"][number]["state"]) =>
  ({ doctor: doctor(id), state }) as Today["due"][number];
const today = {
  ...{ day, planned_total: 2, never_total: 0, late_total: 1, due_total: 1 },
  planned: [
    { id: "v1", doctor: doctor("both"), created_by: "me" },
    { id: "v2", doctor: doctor("planned") },
  ],
  due: [due("late", "late"), due("due", "due"), due("both", "planned")],
  skipped: [{ doctor: doctor("skipped"), reason: "other", note: "Camp", visit_id: null }],
} as unknown as Today;
const skip = (doctor_id: string, more: Partial<Shown<SkipRow>> = {}): Shown<SkipRow> => ({
  ...{ id: `${day} ${doctor_id}`, doctor_id, day, reason: "on_leave", note: null },
  ...more,
});
const names = (rows: readonly { doctor: { id: string } }[]) => rows.map((row) => row.doctor.id);

test("a skip that waits takes the doctor off the lists, and is shown with its mark", () => {
  const shown = withSkips(today, [skip("late", { waiting: "waiting" }), skip("both")]);
  expect([names(shown.planned), names(shown.due), names(shown.skipped)]).toEqual([
    ["planned"],
    ["due"],
    ["both", "late", "skipped"],
  ]);
  expect(shown).toMatchObject({ planned_total: 1, never_total: 0, late_total: 0, due_total: 1 });
  expect(shown.skipped).toMatchObject([
    { reason: "on_leave", visit_id: "v1", created_by: "me" },
    { reason: "on_leave", visit_id: null, waiting: "waiting" },
    { reason: "other", note: "Camp" },
  ]);
});

test("a day that has the skip already counts it once, with the latest reason", () => {
  const once = withSkips(today, [skip("late")]);
  expect(withSkips(once as Today, [skip("late")])).toEqual(once);
  expect(withSkips(today, [skip("skipped")]).skipped).toMatchObject([{ reason: "on_leave", note: null }]);
});

test("a skip that is taken back is not shown, and those of other days and doctors change nothing", () => {
  const undone = skip("skipped", { change: "deleted", reason: null });
  expect(withSkips(today, [undone]).skipped).toEqual([]);
  expect(withSkips(today, [skip("late", { day: "2025-11-19" })])).toBe(today);
  expect(withSkips(today, [skip("of a colleague"), skip("late", { change: "deleted" })])).toEqual(today);
});
