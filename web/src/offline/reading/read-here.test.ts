import { type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerError, unreachableError } from "../../api/api-error.ts";
import { peopleQuery } from "../../api/people.ts";
import { permissionsQuery } from "../../api/permissions.ts";
import { readAsOf } from "../../api/phone/as-of.ts";
import { queryClient } from "../../api/query-client.ts";
import { viewsQuery } from "../../views/queries.ts";
import { type Known, readHereWith, shownAsOf } from "./read-here.ts";

const asked = { path: "/api/doctors", params: {}, query: {} };
const ofServer = { rows: ["server"] };
let reached: boolean;
let known: Known | undefined;
let seen: Known | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  reached = true;
  known = { data: { rows: ["phone"] }, as_of: 1 };
  seen = undefined;
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

const readHere = readHereWith({
  answer: () => known,
  isReached: () => reached,
  shown: (_, answer) => answer,
  seen: () => Promise.resolve(seen),
});

function read(reading: Promise<unknown>) {
  const outcome = { data: undefined as unknown, error: undefined as unknown };
  void readHere(asked, reading).then(
    (data) => {
      outcome.data = data;
    },
    (error: unknown) => {
      outcome.error = error;
    },
  );
  return outcome;
}

const silence = () => new Promise<never>(() => {});

test("the server's answer counts, also a refusal", async () => {
  const [good, refused] = [
    read(Promise.resolve(ofServer)),
    read(Promise.reject(answerError(404, undefined))),
  ];
  await vi.advanceTimersByTimeAsync(1);
  expect(good.data).toBe(ofServer);
  expect(refused.error).toMatchObject({ code: "not_found" });
});

test("an unreachable or failing server leaves the answer to the phone", async () => {
  const outcomes = [unreachableError(), answerError(503, undefined)].map((error) =>
    read(Promise.reject(error)),
  );
  await vi.advanceTimersByTimeAsync(1);
  for (const { data } of outcomes) expect([data, readAsOf(data)]).toEqual([known?.data, 1]);
});

test("what only the server can answer is shown as it was seen last, if the server can't be reached", async () => {
  known = undefined;
  seen = { data: { total: "1.00" }, as_of: 2 };
  const unreached = read(Promise.reject(unreachableError()));
  const failing = read(Promise.reject(answerError(503, undefined)));
  await vi.advanceTimersByTimeAsync(1);
  expect([unreached.data, readAsOf(unreached.data)]).toEqual([seen.data, 2]);
  expect(failing.error).toMatchObject({ status: 503 });
});

test("a silent server has 800 ms, and 100 ms while it is known not to answer", async () => {
  const first = read(silence());
  await vi.advanceTimersByTimeAsync(799);
  expect(first.data).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(first.data).toBe(known?.data);
  reached = false;
  const next = read(silence());
  await vi.advanceTimersByTimeAsync(100);
  expect(next.data).toBe(known?.data);
});

test("the server's late answer takes the place of the phone's", async () => {
  const outcome = read(new Promise((resolve) => setTimeout(() => resolve(ofServer), 1_000)));
  await vi.advanceTimersByTimeAsync(800);
  queryClient.setQueryData(["doctors"], outcome.data);
  await vi.advanceTimersByTimeAsync(200);
  expect(queryClient.getQueryData(["doctors"])).toBe(ofServer);
});

test("what is not on the phone fails, sooner while the server is known not to answer", async () => {
  known = undefined;
  const slow = read(silence());
  await vi.advanceTimersByTimeAsync(20_799);
  expect(slow.error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(slow.error).toMatchObject({ code: "unreachable", retryable: false });
  reached = false;
  const soon = read(silence());
  await vi.advanceTimersByTimeAsync(8_100);
  expect(soon.error).toMatchObject({ code: "unreachable" });
});

/** Shows what the phone tells of a read, until the returned function is called. */
async function showHere(queryKey: QueryKey): Promise<() => void> {
  const queryFn = () => readHere(asked, Promise.reject(unreachableError()));
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1);
  expect(readAsOf(queryClient.getQueryData(queryKey))).toBe(1);
  return stop;
}

test("a screen shows what the phone knows by its rows, not by its people, permissions or views", async () => {
  for (const { queryKey } of [peopleQuery, permissionsQuery, viewsQuery]) {
    const stop = await showHere(queryKey);
    expect(shownAsOf()).toBeUndefined();
    stop();
  }
  const stop = await showHere(["doctors", "list"]);
  expect(shownAsOf()).toBe(1);
  stop();
});
