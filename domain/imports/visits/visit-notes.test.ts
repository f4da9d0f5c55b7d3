import { expect, test } from "vitest";
import { visitNotes } from "./visit-notes.ts";

const row = (notes: string, reference = "") => ({ notes, reference });

test("the notes of a visit are those of its rows, each once, and the reference", () => {
  expect(visitNotes([row("Met", "B-12"), row("", "B-12"), row("Met", "B-12"), row("Asked", "B-12")])).toBe(
    "Met\nAsked\nReference: B-12",
  );
  expect(visitNotes([row("", "B-12")])).toBe("Reference: B-12");
  expect(visitNotes([row("Met"), row("")])).toBe("Met");
  expect(visitNotes([row("")])).toBeNull();
});

test("notes that are too long together end early, and keep the reference", () => {
  const long = "y".repeat(5000);
  expect(visitNotes([row(long)])).toBe(long);
  expect(visitNotes([row(long), row("more")])).toBe(`${long.slice(0, 4999)}…`);
  expect(visitNotes([row(long, "B-12")])).toBe(`${long.slice(0, 4983)}…\nReference: B-12`);
});
