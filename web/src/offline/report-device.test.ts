import type { DeviceReport } from "@rounds/domain/sync/sync.ts";
import { beforeEach, expect, test } from "vitest";
import type { Entry } from "../phone/entry.ts";
import type { Phone, PhoneState } from "../phone/phone-state.ts";
import { noRows } from "./engine/base.ts";
import { reportDevice } from "./report-device.ts";

let state: PhoneState;
let hears: () => void;
let sent: DeviceReport[];
let fails: boolean;
let time: number;
let stop: () => void;

const meta = { cursor: "", shape: 1, scope: null, today: "2025-06-15", synced_at: 0, clock_offset: 2000 };
const phone = {
  state: () => state,
  subscribe(listener: () => void) {
    hears = listener;
    return () => {
      hears = () => {};
    };
  },
} as unknown as Phone;

beforeEach(() => {
  state = {
    ...{ rows: noRows, base: noRows, outbox: [], meta, signed_out: false, is_reached: true, trouble: null },
  };
  [sent, fails, time] = [[], false, 1_750_000_000_000];
  const send = async (report: DeviceReport) => {
    sent.push(report);
    if (fails) throw new Error("none");
  };
  stop = reportDevice(phone, { send, id: "d", now: () => time });
});

/** A sync that leaves these entries. */
function sync(outbox: Partial<Entry>[] = []): void {
  time += 1000;
  state = { ...state, outbox: outbox as Entry[], meta: { ...meta, synced_at: time } };
  hears();
}

const nothing = { id: "d", rows: 0, waiting: 0, needs_you: 0, oldest_at: null };

test("a device reports after a sync, and not again while nothing changes", () => {
  hears();
  expect(sent).toEqual([]);
  sync();
  hears();
  sync();
  expect(sent).toEqual([nothing]);
});

test("it reports what waits, by the server's clock", () => {
  const made_at = Date.parse("2025-06-15T10:00:00Z");
  sync([
    { state: "waiting", made_at: made_at + 5000 },
    { state: "needs_you", made_at },
    { state: "sending", made_at: made_at + 9000 },
  ]);
  expect(sent).toEqual([{ ...nothing, waiting: 2, needs_you: 1, oldest_at: "2025-06-15T10:00:02.000Z" }]);
});

test("it reports again after five minutes, and after a report that did not arrive", async () => {
  sync();
  time += 300_000;
  sync();
  expect(sent).toHaveLength(2);
  fails = true;
  time += 300_000;
  sync();
  await Promise.resolve();
  sync();
  expect(sent).toHaveLength(4);
});

test("it stops", () => {
  stop();
  sync();
  expect(sent).toEqual([]);
});
