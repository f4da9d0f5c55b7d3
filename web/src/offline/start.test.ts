import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionKey } from "../api/session/stored-session.ts";
import { StoreError } from "../phone/ports.ts";
import { issuedSession } from "../testing/session.ts";
import { noRows } from "./engine/base.ts";

const createPhone = vi.hoisted(() => vi.fn());
vi.mock("./engine/phone.ts", () => ({ createPhone }));

const phone = {
  state: () => ({ rows: noRows, base: noRows, outbox: [], meta: null, is_reached: true }),
  subscribe: () => () => {},
  sync: async () => {},
  close() {},
};

/** The channels to other tabs that are open. */
let channels: Set<BroadcastChannel>;

/** A page whose phone can't be opened so often. */
async function openPage(failures: number) {
  createPhone.mockReset().mockResolvedValue(phone);
  for (let n = 0; n < failures; n++) createPhone.mockRejectedValueOnce(new StoreError("broken"));
  vi.resetModules();
  const { startPhone } = await import("./start.ts");
  await startPhone();
  return await import("../api/phone/phone-slot.ts");
}

beforeEach(() => {
  channels = new Set();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.setItem(sessionKey, JSON.stringify(issuedSession(1, "started")));
  vi.stubGlobal("indexedDB", {});
  vi.stubGlobal(
    "BroadcastChannel",
    class extends EventTarget {
      constructor() {
        super();
        channels.add(this as never);
      }
      close() {
        channels.delete(this as never);
      }
    },
  );
});
afterEach(() => {
  // Another tab signs out: the phone is closed.
  localStorage.removeItem(sessionKey);
  dispatchEvent(new StorageEvent("storage", { key: sessionKey, newValue: null }));
  expect(channels.size).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a phone that could not be opened is opened again in a while", async () => {
  const { currentPhone } = await openPage(2);
  expect([currentPhone(), channels.size]).toEqual([undefined, 0]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([currentPhone(), channels.size]).toEqual([undefined, 0]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([currentPhone(), channels.size]).toEqual([phone, 1]);
});

test("a phone that can't be opened is tried a few times, and then when the person looks", async () => {
  const { currentPhone } = await openPage(7);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(createPhone).toHaveBeenCalledTimes(6);
  for (const tries of [7, 8, 8]) {
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(createPhone).toHaveBeenCalledTimes(tries);
  }
  expect(currentPhone()).toBe(phone);
});
