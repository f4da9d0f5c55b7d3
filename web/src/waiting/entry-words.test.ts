import { expect, test } from "vitest";
import type { PhoneState } from "../phone/phone-state.ts";
import { factsOf, lossOf, reasonOf, textOf, titleOf, waitWords } from "./entry-words.ts";
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

test("a skip, and that it is taken back, is described in words", () => {
  const [error] = refusals("not_permitted");
  if (!error) throw new Error("No refusal.");
  const state = { base: world.base, rows: world.base, outbox: [] } as unknown as PhoneState;
  const [skip, undo] = (["create", "delete"] as const).map((op) => entryWith({ noun: "skips", op, error }));
  if (!skip || !undo) throw new Error("No entry.");
  expect(titleOf(skip, state)).toBe("Skip · Dr. Asha Mehta");
  expect(factsOf(skip, state)).toBe("Nov 23, 2026 · Other: Camp in Satara");
  expect(textOf(skip, state)).toBe(
    "Skip · Dr. Asha Mehta\nRuby Hall, MG Road, Pune\nNov 23, 2026 · Other: Camp in Satara",
  );
  expect([titleOf(undo, state), factsOf(undo, state), lossOf(undo, state)]).toEqual([
    "Skip taken back · Dr. Asha Mehta",
    "Nov 23, 2026",
    "The doctor stays skipped.",
  ]);
});

test("the deletion of a doctor waits for a visit that could not be moved to another one", () => {
  const [error] = refusals("changed_meanwhile");
  if (!error) throw new Error("No refusal.");
  const deletion = {
    ...entryWith({ noun: "doctors", op: "delete", error }),
    seq: 9,
    state: "waiting",
  } as const;
  const moved = {
    ...entryWith({ noun: "visits", op: "update", error }),
    base: { doctor_id: deletion.entity },
  };
  const words = (outbox: object[]) => waitWords(deletion, { outbox } as unknown as PhoneState, 0);
  expect(words([deletion])).toBe("Waiting for a connection");
  expect(words([moved, deletion])).toBe("Waits for the entry before it");
});
