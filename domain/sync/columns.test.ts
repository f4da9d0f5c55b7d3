import { expect, test } from "vitest";
import { fromColumns, toColumns } from "./columns.ts";

test("rows travel as columns and are the same rows afterwards", () => {
  const rows = [
    { id: "a", notes: null, sales: [{ quantity: 1 }] },
    { id: "b", notes: "Left samples", sales: [] },
  ];
  const columns = toColumns<(typeof rows)[number]>(["id", "notes", "sales"], rows);
  expect(columns).toEqual({
    id: ["a", "b"],
    notes: [null, "Left samples"],
    sales: [[{ quantity: 1 }], []],
  });
  expect(fromColumns(columns)).toEqual(rows);
});

test("no rows have the same columns, empty", () => {
  const columns = toColumns<{ id: string; name: string }>(["id", "name"], []);
  expect(columns).toEqual({ id: [], name: [] });
  expect(fromColumns(columns)).toEqual([]);
});
