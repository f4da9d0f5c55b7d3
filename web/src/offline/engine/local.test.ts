import { expect, test } from "vitest";
import type { Entry, Operation } from "../../phone/entry.ts";
import type { Rows } from "../../phone/phone-state.ts";
import { noRows } from "./base.ts";
import { overlaid } from "./local.ts";
import { entryOf } from "./outbox.ts";

const doctor = "00000000-0000-7000-8000-000000000001";
const visit = "00000000-0000-7000-8000-000000000002";

const making = (key: string) => ({ key, user_id: "me", made_at: 0, app_version: "1" });
const entry = (operation: Operation, seq: number): Entry => entryOf(operation, making(`key${seq}`), seq);
const row = (fields: object) => ({ id: doctor, version: 1, name: "A", hospital: "H", ...fields });
const visitRow = (fields: object) => ({
  ...{ id: visit, version: 1, doctor_id: doctor, visit_date: "2026-11-23", notes: "Old", sales: [] },
  ...fields,
});
const base = (rows: object): Rows => ({ ...noRows, ...rows }) as never;
const edit = (fields: object, before: object = {}): Operation => ({
  ...{ noun: "doctors", op: "update", entity: doctor, base: row(before) as never },
  body: { version: 1, ...fields },
});

test("what another tab has sent shows below what waits, although places were given again since", () => {
  const sent = entry(edit({ name: "B" }), 2);
  const waiting = entry(edit({ name: "C" }, { name: "B" }), 1);
  const { doctors } = overlaid(base({ doctors: new Map([[doctor, row({})]]) }), [sent, waiting]);
  expect(doctors.get(doctor)?.name).toBe("C");
});

test("an edit saved after its doctor was deleted shows over the visit as it was last, not as its form began", () => {
  const deletion = entry({ ...edit({}), op: "delete", body: null }, 1);
  const late: Operation = {
    ...{ noun: "visits", op: "update", entity: visit, base: visitRow({}) as never },
    body: { version: 1, visit_date: "2026-11-20", notes: "Old" },
  };
  const there = base({
    doctors: new Map([[doctor, row({})]]),
    visits: new Map([[visit, visitRow({ notes: "New", version: 2 })]]),
  });
  const { visits } = overlaid(there, [deletion, entry(late, 2)]);
  expect(visits.get(visit)).toMatchObject({ visit_date: "2026-11-20", notes: "New" });
});

test("a creation that has arrived, of which the answer was lost, hides nobody's later change", () => {
  const creation = entry({ ...edit({}), op: "create", body: { id: doctor, name: "A" }, base: null }, 1);
  const theirs = row({ name: "Theirs", version: 2 });
  const there = base({ doctors: new Map([[doctor, theirs]]) });
  const sent = { ...creation, attempts: 1 };
  expect(overlaid(there, [sent]).doctors.get(doctor)).toEqual(theirs);
  // It was refused and changed since: what it is now is not there.
  expect(overlaid(there, [creation]).doctors.get(doctor)?.name).toBe("A");
});

test("a completion shows over the plan as it is now, and once if it is there already", () => {
  const line = (id: string) => ({ id, product_id: "p", quantity: 1, unit_price: "5.00" });
  const plan = visitRow({ status: "scheduled", sales: [line("one")] });
  const completion = entry(
    {
      ...{ noun: "visits", op: "complete", entity: visit, base: plan as never },
      body: { visit_date: "2026-11-25", notes: "Seen", items: [line("two")] },
    },
    1,
  );
  const shown = (row: object) =>
    overlaid(base({ visits: new Map([[visit, row]]) }), [completion]).visits.get(visit);
  expect(shown({ ...plan, version: 2, notes: "New" })).toMatchObject({
    ...{ version: 2, status: "completed", visit_date: "2026-11-25", notes: "New\nSeen" },
    sales: [{ id: "one" }, { id: "two" }],
  });
  const done = { status: "completed", visit_date: "2026-11-25", notes: "Old\nSeen" };
  const there = { ...plan, ...done, version: 2, sales: [line("one"), line("two")] };
  expect(shown(there)).toMatchObject(there);
});

test("a waiting edit was made now: lines that it leaves alone keep their days unless it moves the visit", () => {
  const line = (id: string, quantity: number) => ({ id, product_id: "p", quantity, unit_price: "5.00" });
  const sales = [line("kept", 1), line("more", 1), line("removed", 1)];
  const sale_days = { kept: "2026-11-01", more: "2026-11-01", removed: "2026-11-01" };
  const plan = visitRow({ status: "scheduled", updated_at: "2026-11-01T06:00:00.000Z", sales, sale_days });
  const edited = (body: Record<string, unknown>) => {
    const operation = { noun: "visits", op: "update", entity: visit, base: plan as never, body } as const;
    const made = { ...making("key"), made_at: Date.parse("2026-11-23T06:00:00.000Z") };
    const there = base({ visits: new Map([[visit, plan]]) });
    return overlaid(there, [entryOf(operation, made, 1)]).visits.get(visit);
  };
  const items = [line("kept", 1), line("more", 2), line("new", 1)];
  const updated_at = "2026-11-23T06:00:00.000Z";
  expect(edited({ items })).toMatchObject({ updated_at, sale_days: { kept: "2026-11-01" } });
  expect(edited({ items })?.sale_days).not.toHaveProperty("more");
  expect(edited({ items, visit_date: "2026-11-24" })?.sale_days).toBeNull();
});

test("who completes a plan without an author is its author; any other edit leaves it as it is", () => {
  const authorOf = (before: object, op: "update" | "complete", body: object) => {
    const row = visitRow({ status: "scheduled", created_by: null, ...before });
    const operation: Operation = {
      ...{ noun: "visits", op, entity: visit, base: row as never },
      body: { version: 1, visit_date: "2026-11-25", notes: null, items: [], ...body },
    };
    return overlaid(base({ visits: new Map([[visit, row]]) }), [entry(operation, 1)]).visits.get(visit)
      ?.created_by;
  };
  expect(authorOf({}, "complete", {})).toBe("me");
  expect(authorOf({}, "update", { status: "completed" })).toBe("me");
  expect(authorOf({ created_by: "ravi" }, "complete", {})).toBe("ravi");
  expect(authorOf({}, "update", { status: "cancelled" })).toBeNull();
  expect(authorOf({ status: "completed" }, "update", { status: "completed" })).toBeNull();
});
