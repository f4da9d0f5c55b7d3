import type { News } from "@rounds/domain/live/news.ts";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryClient } from "../query-client.ts";
import { startFollowing } from "./follow-news.ts";

const key = ["products", "choices"] as const;
const choice = (current_stock: number) => ({ id: "a", name: "Crocin", price: "10.00", current_stock });
const sold: News = {
  tables: ["products", "stock_transactions"],
  changes: [{ noun: "products", what: "changed", id: "a" }],
  pages: 1,
};

let again: string[];
let following: ReturnType<typeof startFollowing>;
beforeEach(() => {
  again = [];
  following = startFollowing(({ queryKey }, read) => again.push(`${String(queryKey[1])} ${read}`));
});
afterEach(() => {
  following.stop();
  queryClient.clear();
});

const shown = () => queryClient.getQueryData(key);
const state = () => queryClient.getQueryState(key);

test("what news concerns is marked as stale, and stays as it is until it is read; nothing else is touched", () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  queryClient.setQueryData(["doctors", "row", "d"], {});
  following.take(sold);
  expect(shown()).toEqual([choice(10)]);
  expect([state()?.dataUpdatedAt, state()?.isInvalidated, again]).toEqual([5, true, ["choices later"]]);
  expect(queryClient.getQueryState(["doctors", "row", "d"])?.isInvalidated).toBe(false);
});

/** Begins to read the choices; `answer` ends it. */
function beginReading() {
  let answer: (choices: object[]) => void = () => {};
  const reading = queryClient.fetchQuery({
    queryKey: key,
    queryFn: () =>
      new Promise<object[]>((resolve) => {
        answer = resolve;
      }),
  });
  return {
    reading,
    answer: async (choices: object[]) => {
      answer(choices);
      await reading;
    },
  };
}

test("an answer that was given before the change is looked at as well", async () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const { answer } = beginReading();
  following.take(sold);
  again.length = 0;
  await answer([choice(10)]);
  expect([shown(), state()?.isInvalidated, again]).toEqual([[choice(10)], true, ["choices later"]]);
});

test("an answer in a later version than the change made is not read again", async () => {
  const row = ["doctors", "row", "d"] as const;
  let answer: (row: object) => void = () => {};
  const queryFn = () => new Promise<object>((resolve) => (answer = resolve));
  const reading = queryClient.fetchQuery({ queryKey: row, queryFn });
  following.take({
    tables: ["doctors"],
    changes: [{ noun: "doctors", what: "changed", id: "d", version: 2 }],
    pages: 1,
  });
  again.length = 0;
  answer({ id: "d", version: 3 });
  await reading;
  expect([queryClient.getQueryState(row)?.isInvalidated, again]).toEqual([false, []]);
});

test("of more changes during one reading than may wait, one remains: it is read again", async () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const { answer } = beginReading();
  for (let at = 0; at < 1_000; at++) following.take(sold);
  again.length = 0;
  await answer([choice(7)]);
  expect(again.length).toBeLessThanOrEqual(100);
  expect(state()?.isInvalidated).toBe(true);
});

test("what may have been missed is read again, also where the answer to it was under way", async () => {
  const { reading, answer } = beginReading();
  queryClient.setQueryData(["coverage", "settings"], {});
  following.takeMissed(["products"]);
  expect(again).toEqual(["choices soon"]);
  await answer([choice(10)]);
  await reading;
  expect([shown(), state()?.isInvalidated, again]).toEqual([
    [choice(10)],
    true,
    ["choices soon", "choices soon"],
  ]);
});

test("a reading that replaces the one under way has begun after the change, and is not read again", async () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const answers: (() => void)[] = [];
  const leave = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => new Promise<object[]>((resolve) => answers.push(() => resolve([choice(7)]))),
  }).subscribe(() => {});
  following.takeMissed(["products"]);
  const read = queryClient.refetchQueries({ queryKey: key });
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await read;
  expect([shown(), state()?.isInvalidated, again]).toEqual([[choice(7)], false, ["choices soon"]]);
  leave();
});

test("a reading that is given up leaves it as stale as it was", async () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  });
  const leave = observer.subscribe(() => {});
  expect(state()?.fetchStatus).toBe("fetching");
  following.take(sold);
  leave();
  await Promise.resolve();
  expect([state()?.fetchStatus, state()?.isInvalidated]).toEqual(["idle", true]);
});

test("nothing is taken in after the end", async () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const { answer } = beginReading();
  following.take(sold);
  again.length = 0;
  following.stop();
  await answer([choice(10)]);
  expect([state()?.isInvalidated, again]).toEqual([false, []]);
});
