import { type News, newsWithoutRows } from "@rounds/domain/live/news.ts";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startFollowing } from "./follow-news.ts";
import { queryClient } from "./query-client.ts";

const key = ["products", "choices"] as const;
const choice = (current_stock: number) => ({ id: "a", name: "Crocin", price: "10.00", current_stock });
const product = {
  ...choice(7),
  ...{ category: null, description: null, version: 1, has_sales: true, created_by: null, updated_by: null },
  ...{ created_at: "2025-06-01T10:00:00.000Z", updated_at: "2025-06-01T10:00:00.000Z" },
};
const sold: News = {
  ...newsWithoutRows([], 1),
  tables: ["products"],
  rows: { ...newsWithoutRows([], 1).rows, products: { added: [], changed: [product], gone: [] } },
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

test("what is certain shows at once, as old and as stale as it was", () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  following.take(sold);
  expect(shown()).toEqual([choice(7)]);
  expect([state()?.dataUpdatedAt, state()?.isInvalidated, again]).toEqual([5, false, []]);
  void queryClient.invalidateQueries({ queryKey: key });
  following.take(sold);
  expect(state()?.isInvalidated).toBe(true);
});

test("what is not certain is marked as stale", () => {
  queryClient.setQueryData(key, []);
  following.take(sold);
  expect([state()?.isInvalidated, again]).toEqual([true, ["choices later"]]);
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

test("an answer that was given before the change gets the news as well, and is stale where it is not certain", async () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const first = beginReading();
  following.take(sold);
  expect(shown()).toEqual([choice(7)]);
  await first.answer([choice(10)]);
  expect([shown(), state()?.isInvalidated]).toEqual([[choice(7)], false]);

  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const second = beginReading();
  following.take(newsWithoutRows(["products"], 1));
  await second.answer([choice(10)]);
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

test("news stay with what is shown if a reading is given up", async () => {
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
  expect([state()?.fetchStatus, shown()]).toEqual(["idle", [choice(7)]]);
});

test("nothing is taken in after the end", async () => {
  queryClient.setQueryData(key, [choice(10)], { updatedAt: 5 });
  const { answer } = beginReading();
  following.take(sold);
  following.stop();
  await answer([choice(10)]);
  expect(shown()).toEqual([choice(10)]);
});
