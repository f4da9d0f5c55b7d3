import { expect, test } from "vitest";
import type { PhoneState } from "../phone/phone-state.ts";
import { reasonOf } from "./entry-words.ts";
import { entryWith, refusals, world } from "./testing/refused.ts";

test.each([
  ["visits", "1 sale will be deleted, and 50 units come back into stock."],
  ["doctors", "3 visits with 2 sales will be deleted too. 60 units of stock come back."],
] as const)("a refused deletion of %s says what would be deleted now", (noun, words) => {
  const [error] = refusals("changed_meanwhile");
  if (!error) throw new Error("No refusal.");
  const entry = entryWith({ noun, op: "delete", error });
  expect(reasonOf(entry, { base: world.base } as PhoneState)).toEqual([
    "asha@example.com changed the same in the meantime.",
    words,
  ]);
});
