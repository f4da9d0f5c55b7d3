import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Nine in the evening of November 20, 2025, in India. */
const evening = Date.parse("2025-11-20T15:30:00Z");
const hour = 3_600_000;

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page on a device whose clock is this many milliseconds ahead of the server's. */
async function pageAhead(ahead: number) {
  vi.setSystemTime(evening + ahead);
  const { now, serverClock, today } = await import("./clock.ts");
  (await import("./server-time.ts")).followServerTime();
  const noteServerTime = serverClock.note ?? (() => {});
  return { now, today, noteServerTime };
}

/** An answer that the server wrote at this time. */
const writtenAt = (time: number) => new Response(null, { headers: { date: new Date(time).toUTCString() } });

test.each([
  ["a day ahead", 24 * hour, "2025-11-21"],
  ["four hours ahead, which is past midnight", 4 * hour, "2025-11-21"],
  ["a week behind", -7 * 24 * hour, "2025-11-13"],
])("today is the server's day on a device whose clock is %s", async (_, ahead, own) => {
  const { noteServerTime, now, today } = await pageAhead(ahead);
  expect(today()).toBe(own);
  noteServerTime(writtenAt(evening), now() - 300);
  expect(today()).toBe("2025-11-20");
  // What follows by this device's clock stays as it is.
  expect(now()).toBe(evening + ahead);
});

test("a page opened without a connection uses the last known offset", async () => {
  const first = await pageAhead(24 * hour);
  first.noteServerTime(writtenAt(evening), first.now() - 300);
  vi.resetModules();
  const { today } = await pageAhead(24 * hour + 10_000);
  expect(today()).toBe("2025-11-20");
});

test("a clock that is set right is trusted again", async () => {
  const { noteServerTime, now, today } = await pageAhead(24 * hour);
  noteServerTime(writtenAt(evening), now() - 300);
  vi.setSystemTime(evening + 60_000);
  expect(today()).toBe("2025-11-19");
  noteServerTime(writtenAt(evening + 60_000), now() - 300);
  expect(today()).toBe("2025-11-20");
});

test("an answer that was hours on its way, as on a laptop that slept, moves nothing", async () => {
  const { noteServerTime, today } = await pageAhead(0);
  vi.setSystemTime(evening + 12 * hour);
  noteServerTime(writtenAt(evening), evening);
  expect(today()).toBe("2025-11-21");
  expect(localStorage.length).toBe(0);
});

test("an answer without its time moves nothing", async () => {
  const { noteServerTime, now, today } = await pageAhead(0);
  noteServerTime(new Response(), now());
  expect([today(), localStorage.length]).toEqual(["2025-11-20", 0]);
});
