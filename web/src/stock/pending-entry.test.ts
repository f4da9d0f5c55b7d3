import { afterEach, expect, test } from "vitest";
import { writeDraft } from "../api/unsaved-work.ts";
import { notePendingEntry, pendingEntry } from "./pending-entry.ts";

const entry = { id: "0198da86-0fb1-7aec-9b02-b1f61dc5de62", quantity: "5", notes: "", current_stock: 10 };

afterEach(() => sessionStorage.clear());

test("keeps an entry for its product and mode until its fate is known", () => {
  notePendingEntry("p1", "add", entry);
  expect(pendingEntry("p1", "add")).toEqual(entry);
  expect(pendingEntry("p1", "edit")).toBeNull();
  expect(pendingEntry("p2", "add")).toBeNull();
  notePendingEntry("p1", "add", null);
  expect(pendingEntry("p1", "add")).toBeNull();
});

test.each(["", "{", "null", "[]", '{"id":"x","quantity":5,"notes":"","current_stock":1}'])(
  "takes a spoilt entry %j for none",
  (content) => {
    notePendingEntry("p1", "add", entry);
    const [key = ""] = Object.keys(sessionStorage);
    writeDraft(key.replace(/^draft:/, ""), content);
    expect(pendingEntry("p1", "add")).toBeNull();
  },
);
