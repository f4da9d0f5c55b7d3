import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { book, type Files, sheet } from "../testing/workbook.ts";
import { decodeText } from "./decode-text.ts";
import { mergedGroups } from "./fill-merged.ts";
import { openFile, openText } from "./open-file.ts";
import { readCsv } from "./read-csv.ts";
import { exactNumber } from "./read-xlsx.ts";
import { withoutEmptyCells } from "./sheet-xml.ts";
import { lookAt } from "./table.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean, mark = true) => {
  const units = Array.from(`${mark ? "\ufeff" : ""}${text}`, (letter) => letter.charCodeAt(0));
  return new Uint8Array(
    units.flatMap((unit) => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
};
const rowsOf = async (bytes: Uint8Array, at = 0) => (await openFile("doctors", bytes).read(at)).rows;
const refusal = async (bytes: Uint8Array) => {
  try {
    await rowsOf(bytes);
  } catch (error) {
    return (error as Error).message;
  }
};

describe("text", () => {
  test.each([
    ["UTF-8", bytesOf("Dr. Çelik, डॉ. राव")],
    ["UTF-8 with a mark", bytesOf("\ufeffDr. Çelik, डॉ. राव")],
    ["UTF-16, little-endian", utf16("Dr. Çelik, डॉ. राव", true)],
    ["UTF-16, big-endian", utf16("Dr. Çelik, डॉ. राव", false)],
  ])("in %s is read", (_, bytes) => expect(decodeText(bytes)).toBe("Dr. Çelik, डॉ. राव"));

  test("in UTF-16 without a mark is read", () => {
    for (const little of [true, false])
      expect(decodeText(utf16("Dr. Name,City", little, false))).toBe("Dr. Name,City");
  });

  test("in Windows-1252 is read, with its dashes and quotes", () => {
    const bytes = new Uint8Array([...bytesOf("Dr. Jos"), 0xe9, 0x20, 0x96, 0x20, 0x93, 0x41, 0x94]);
    expect(decodeText(bytes)).toBe("Dr. José – “A”");
  });
});

describe("a CSV file", () => {
  test("is divided by commas, tabs, semicolons or bars, also below a title", () => {
    for (const mark of [",", "\t", ";", "|"]) {
      const text = `DOCTORS, OF; PUNE\n\nDr. Name${mark}Mobile${mark}City\nDr. Rao${mark}9876543210${mark}Pune`;
      const rows = readCsv("doctors", text, "file", 100);
      expect([mark, ...rows.slice(2)]).toEqual([
        mark,
        ["Dr. Name", "Mobile", "City"],
        ["Dr. Rao", "9876543210", "Pune"],
      ]);
      expect(rows[1]).toEqual([]);
    }
  });

  test("has commas, quotes and line breaks within quotes", () => {
    const text = 'Name,Address,City\r\n"Rao, A ""Bobby""","12, MG Road\r\nCamp",Pune\r\n';
    expect(readCsv("doctors", text, "file", 100)).toEqual([
      ["Name", "Address", "City"],
      ['Rao, A "Bobby"', "12, MG Road\nCamp", "Pune"],
      [],
    ]);
  });

  test("keeps its lines if a quote is never closed", () => {
    expect(readCsv("doctors", 'Name,City\n"Bobby Rao,Pune\nAsha,Delhi', "file", 100)).toEqual([
      ["Name", "City"],
      ['"Bobby Rao', "Pune"],
      ["Asha", "Delhi"],
    ]);
  });

  test("may have a single quote within quotes, and spaces after them", () => {
    expect(readCsv("doctors", 'Name,City\n"Dr. "Bobby" Rao"  ,"Pune"\t\n"","x" ', "file", 100)).toEqual([
      ["Name", "City"],
      ['Dr. "Bobby" Rao', "Pune"],
      ["", "x"],
    ]);
  });

  test("without known headings is divided where its lines are most alike", () => {
    for (const mark of [",", ";"]) {
      const text = ["1, 2; 3", "a", `x${mark}y`, `x${mark}y`, `x${mark}y`].join("\n");
      expect(readCsv("doctors", text, "file", 100)[2]).toEqual(["x", "y"]);
    }
    const inNames = "Rao, Asha;Pune;Cardiology\nIyer, Meera;Nagpur;ENT\nShah, Jay;Surat;Skin";
    expect(readCsv("doctors", inNames, "file", 100)[0]).toEqual(["Rao, Asha", "Pune", "Cardiology"]);
    const inAmounts = "Dr. Rao;12,5\nDr. Shah;13,5;cash";
    expect(readCsv("doctors", inAmounts, "file", 100)[0]).toEqual(["Dr. Rao", "12,5"]);
  });

  // A reader that looks from each quote to the end of the spaces takes minutes.
  test("of 400,000 quotes and spaces is looked through once", () => {
    const quotes = '" x'.repeat(400_000);
    const spaces = " ".repeat(400_000);
    for (const cell of [`"${quotes}${spaces}"`, `"${quotes}${spaces}`, `"${'"'.repeat(400_000)}${spaces}x`])
      expect(readCsv("doctors", `Name,City\n${cell},Pune\n`, "file", 100)[1]?.length).toBe(2);
  });

  test("may name its delimiter in a first line, which counts", () => {
    expect(readCsv("doctors", "sep=;\r\nName;City\r\nA,B;Pune", "file", 100)).toEqual([
      [],
      ["Name", "City"],
      ["A,B", "Pune"],
    ]);
  });

  test("keeps formulas, phones, zeros and dates as they are written", () => {
    const cells = ['=HYPERLINK("http://x")', "9.88E+09", "007", "05-01-2025", "+91 98765"];
    expect(readCsv("doctors", `Name\tCity\tMobile\tCat\tArea\n${cells.join("\t")}`, "paste", 100)[1]).toEqual(
      cells,
    );
  });

  test("of one column has its commas as delimiters of nothing else", () => {
    expect(readCsv("doctors", "Doctor Name\nAsha Rao\nVikram Iyer", "file", 100)).toEqual([
      ["Doctor Name"],
      ["Asha Rao"],
      ["Vikram Iyer"],
    ]);
  });

  test("is refused beyond the limits, with a sentence", async () => {
    expect(await refusal(new Uint8Array(5 * 1024 * 1024 + 1))).toMatch("larger than 5 MB");
    expect(await refusal(bytesOf("a\n".repeat(20_021)))).toMatch("more than 20,000 rows");
    expect(await refusal(bytesOf("\n".repeat(60_001)))).toMatch("more than 20,000 rows");
    expect(await refusal(bytesOf("a,".repeat(1_000_000)))).toMatch("more than 100 columns");
    expect((await rowsOf(bytesOf("a,b\n".repeat(20_000)))).length).toBe(20_001);
  });

  test("that is something else is refused, with a sentence", async () => {
    expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]))).toMatch("old Excel file");
    expect(await refusal(bytesOf("\n<html><table>"))).toMatch("web page");
    expect(await refusal(new Uint8Array([0x89, 0x50, 0, 0, 0, 13, 0, 1]))).toMatch("not a sheet");
  });
});

test("pasted cells are divided by tabs only", async () => {
  const { rows } = await openText("doctors", "Name\tAddress\nAsha\t12, MG Road, Pune", "paste").read(0);
  expect(rows).toEqual([
    ["Name", "Address"],
    ["Asha", "12, MG Road, Pune"],
  ]);
});

describe("a workbook", () => {
  const read = (files: Files, at = 0) => rowsOf(book(files), at);

  test("gives texts, exact numbers, days and moments, and keeps blank lines", async () => {
    const cells = `<row r="1"><c r="A1" t="inlineStr"><is><t>Dr. Name</t></is></c><c r="C1" t="s"><v>0</v></c></row>
      <row r="3"><c r="A3" t="str"><f>HYPERLINK("http://x")</f><v>Dr. &amp; Rao</v></c><c r="B3"><v>9.8765432100000000E9</v></c>
      <c r="C3" s="1"><v>45688</v></c><c r="D3" s="1"><v>45688.604166666664</v></c><c r="E3" t="b"><v>1</v></c>
      <c r="F3" t="e"><v>#N/A</v></c><c r="G3"><v>0.30000000000000004</v></c><c r="H3"><v>12345678901234567890</v></c></row>`;
    expect(await read({ sheets: { Doctors: cells }, strings: ["Mobile &lt;1&gt;"] })).toEqual([
      ["Dr. Name", "", "Mobile <1>", "", "", "", "", ""],
      ["", "", "", "", "", "", "", ""],
      [
        "Dr. & Rao",
        "9876543210",
        "2025-01-31",
        "2025-01-31 14:30",
        "TRUE",
        "",
        "0.3",
        "12345678901234567890",
      ],
    ]);
  });

  test("tells its sheets, without hidden ones, and reads the chosen one", async () => {
    const one = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const bytes = book({
      sheets: { "A &amp; B": one("first"), Hidden: one("x"), Pune: one("third") },
      hidden: "Hidden",
    });
    expect(openFile("doctors", bytes).sheets).toEqual(["A & B", "Pune"]);
    expect(await rowsOf(bytes, 1)).toEqual([["third"]]);
  });

  test("may have formats up to its last row and column", async () => {
    const styled = Array.from(
      { length: 5000 },
      (_, at) => `<row r="${at + 2}" s="1"><c r="XFD${at + 2}" s="1"/></row>`,
    );
    const rows = await read({
      sheets: { S: `<row r="1"><c r="A1"><v>1</v></c></row>${styled.join("")}<row r="1048576"/>` },
    });
    expect(rows[0]).toEqual(["1"]);
    expect(rows.flat().filter((text) => text !== "")).toEqual(["1"]);
  });

  test("is read without compression too, and with a large sheet", async () => {
    const cells = Array.from(
      { length: 10_000 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
    );
    const files: Files = { sheets: { S: cells.join("") } };
    expect((await rowsOf(book(files, 0))).length).toBe(10_000);
    expect((await rowsOf(book(files, 9))).at(-1)).toEqual(["9999"]);
  });
});

describe("a hostile workbook is refused with a sentence:", () => {
  const cell = (place: string) => `<row r="1"><c r="${place}"><v>1</v></c></row>`;
  const one: Files = { sheets: { S: cell("A1") } };

  test.each([
    ["1,000,000 columns", cell("BDWGO1"), "damaged"],
    ["101 columns", cell("CW1"), "more than 100 columns"],
    ["a row far below", `<row r="1000000"><c r="A1000000"><v>1</v></c></row>`, "below row 100,000"],
    ["a row beyond the last", `<row r="9999999"><c r="A1"><v>1</v></c></row>`, "damaged"],
    ["a number of a row in another notation", `<row r="1e9"><c r="A1"><v>1</v></c></row>`, "damaged"],
    ["a place that comes twice", `<row r="1"><c r="A1" x:r="ZZZZZ1"><v>1</v></c></row>`, "damaged"],
    ["a place behind another attribute", `<row r="1"><c a=">" r="ZZZZZ1"><v>1</v></c></row>`, "damaged"],
    ["a place behind a tag that begins within another", cell('A1" a="<" r="ZZZZZ1'), "damaged"],
    ["a place behind a tag in a row", `<row a="<" r="1"><c r="A1"><v>1</v></c></row>`, "damaged"],
    ["a prefix", `<x:row r="1"><x:c r="ZZZZZ1"><v>1</v></x:c></x:row>`, "damaged"],
    [
      "20,021 rows",
      Array.from(
        { length: 20_021 },
        (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
      ).join(""),
      "more than 20,000 rows",
    ],
  ])("%s", async (_, cells, words) => expect(await refusal(book({ sheets: { S: cells } }))).toMatch(words));

  test("a bomb that tells its size, and one that doesn't", async () => {
    const bomb = book({ sheets: { S: cell("A1") + " ".repeat(52 * 1024 * 1024) } }, 1);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refusal(bomb)).toMatch("more than 50 MB");
    // The sizes in the directory say that nothing is large.
    const view = new DataView(bomb.buffer);
    for (let at = 0; at + 28 < bomb.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    expect(await refusal(bomb)).toMatch("more than 50 MB");
  });

  // Code that looks through these once for each of their tags or characters takes minutes.
  test("400,000 tags without an end, zeros and spaces are looked through once", async () => {
    const times = 400_000;
    for (const tag of ["<c ", "<row ", "<x:c ", "<c/"])
      expect([tag, await refusal(book({ sheets: { S: tag.repeat(times) } }, 1))]).toEqual([
        tag,
        expect.stringMatching("damaged"),
      ]);
    expect(withoutEmptyCells("<c ".repeat(times)).length).toBe(3 * times);
    expect([...mergedGroups(`<mergeCell ref="A1:A2" ${"<mergeCell ".repeat(times)}`)].length).toBe(1);
    expect(exactNumber(`0.${"0".repeat(times)}1`)).toBe("0");
    const spaces = " ".repeat(times);
    const looked = lookAt("doctors", [
      ["Name", "City"],
      [`a${spaces}b`, `a${spaces}b`],
    ]);
    expect(looked.columns.map(({ guess }) => guess)).toEqual(["name", "city"]);
  });

  test("thousands of files", async () => {
    const tooMany = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}`, new Uint8Array()]));
    expect(await refusal(book(one, 9, tooMany))).toMatch("more than 50 MB");
  });

  test("links to other files", async () => {
    expect(await refusal(book(one, 9, { "xl/externalLinks/externalLink1.xml": strToU8("<x/>") }))).toMatch(
      "other files",
    );
    expect(await refusal(book({ ...one, external: true }))).toMatch("other files");
  });

  test("another archive, half of one, and nonsense", async () => {
    expect(await refusal(zipSync({ "content.xml": strToU8("<x/>") }))).toMatch("not an Excel workbook");
    expect(await refusal(book(one).slice(0, 500))).toMatch("damaged");
    for (const cells of [
      "<row r='1'><c r='A1'><v>1</v>",
      '<row r="1"><c r="A1" t="s"><v>9</v></c></row>',
      '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
    ])
      expect(await refusal(book({ sheets: { S: cells } }))).toMatch("damaged");
    const bytes = book(one);
    for (let at = 30; at < bytes.length; at += 29) {
      const broken = bytes.slice();
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      // It is read, or refused with a sentence.
      expect((await refusal(broken)) ?? "Read.").toMatch(/\.$/);
    }
  });

  test("a sheet's own text is only text", () => expect(sheet("<row/>")).toContain("<row/>"));
});

test.each([
  ["9876543210", "9876543210"],
  ["9.87654321E9", "9876543210"],
  ["1E+2", "100"],
  ["-1.50E1", "-15"],
  ["007", "7"],
  ["0", "0"],
  ["0.1", "0.1"],
  ["2.5E-2", "0.025"],
  ["0.30000000000000004", "0.3"],
])("the number %s of a cell is %s", (text, digits) => expect(exactNumber(text)).toBe(digits));
