import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { forEachOf, mostAtOnce, refusalOf } from "./save-rows.ts";

test("works on a few at a time, in order, and on every one", async () => {
  const begun: number[] = [];
  const waiting: (() => void)[] = [];
  const all = forEachOf(
    Array.from({ length: 10 }, (_, n) => n),
    (item) => {
      begun.push(item);
      return new Promise((resolve) => waiting.push(resolve));
    },
  );
  let most = 0;
  while (begun.length < 10 || waiting.length > 0) {
    most = Math.max(most, waiting.length);
    waiting.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  }
  await all;
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(mostAtOnce);
});

test.each([
  ["insufficient_stock", { "items.0.quantity": "Insufficient stock. Available: 3" }, "products"],
  ["product_missing", {}, "products"],
  ["validation_failed", { "items.1.unit_price": "no" }, "products"],
  ["validation_failed", { notes: "no" }, "notes"],
  ["validation_failed", { visit_date: "no" }, "move_to"],
  ["doctor_missing", {}, "row"],
  ["changed_meanwhile", {}, "row"],
  ["unreachable", {}, "row"],
] as const)("a row refused with %s %j says so at its %s", (code, fields, at) => {
  const refusal = refusalOf(new ApiError(409, { code, message: "said", fields }));
  expect(refusal).toEqual({ at, text: Object.values(fields)[0] ?? "said" });
});
