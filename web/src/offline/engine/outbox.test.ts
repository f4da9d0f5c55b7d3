import { describe, expect, test } from "vitest";
import type { Entry, Operation } from "../../phone/entry.ts";
import { noRows } from "./base.ts";
import { asUpdate } from "./merge-operation.ts";
import { amend, entryOf, overServer, readyEntries, refusal, withdrawal, withStock } from "./outbox.ts";

const doctor = "00000000-0000-7000-8000-000000000001";
const visit = "00000000-0000-7000-8000-000000000002";
const making = (key: string) => ({ key, user_id: "me", made_at: 0, app_version: "1" });
const error = { code: "validation_failed", message: "", request_id: "" } as const;

const row = (fields: object) => ({ id: doctor, version: 3, name: "A", hospital: "H", ...fields }) as never;
const edit = (fields: object, base: object = {}): Operation => ({
  ...{ noun: "doctors", op: "update", entity: doctor, base: row(base) },
  body: { version: 3, name: "A", hospital: "H", ...fields },
});
const creation: Operation = {
  ...{ noun: "doctors", op: "create", entity: doctor, body: { id: doctor, name: "A" }, base: null },
};
const visitThere: Operation = {
  ...{ noun: "visits", op: "create", entity: visit, base: null },
  body: { id: visit, doctor_id: doctor, items: [] },
};
const deletion = (of: Operation): Operation => ({ ...of, op: "delete", body: null, base: null });

function entry(operation: Operation, seq: number, more: Partial<Entry> = {}): Entry {
  return { ...entryOf(operation, making(`key${seq}`), seq), ...more };
}
const sent = { attempts: 1 } as const;
const refused = { attempts: 1, state: "needs_you", error } as const;
const ready = (outbox: Entry[], at = 0) => readyEntries(outbox, at).map(({ seq }) => seq);

test("what one form left alone does not undo what another one changed in an unsent edit", () => {
  const first = entry(edit({ name: "B" }), 1);
  const { change } = amend([first], edit({ hospital: "I" }), making("new"));
  expect(change.put).toMatchObject([{ seq: 1, key: "key1", body: { name: "B", hospital: "I", version: 3 } }]);
});

test("what one form changed of a line stays if another one, open meanwhile, added one", () => {
  const line = (id: string, unit_price: string) => ({ id, product_id: "p", quantity: 1, unit_price });
  const before = { id: visit, version: 1, doctor_id: doctor, sales: [line("one", "5.00")] } as never;
  const edited = (items: object[]): Operation => ({
    ...{ noun: "visits", op: "update", entity: visit, base: before },
    body: { version: 1, doctor_id: doctor, items },
  });
  const first = entry(edited([line("one", "6.00")]), 1);
  const { change } = amend([first], edited([line("one", "5.00"), line("two", "7.00")]), making("new"));
  expect(change.put?.[0]?.body?.items).toEqual([line("one", "6.00"), line("two", "7.00")]);
});

test("an edit of a refused entry is a new request in its place", () => {
  const { change } = amend([entry(edit({ name: "B" }), 1, refused)], edit({ name: "C" }), making("new"));
  expect(change.put).toMatchObject([
    { seq: 1, key: "new", body: { name: "C" }, state: "waiting", attempts: 0, error: null },
  ]);
});

test("an edit of what was sent is an entry of its own, and a second one goes into that", () => {
  const outbox = [entry(edit({ name: "B" }), 1, sent)];
  const second = amend(outbox, edit({ name: "C" }), making("new")).entry;
  expect(second).toMatchObject({ seq: 2, key: "new" });
  const third = amend([...outbox, second], edit({ hospital: "I" }), making("newer")).entry;
  expect(third).toMatchObject({ seq: 2, key: "new", body: { name: "C", hospital: "I" } });
});

test("a form that began over what was given up since does not bring it back", () => {
  const server = row({ name: "Theirs", hospital: "H" });
  const base = { ...noRows, doctors: new Map([[doctor, server]]) } as never;
  // It showed the name of an edit of one's own that was refused.
  const operation = edit({ name: "Mine", hospital: "I" }, { name: "Mine" });
  expect(overServer(operation, base, [])).toMatchObject({
    base: server,
    body: { version: 3, name: "Theirs", hospital: "I" },
  });
  // While the edit waits, and over another version, the operation stays as it is.
  expect(overServer(operation, base, [entry(edit({ name: "Mine" }), 1, refused)])).toBe(operation);
  const newer = { ...noRows, doctors: new Map([[doctor, row({ version: 4 })]]) } as never;
  expect(overServer(operation, newer, [])).toBe(operation);
});

test("deleting a doctor drops what was not sent of it and of its visits, and follows what was", () => {
  const outbox = [entry(edit({ name: "B" }), 1), entry(visitThere, 2), entry(visitThere, 3, sent)];
  const { change, entry: last } = amend(outbox, deletion(edit({})), making("new"));
  expect(change.done).toEqual([1, 2]);
  expect(ready([entry(visitThere, 3, sent), last])).toEqual([3]);
});

const elsewhere = "00000000-0000-7000-8000-000000000003";
const visited = { id: visit, version: 1, doctor_id: doctor, sales: [] } as never;
const awayFrom: Record<string, Operation> = {
  deleted: { noun: "visits", op: "delete", entity: visit, body: { version: 1 }, base: visited },
  "moved to another doctor": {
    ...{ noun: "visits", op: "update", entity: visit, base: visited },
    body: { version: 1, doctor_id: elsewhere, items: [] },
  },
};
const due = { next_try: 0 } as const;
const states = {
  "not sent yet": due,
  "on its way": { ...sent, state: "sending", ...due },
  "to be sent again later": { ...sent, next_try: 50_000 },
  refused,
} as const;

describe.each(Object.entries(awayFrom))("a visit is %s before its doctor is deleted", (how, operation) => {
  test.each(Object.entries(states))("and that is %s: the doctor's deletion follows", (state, more) => {
    const before = entry(operation, 1, more);
    const { change, entry: last } = amend([before], deletion(edit({})), making("new"));
    expect(change).toEqual({ put: [last], done: [] });
    // A visit that the server did not delete goes with its doctor; one that was moved away must not.
    const isAlone = how === "deleted" && state === "refused";
    expect(ready([before, last]).includes(last.seq)).toBe(isAlone);
    expect(ready([last])).toEqual([last.seq]);
  });
});

test("a visit that was moved to a new doctor and deleted then does not wait for that doctor", () => {
  const shown = { ...(visited as object), doctor_id: elsewhere } as never;
  const moved = entry(awayFrom["moved to another doctor"] as Operation, 2);
  const outbox = [entry({ ...creation, entity: elsewhere }, 1, refused), moved];
  const { entry: last } = amend(outbox, { ...deletion(visitThere), base: shown }, making("new"));
  expect(last).toMatchObject({ base: visited, depends_on: [] });
  // The server has it still at the doctor whom it was moved away from.
  expect(ready([last, entry(deletion(creation), 4)])).toEqual([last.seq]);
});

test("entries of a row go in order, a visit follows its doctor, and a refusal holds up only these", () => {
  const other = { ...creation, entity: "other" };
  const outbox = [entry(creation, 1), entry(visitThere, 2), entry(edit({}), 3), entry(other, 4)];
  expect(ready(outbox)).toEqual([1, 4]);
  expect(ready([entry(creation, 1, refused), ...outbox.slice(1)])).toEqual([4]);
  expect(ready(outbox.slice(1))).toEqual([2, 3, 4]);
});

test("an entry waits until its next try, but never longer than a minute: the clock was set back", () => {
  expect(ready([entry(creation, 1, { next_try: 50_000 })])).toEqual([]);
  expect(ready([entry(creation, 1, { next_try: 50_000 })], 50_000)).toEqual([1]);
  expect(ready([entry(creation, 1, { next_try: 7_200_000 })])).toEqual([1]);
});

test("an entry of a later version of Rounds waits for that version", () => {
  expect(ready([entry(creation, 1, { schema: 4 })])).toEqual([]);
});

test("a creation that may have arrived is taken back by a deletion behind it", () => {
  const outbox = [entry(creation, 1, sent), entry(visitThere, 2)];
  const { put, done } = withdrawal(outbox, 1, making("new"));
  expect(done).toEqual([2]);
  expect(put).toMatchObject([{ op: "delete", entity: doctor, seq: 3 }]);
  const away = withdrawal([entry(visitThere, 1, sent)], 1, making("new")).put ?? [];
  expect(ready([...away, entry(deletion(creation), 3)])).toEqual([2]);
  expect(withdrawal([entry(creation, 1, refused), entry(visitThere, 2)], 1, making("new"))).toEqual({
    done: [1, 2],
  });
});

test("nobody is asked about what they have deleted since", () => {
  const first = entry(edit({ name: "B" }), 1, sent);
  expect(refusal([first], first, error)).toMatchObject({ put: [{ seq: 1, state: "needs_you" }] });
  expect(refusal([first, entry(deletion(creation), 2)], first, error)).toEqual({ done: [1] });
  const there = entry(visitThere, 1, sent);
  expect(refusal([there, entry(deletion(creation), 2)], there, error)).toEqual({ done: [1] });
});

test("a refused sale is sent again once the stock suffices, counting what the visit has already", () => {
  const product = { id: "p", current_stock: 2 } as never;
  const items = [{ id: "l", product_id: "p", quantity: 5, unit_price: "1.00" }];
  const waiting = entry({ ...visitThere, body: { doctor_id: doctor, items } }, 1, {
    ...refused,
    awaits_stock: true,
  });
  const rows = { ...noRows, products: new Map([["p", product]]) };
  expect(withStock([waiting], rows)).toEqual([]);
  const before = { id: visit, sales: [{ product_id: "p", quantity: 3 }] } as never;
  expect(withStock([waiting], { ...rows, visits: new Map([[visit, before]]) })).toHaveLength(1);
});

const line = (id: string) => ({ id, product_id: "p", quantity: 1, unit_price: "5.00" });
const planned = { id: visit, version: 2, doctor_id: doctor, status: "scheduled" };
const completion: Operation = {
  ...{ noun: "visits", op: "complete", entity: visit },
  base: { ...planned, visit_date: "2026-11-24", notes: "Old", sales: [line("one")] } as never,
  body: { visit_date: "2026-11-25", notes: "Seen", items: [line("two")] },
};
const whole = {
  ...{ doctor_id: doctor, version: 2, status: "completed", visit_date: "2026-11-25", notes: "Old\nSeen" },
  items: [line("one"), line("two")],
};

test("a completion that is refused stays the same request, and as an edit of the whole visit the person can change it", () => {
  const change = refusal([], entry(completion, 1, sent), error);
  expect(change.put).toEqual([entry(completion, 1, refused)]);
  expect(asUpdate(entry(completion, 1, refused))).toEqual({
    ...entry(completion, 1, refused),
    op: "update",
    body: whole,
  });
});

test("an edit of a completion that was not sent yet goes into it", () => {
  const outbox = [entry(completion, 1)];
  const shown = { ...planned, ...whole, sales: whole.items };
  const later: Operation = {
    ...{ noun: "visits", op: "update", entity: visit, base: shown as never },
    body: { ...whole, notes: "Old\nSeen, twice" },
  };
  const { change } = amend(outbox, later, making("new"));
  expect(change.put).toMatchObject([
    {
      seq: 1,
      key: "key1",
      op: "update",
      body: { ...whole, notes: "Old\nSeen, twice" },
      base: { version: 2 },
    },
  ]);
});

test("a plan that was never sent is sent as completed", () => {
  const body = { id: visit, doctor_id: doctor, status: "scheduled", visit_date: "2026-11-24", notes: "Old" };
  const made = entry({ ...visitThere, body: { ...body, items: [line("one")] } }, 1);
  const { change } = amend([made], completion, making("new"));
  const { version: _, ...after } = whole;
  expect(change.put).toMatchObject([{ seq: 1, op: "create", body: { id: visit, ...after } }]);
});

test("a doctor is deleted after the completion of a plan, and not before", () => {
  const outbox = [entry(completion, 1, sent), entry({ ...deletion(creation) }, 2)];
  expect(ready(outbox)).toEqual([1]);
});

test("an earlier version of Rounds leaves completions to a later one", () => {
  expect([entry(completion, 1).schema, entry(edit({}), 1).schema]).toEqual([2, 1]);
});
