import { expect, test } from "vitest";
import type { Entry, Operation } from "../../phone/entry.ts";
import { rowsOf } from "./base.ts";
import { confirmedOf } from "./confirmed.ts";
import { overlaid } from "./local.ts";
import { entryOf } from "./outbox.ts";

const doctor = "00000000-0000-7000-8000-000000000001";
const line = (quantity: number) => ({ id: "line", product_id: "p", quantity, unit_price: "5.00" });
const base = rowsOf({
  doctors: [{ id: doctor, version: 3, name: "A" } as never],
  products: [],
  visits: [{ id: "there", version: 1, doctor_id: doctor, sales: [line(2)] } as never],
});
const visit = (id: string, seq: number, more: Partial<Entry> = {}): Entry => {
  const body = { id, doctor_id: doctor, items: [line(5)] };
  const operation: Operation = { noun: "visits", op: "create", entity: id, base: null, body };
  return { ...entryOf(operation, { key: id, user_id: "me", made_at: 0, app_version: "1" }, seq), ...more };
};
const confirmed = (outbox: Entry[], body: Record<string, unknown>) =>
  confirmedOf({ base, outbox, rows: overlaid(base, outbox) }, { noun: "doctors", entity: doctor, body });

test("visits that were never sent are not expected at the server; those on their way are", () => {
  const outbox = [visit("unsent", 1), visit("sent", 2, { attempts: 1, state: "sending" })];
  const shown = { visits: 3, sales: 3, units_returned: 12, version: 3 };
  expect(confirmed(outbox, shown)).toEqual({ visits: 2, sales: 2, units_returned: 7, version: 3 });
  expect(confirmed([], { visits: 1, sales: 1, units_returned: 2, version: 3 })).toMatchObject({ visits: 1 });
});

const there = base.visits.get("there") ?? null;
const gone: Operation = { noun: "visits", op: "delete", entity: "there", body: { version: 1 }, base: there };
const moved: Operation = {
  ...{ noun: "visits", op: "update", entity: "there", base: there },
  body: { version: 1, doctor_id: "other", items: [line(2)] },
};
const refused = { attempts: 1, state: "needs_you" } as const;

test.each([
  ["a deletion that was not sent yet", gone, {}, 0],
  ["a deletion on its way", gone, { attempts: 1, state: "sending" }, 0],
  ["a refused deletion, which the doctor's does", gone, refused, 1],
  ["a move to another doctor that was not sent yet", moved, {}, 0],
  ["a move on its way", moved, { attempts: 1, state: "sending" }, 0],
  ["a refused move, which the doctor's deletion waits for", moved, refused, 0],
] as const)("the visits at the server after %s", (_, operation, more, visits) => {
  const making = { key: "key", user_id: "me", made_at: 0, app_version: "1" };
  const outbox = [{ ...entryOf(operation, making, 1), ...more }];
  const shown = { visits: 0, sales: 0, units_returned: 0, version: 3 };
  expect(confirmed(outbox, shown)).toMatchObject({ visits, sales: visits, units_returned: visits * 2 });
});

test("what the server has confirmed stays as it was confirmed", () => {
  const answered = { visits: 9, sales: 8, units_returned: 70, version: 3 };
  expect(confirmed([visit("unsent", 1)], answered)).toEqual(answered);
});
