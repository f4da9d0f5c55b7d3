import { catchUp } from "@rounds/domain/catch-up/catch-up.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { glance } from "@rounds/domain/glance/glance.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import type { SyncedDoctor } from "@rounds/domain/sync/sync.ts";
import { dayPlan, weekPlan } from "@rounds/domain/today/plan-days.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { today } from "@rounds/domain/today/today.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "../../phone/entry.ts";
import type { Phone } from "../../phone/phone-state.ts";
import type { Meta } from "../../phone/ports.ts";
import { skipEntity } from "../../phone/skip-entity.ts";
import { noRows } from "../engine/base.ts";
import { entryOf } from "../engine/outbox.ts";
import { answersOf } from "./answers.ts";

const person = "00000000-0000-7000-8000-000000000001";
const asha = "00000000-0000-7000-8000-000000000002";
const colleague = "00000000-0000-7000-8000-000000000004";
const at = "2026-11-23T06:30:00.000Z";
const doctor = {
  ...{ id: asha, name: "Dr. Asha Rao", specialization: null, hospital: null, doctor_class: "A" },
  ...{ contact_number: null, email: null, address: "MG Road, Pune", norm: null, doctor_type: null },
  ...{ version: 1, created_at: at, updated_at: at, created_by: person, updated_by: person },
  representative_id: person,
} satisfies SyncedDoctor;
const synced: Meta = {
  ...{ cursor: "c", shape: 1, today: "2026-11-23", synced_at: Date.parse(at), clock_offset: 0 },
  scope: { doctors: "all", visits_since: "2026-08-25", is_cut: false },
  day_basis: { norms: defaultNorms, holidays: [], leave: [], skips: [] },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(at) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** So many completed visits, as far as it matters whether there may be more. */
const visitsTo = (doctor_id: string, count: number) =>
  new Map(Array.from({ length: count }, (_, n) => [String(n), { doctor_id, status: "completed" }]));

/** What a phone with these rows answers; the server has sent it `known` completed visits. */
function answerOf(
  path: string,
  doctors: readonly SyncedDoctor[],
  meta: Partial<Meta> = {},
  query: object = {},
  given: readonly Entry[] = [],
  known = 0,
) {
  const rows = { ...noRows, doctors: new Map(doctors.map((row) => [row.id, row])) };
  const state = {
    rows,
    base: { ...rows, visits: visitsTo(asha, known) },
    meta: { ...synced, ...meta },
    outbox: given,
    is_reached: false,
  };
  const seen = { keep: () => Promise.resolve(), find: () => Promise.resolve(undefined) };
  const phone = { state: () => state } as unknown as Phone;
  return answersOf(phone, person, seen).answer({ path, params: { id: asha }, query })?.data;
}
const dayOf = (doctors: readonly SyncedDoctor[], meta?: Partial<Meta>) =>
  answerOf(todayRoutes.read.path, doctors, meta);

test("a phone knows whom to see today, by the norms of its last sync", () => {
  const day = today.parse(dayOf([doctor]));
  expect(day).toMatchObject({ day: "2026-11-23", doctors: 1, targets: 1, never_total: 1 });
  expect(day.due).toMatchObject([{ doctor: { name: "Dr. Asha Rao" }, state: "never" }]);
  const another = { ...defaultNorms, A: { per_month: 0, min_gap_days: 5 } };
  const meta = { day_basis: { norms: another, holidays: [], leave: [], skips: [] } };
  expect(dayOf([doctor], meta)).toMatchObject({ doctors: 1, targets: 0, due: [] });
});

test("a skip that waits is on the person's day", () => {
  const body = { day: "2026-11-23", reason: "on_leave", note: "" };
  const entity = skipEntity({ doctor_id: asha, day: body.day });
  const own = { key: "key", user_id: person, made_at: Date.parse(at), app_version: "1" };
  const entry = entryOf({ noun: "skips", op: "create", entity, body, base: null }, own, 1);
  expect(answerOf(todayRoutes.read.path, [doctor], {}, {}, [entry])).toMatchObject({
    due: [],
    skipped: [{ doctor: { id: asha }, reason: "on_leave", note: null, visit_id: null }],
  });
});

test("it plans tomorrow and the week, and no day whose holidays it does not know", () => {
  const at = (path: string, day?: string) => answerOf(path, [doctor], {}, day ? { day } : {});
  expect(dayPlan.parse(at(todayRoutes.day.path))).toMatchObject({
    day: "2026-11-24",
    doctors: 1,
    never_total: 1,
  });
  const week = weekPlan.parse(at(todayRoutes.week.path));
  expect(week.days.map(({ day, kind }) => [day, kind]).slice(5)).toEqual([
    ["2026-11-28", "field"],
    ["2026-11-29", "weekly_off"],
  ]);
  expect(at(todayRoutes.day.path, "2026-12-31")).toMatchObject({ day: "2026-12-31" });
  expect(at(todayRoutes.day.path, "2027-01-01")).toBeUndefined();
  expect(at(todayRoutes.day.path, "2026-11-22")).toBeUndefined();
});

test("it has the rows of an evening that was never opened with a connection, with the doctors who are added", () => {
  const other = { ...doctor, id: "00000000-0000-7000-8000-000000000003", representative_id: colleague };
  const evening = (query: object) =>
    catchUp.parse(answerOf(catchUpRoutes.read.path, [doctor, other], {}, query));
  const shown = evening({ day: "2026-11-23" });
  expect(shown).toMatchObject({ day: "2026-11-23", previous: "2026-11-21", next: null });
  expect(shown.rows).toMatchObject([{ doctor: { id: asha, city: "Pune" }, likely: { state: "never" } }]);
  const { rows } = evening({ day: "", doctors: `${other.id},${asha}` });
  expect(rows.map((row) => row.doctor.id)).toEqual([asha, other.id]);
  expect(evening({ day: "2026-11-21" })).toMatchObject({ next: "2026-11-23", rows: [] });
});

test("a doctor's month is measured by them too", () => {
  const shown = glance.parse(answerOf(glanceRoutes.read.path, [doctor]));
  expect(shown.month).toMatchObject({ norm: expect.any(Number), class_norm: 4, state: "never" });
  expect(shown.month.norm).toBeGreaterThan(0);
});

test("what a doctor bought is shown as a part where the phone may not have all visits", () => {
  const partOf = (known: number, meta?: Partial<Meta>) =>
    glance.parse(answerOf(glanceRoutes.read.path, [doctor], meta, {}, [], known)).is_partial;
  expect([partOf(2), partOf(3)]).toEqual([false, true]);
  const scope = { doctors: "all", visits_since: "2026-08-25", is_cut: true } as const;
  expect(partOf(0, { scope })).toBe(true);
});

test("a colleague's doctor, or any doctor of a phone with too few rows, has no advice for the month", () => {
  const monthOf = (representative_id: string | null, meta?: Partial<Meta>) =>
    glance.parse(answerOf(glanceRoutes.read.path, [{ ...doctor, representative_id }], meta)).month;
  for (const own of [person, null]) expect(monthOf(own)).toMatchObject({ state: "never" });
  expect(monthOf(person).is_partial).toBeUndefined();
  expect(monthOf(colleague)).toMatchObject({ state: null, is_partial: true });
  const scope = { doctors: "all", visits_since: "2026-08-25", is_cut: true } as const;
  expect(monthOf(person, { scope })).toMatchObject({ state: null, is_partial: true });
});

test("Today is not worked out with holidays that were sent too long ago", () => {
  expect(dayOf([doctor], { today: "2026-10-23" })).toMatchObject({ day: "2026-11-23" });
  expect(dayOf([doctor], { today: "2026-09-23" })).toBeUndefined();
});

test("a phone that does not know the norms, or has only some of the doctors and none of these, has no day", () => {
  expect(dayOf([doctor], { day_basis: undefined })).toBeUndefined();
  const scope = { doctors: "mine", visits_since: "2026-08-25", is_cut: false } as const;
  expect(dayOf([], { scope })).toBeUndefined();
  expect(dayOf([doctor], { scope })).toMatchObject({ doctors: 1 });
  expect(dayOf([])).toMatchObject({ doctors: 0 });
});
