import { expect, test } from "vitest";
import { lookAt, portionOf } from "./table.ts";

const title = ["ABC PHARMA - DOCTOR LIST"];
const heads = ["S.No", "Dr. Name", "", "Mob", "HQ", "Note"];
const doctors = [
  ["1", "DR A RAO", "x@y.in", "9876543210", "PUNE", ""],
  ["2", "DR S IYER", "", "9876543211 / 020 2567 1234", "PUNE", "y".repeat(100)],
];

test("a sheet is described by its headings, its columns with samples, and what each may be", () => {
  const table = lookAt("doctors", [title, [], heads, ...doctors, [], ["", " "]]);
  expect(table).toMatchObject({ headings: 2, rows: 2 });
  expect(table.columns.map(({ heading, guess }) => [heading, guess])).toEqual([
    ["S.No", null],
    ["Dr. Name", "name"],
    ["Column C", "email"],
    ["Mob", "contact_number"],
    ["HQ", "city"],
    ["Note", null],
  ]);
  expect(table.columns[4]?.samples).toEqual(["PUNE"]);
  expect(table.columns[5]?.samples).toEqual([`${"y".repeat(59)}…`]);
  expect(table.start[2]).toBe("S.No · Dr. Name · Mob · HQ · Note");
});

test("another line can be the headings, or none", () => {
  const rows = [
    ["Rao", "Pune"],
    ["Iyer", "Nagpur"],
  ];
  expect(lookAt("doctors", rows)).toMatchObject({ headings: -1, rows: 2 });
  expect(lookAt("doctors", rows).columns.map(({ heading }) => heading)).toEqual(["Column A", "Column B"]);
  expect(lookAt("doctors", rows, 0)).toMatchObject({
    headings: 0,
    rows: 1,
    columns: [{ heading: "Rao" }, {}],
  });
});

test("rows are sent with their line in the file; blank lines and repeated headings are not", () => {
  const rows = [
    title,
    heads,
    ...doctors,
    [],
    heads,
    ["3", "", "", "", "", ""],
    ["4", "Dr. Bose"],
    ["", "TOTAL DOCTORS : 4"],
  ];
  const mapping = [null, "name", null, "contact_number", "city", null] as const;
  expect(portionOf("doctors", rows, 1, mapping, 0)).toEqual({
    rows: [
      { line: 3, cells: { name: "DR A RAO", contact_number: "9876543210", city: "PUNE" } },
      { line: 4, cells: { name: "DR S IYER", contact_number: "9876543211 / 020 2567 1234", city: "PUNE" } },
      { line: 8, cells: { name: "Dr. Bose" } },
    ],
    next: null,
  });
});

test("portions have at most 500 rows and 200,000 characters, and together all rows", () => {
  const rows = Array.from({ length: 1100 }, (_, at) => [`Doctor ${at}`, at < 300 ? "z".repeat(3000) : ""]);
  const lines: number[] = [];
  let next: number | null = 0;
  while (next !== null) {
    const portion = portionOf("doctors", rows, -1, ["name", "address"], next);
    expect(portion.rows.length).toBeLessThanOrEqual(500);
    expect(JSON.stringify(portion.rows).length).toBeLessThan(250_000);
    lines.push(...portion.rows.map(({ line }) => line));
    next = portion.next;
  }
  expect(lines).toEqual(rows.map((_, at) => at + 1));
});

test("of longer cells the first characters are sent, more of notes than a visit takes", () => {
  const row = ["Dr. Rao", "10/06/2025", "n".repeat(7000), "p".repeat(7000)];
  const [sent] = portionOf("visits", [row], -1, ["doctor", "visit_date", "notes", "product"], 0).rows;
  expect([sent?.cells.notes?.length, sent?.cells.product?.length]).toEqual([6000, 2000]);
});
