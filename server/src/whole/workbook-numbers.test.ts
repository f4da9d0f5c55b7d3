import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { expect, test } from "vitest";
import { writeWorkbook } from "../api/xlsx.ts";
import { filesOf } from "../testing/archives.ts";

/** The numbers as amounts and as units, with the number format of each cell. */
async function formatsOf(numbers: readonly number[]) {
  async function* rows() {
    yield numbers.map((number) => ({ number }));
  }
  const columns = [
    { label: "Amount", kind: "rupees", value: ({ number }: { number: number }) => number.toFixed(2) },
    { label: "Units", kind: "units", value: ({ number }: { number: number }) => number },
  ] as const;
  const parts: Uint8Array[] = [];
  for await (const part of writeWorkbook({ title: "Numbers", columns, rows: rows() })) parts.push(part);
  const { "xl/worksheets/sheet1.xml": sheet = "", "xl/styles.xml": escaped = "" } = filesOf(
    Buffer.concat(parts),
  );
  const styles = escaped.replaceAll("&gt;", ">").replaceAll("&quot;", "'");
  const used = [...(styles.split("<cellXfs")[1] ?? "").matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="(.*?)"\/>/g)].map(([, id, code]) => [id, code]),
  );
  const codeAt = (place: string) =>
    codes.get(used[Number(sheet.match(`r="${place}" s="(\\d+)"`)?.[1])]) ?? "";
  return numbers.map((number, at) => ({ number, rupees: codeAt(`A${at + 2}`), units: codeAt(`B${at + 2}`) }));
}

/** A number as a spreadsheet shows it: by the first part whose condition it meets, or else by the last one. */
function shown(number: number, code: string): string {
  const parts = code
    .split(";")
    .map((part) => /^(?:\[>=(\d+)\])?(?:'(.*)')?([#0,\\]+)(\.00)?$/.exec(part) ?? []);
  const [, , sign = "", pattern = "", decimals] =
    parts.find(([, from]) => number >= Number(from ?? "-Infinity")) ?? [];
  const [whole = "", rest = ""] = Math.abs(number)
    .toFixed(decimals ? 2 : 0)
    .split(".");
  const pairs = pattern.split("\\,").length - 2;
  let figures = whole;
  // A plain comma divides thousands, the others stand where they stand, with what is left before the first one.
  if (pairs < 0) figures = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  else {
    const places = Array.from({ length: pairs + 1 }, (_, at) => whole.length - 3 - 2 * (pairs - at));
    figures = [0, ...places]
      .map((from, at) => whole.slice(Math.max(from, 0), Math.max(places[at] ?? whole.length, 0)))
      .join(",");
  }
  return `${number < 0 ? "-" : ""}${sign}${figures}${decimals ? `.${rest}` : ""}`;
}

test("amounts and units have lakhs and crores, negative and very large ones too", async () => {
  const sizes = [0, 7, 99_999, 1e5, 1_234_567, 9_999_999, 1e7, 999_999_999, 1e9, 1e11, 123_456_789_012, 1e13];
  const numbers = sizes.flatMap((size) => (size === 0 ? [0] : [size, -size]));
  for (const { number, rupees, units } of await formatsOf(numbers)) {
    expect(shown(number, rupees)).toBe(formatRupees(number.toFixed(2)));
    expect(shown(number, units)).toBe(formatCount(number));
  }
});
