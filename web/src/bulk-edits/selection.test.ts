import { beforeEach, expect, test } from "vitest";
import {
  clearSelection,
  isSelected,
  readSelection,
  type SelectableRow,
  selectAll,
  selectRows,
  showRows,
  toggleRow,
} from "./selection.ts";

const rows = ["a", "b", "c", "d", "e"].map((id): SelectableRow => ({ id, version: 1, name: id }));
const row = (id: string) => rows.find((one) => one.id === id) as SelectableRow;
const selected = () =>
  rows
    .filter((one) => isSelected(readSelection(), one))
    .map(({ id }) => id)
    .join("");

beforeEach(() => {
  clearSelection();
  showRows(rows);
});

test("selects a range from the last row, in both directions, and takes one out in the same way", () => {
  toggleRow(row("b"), false);
  toggleRow(row("d"), true);
  expect(selected()).toBe("bcd");
  toggleRow(row("a"), true);
  expect(selected()).toBe("abcd");
  toggleRow(row("c"), true);
  expect(selected()).toBe("d");
});

test("a range whose beginning is on another page is one row", () => {
  toggleRow(row("b"), false);
  showRows(rows.slice(2));
  toggleRow(row("d"), true);
  expect(selected()).toBe("bd");
});

test("taking one out of all leaves the others of the page", () => {
  selectAll();
  expect(selected()).toBe("abcde");
  toggleRow(row("c"), false);
  expect(selected()).toBe("abde");
});

test("leaves out what waits on the phone", () => {
  const waiting = { ...row("b"), waiting: "waiting" } as const;
  selectRows([row("a"), waiting], true);
  expect(selected()).toBe("a");
  selectAll();
  expect(isSelected({ picked: new Map(), all: true }, waiting)).toBe(false);
});
