import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSendingQueue } from "../../api/live/live-state.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Entry } from "../../phone/entry.ts";
import type { Phone, PhoneState } from "../../phone/phone-state.ts";
import { noRows } from "../engine/base.ts";
import { entryOf } from "../engine/outbox.ts";
import { showChanges } from "./show-changes.ts";

/** A visit in the outbox, with its number as its id. */
function entry(n: number, more: Partial<Entry> = {}): Entry {
  const id = String(n);
  const body = { id, doctor_id: "doctor", items: [] };
  const operation = { noun: "visits", op: "create", entity: id, body, base: null } as const;
  return { ...entryOf(operation, { key: id, user_id: "me", made_at: 0, app_version: "1" }, n), ...more };
}

let state: PhoneState;
let notify: () => void;
let stop: () => void;
let leave: (() => void)[];

/** Counts the readings of a query that is shown. */
function shown(queryKey: readonly ["visits" | "team", string], took = 100) {
  const counted = { begun: 0 };
  const queryFn = () => {
    counted.begun++;
    return new Promise((resolve) => setTimeout(() => resolve({ rows: [] }), took));
  };
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, initialData: { rows: [] } });
  leave.push(observer.subscribe(() => {}));
  counted.begun = 0;
  return counted;
}

/** What is in the outbox from now on. */
function become(outbox: readonly Entry[], more: Partial<PhoneState> = {}) {
  state = { ...state, outbox, ...more };
  notify();
}

const queue = Array.from({ length: 200 }, (_, n) => entry(n + 1));

/** Sends the queue, ten entries a second, until so many are left. */
async function sendUntil(left: number) {
  while (state.outbox.length > left) {
    become(state.outbox.slice(1));
    await vi.advanceTimersByTimeAsync(100);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  leave = [];
  const rows = noRows;
  state = {
    ...{ rows, base: rows, outbox: queue, meta: null },
    ...{ signed_out: false, is_reached: true, trouble: null },
  };
  const phone = {
    state: () => state,
    subscribe(listener: () => void) {
      notify = listener;
      return () => {
        notify = () => {};
      };
    },
  };
  stop = showChanges(phone as Phone);
});
afterEach(() => {
  stop();
  for (const one of leave) one();
  queryClient.clear();
  vi.useRealTimers();
});

test("while 200 entries are sent, a list in view is read every five seconds, and once at the end", async () => {
  const list = shown(["visits", "list"]);
  await sendUntil(100);
  expect(list.begun).toBe(1);
  await sendUntil(1);
  expect([list.begun, isSendingQueue()]).toEqual([3, true]);
  await sendUntil(0);
  expect([list.begun, isSendingQueue()]).toEqual([4, false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(list.begun).toBe(4);
});

test("over a slow line, what is read between two entries leaves the line to them for five times as long", async () => {
  const list = shown(["visits", "list"], 3_000);
  await sendUntil(1);
  expect(list.begun).toBe(1);
  await sendUntil(0);
  expect(list.begun).toBe(2);
});

test("the last entries of a queue are refused: what was sent before them is read then", async () => {
  const list = shown(["visits", "list"]);
  await sendUntil(195);
  expect(list.begun).toBe(0);
  become(state.outbox.map((one) => ({ ...one, state: "needs_you" })));
  expect([list.begun, isSendingQueue()]).toEqual([1, false]);
});

test("what a colleague has changed while a queue is sent is read with it", async () => {
  const team = shown(["team", "list"]);
  await sendUntil(190);
  void queryClient.invalidateQueries({ queryKey: ["team"], refetchType: "none" });
  await sendUntil(140);
  expect(team.begun).toBe(1);
  await sendUntil(0);
  expect(team.begun).toBe(1);
});

test("what is given up without a connection, and the last entry, are read at once", () => {
  const list = shown(["visits", "list"]);
  become(queue.slice(199), { is_reached: false });
  expect(list.begun).toBe(1);
  become(queue.slice(199), { is_reached: true });
  become([]);
  expect([list.begun, isSendingQueue()]).toEqual([2, false]);
});

test("a reading that ends after the phone was closed holds nothing back", async () => {
  const list = shown(["visits", "list"], 3_000);
  await sendUntil(145);
  expect(isSendingQueue()).toBe(true);
  stop();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([list.begun, isSendingQueue()]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(list.begun).toBe(1);
});

test("a queue whose connection is lost is read again, and holds nothing back any more", async () => {
  const list = shown(["visits", "list"]);
  await sendUntil(190);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([list.begun, isSendingQueue()]).toEqual([1, false]);
});
