import { expect, test } from "vitest";
import { book } from "../testing/workbook.ts";
import { fillMerged, mergedGroups } from "./fill-merged.ts";
import { openFile } from "./open-file.ts";
import { lookAt } from "./table.ts";

const merged = (...places: string[]) =>
  `<mergeCells>${places.map((place) => `<mergeCell ref="${place}"/>`).join("")}</mergeCells>`;

test("merged cells give their value to each row beside them, and titles and blank rows stay as they are", () => {
  const rows = [
    ["ABC PHARMA", "", ""],
    ["Hospital", "Doctor", "City"],
    ["Ruby Hall", "A Rao", "Pune"],
    ["", "S Iyer", ""],
    ["", "K Das", "Nagpur"],
    ["", "", ""],
    ["", "P Sen", ""],
  ];
  const groups = mergedGroups(merged("A1:C1", "A3:A6", "C3:C5", "B9:B12", "A7:A40"));
  expect(fillMerged(rows, groups)).toBe(3);
  expect(rows).toEqual([
    ["ABC PHARMA", "", ""],
    ["Hospital", "Doctor", "City"],
    ["Ruby Hall", "A Rao", "Pune"],
    ["Ruby Hall", "S Iyer", "Pune"],
    ["Ruby Hall", "K Das", "Nagpur"],
    ["", "", ""],
    ["", "P Sen", ""],
  ]);
});

test("a merged cell may name its place before or behind other attributes, with a prefix, and in either quotes", () => {
  const xml = `<x:mergeCell a="1" ref='B2:B4' b="2"/><mergeCell\nref = "AA10:AB11"></mergeCell><mergeCells ref="A1:A9"/>`;
  expect([...mergedGroups(xml)]).toEqual([
    { row: 1, column: 1, lastRow: 3 },
    { row: 9, column: 26, lastRow: 10 },
  ]);
});

test("headings in two lines are one", async () => {
  const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const cells = [
    `<row r="1">${text("A1", "Doctor Name")}${text("B1", "Contact")}</row>`,
    `<row r="2"><c r="A2"/>${text("B2", "Mobile")}${text("C2", "Email")}</row>`,
    `<row r="3">${text("A3", "A Rao")}${text("B3", "9876543210")}${text("C3", "a@x.in")}</row>`,
  ];
  const behind = merged("A1:A2", "B1:C1");
  const { rows, filled } = await openFile("doctors", book({ sheets: { S: cells.join("") }, behind })).read(0);
  expect(filled).toBe(1);
  expect(lookAt("doctors", rows).columns.map(({ heading, guess }) => [heading, guess])).toEqual([
    ["Doctor Name", "name"],
    ["Mobile", "contact_number"],
    ["Email", "email"],
  ]);
});

test("groups that cover each other a thousand times take no longer than a sheet's cells", () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ["x", `${at}`]);
  let asked = 0;
  const groups = (function* () {
    for (; asked < 1_000_000; asked++) yield { row: 0, column: 0, lastRow: 99_999 };
  })();
  expect(fillMerged(rows, groups)).toBe(0);
  expect(asked).toBeLessThan(200);
});
