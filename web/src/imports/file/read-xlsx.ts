import { zipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { damagedFile, UnreadableFile } from "./file-limits.ts";
import { fillMerged, mergedGroups } from "./fill-merged.ts";
import { checkPlaces, tagsOf, unescaped, withoutEmptyCells } from "./sheet-xml.ts";
import { openZip } from "./unpack.ts";

/** The texts of a sheet, and how many of them are there only because their cells are merged with others. */
type SheetTexts = { rows: string[][]; filled: number };

/** A file whose sheets are read one by one. */
export type Workbook = { sheets: string[]; read: (sheet: number) => Promise<SheetTexts> };

const book = "xl/workbook.xml";
const relations = "xl/_rels/workbook.xml.rels";

const notWorkbook =
  "This is not an Excel workbook (.xlsx). Please open it in Excel and save it as .xlsx or CSV.";
const outsideValues =
  "This workbook takes values from other files. Please save the sheet with the doctors as CSV, and choose that file.";

/**
 * An Excel workbook (ECMA-376). It is unpacked here, where bytes are counted; the library gets an archive without compression
 * that has only what one sheet needs, since it would unpack everything, and believes what a file says about itself.
 */
export function openXlsx(bytes: Uint8Array, mostRows: number): Workbook {
  const zip = openZip(bytes);
  if (!zip.paths.includes(book)) throw new UnreadableFile(notWorkbook);
  if (zip.paths.some((path) => path.startsWith("xl/externalLinks/"))) throw new UnreadableFile(outsideValues);
  const files = zip.unpack(/^xl\/(?:[^/]+\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/);
  const textOf = (path: string) => new TextDecoder().decode(files[path]);
  const targets = new Map<string, string>();
  for (const relation of tagsOf(textOf(relations), "Relationship")) {
    if (relation.get("TargetMode") === "External") throw new UnreadableFile(outsideValues);
    targets.set(relation.get("Id") ?? "", pathOf(unescaped(relation.get("Target") ?? "")));
  }
  const sheets = Array.from(tagsOf(textOf(book), "sheet")).flatMap((sheet, at) => {
    const path = targets.get(sheet.get("id") ?? "") ?? "";
    const isShown = sheet.get("state") === undefined || sheet.get("state") === "visible";
    // Charts and macros are sheets too.
    if (!isShown || !path.startsWith("xl/worksheets/") || !files[path]) return [];
    return { name: unescaped(sheet.get("name") ?? ""), number: at + 1, path };
  });
  if (sheets.length === 0) throw new UnreadableFile(notWorkbook);

  return {
    sheets: sheets.map(({ name }) => name),
    async read(at) {
      const { number = 0, path = "" } = sheets[at] ?? {};
      const xml = withoutEmptyCells(textOf(path));
      checkPlaces(xml, mostRows);
      const needed = Object.entries(files).filter(([name]) => !name.startsWith("xl/worksheets/"));
      const archive = zipSync(
        { ...Object.fromEntries(needed), [path]: new TextEncoder().encode(xml) },
        { level: 0 },
      );
      try {
        const rows = await readSheet(archive.buffer as ArrayBuffer, number, { parseNumber: exactNumber });
        const texts = rows.map((row) => row.map(textOfCell));
        return { rows: texts, filled: fillMerged(texts, mergedGroups(xml)) };
      } catch {
        // Also cells that are not in the order of their columns: Excel itself opens those only to repair them.
        throw new UnreadableFile(damagedFile);
      }
    },
  };
}

/** The path in the archive of what a workbook's relation names. */
function pathOf(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
}

/** A number of a cell with all its digits: "9.87654321E9" is 9876543210. Excel shows 15 digits. */
export function exactNumber(text: string): string {
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^([+-]?)(\d+)(?:\.(\d*))?(?:E([+-]?\d{1,2}))?$/i.exec(text) ?? [];
  // Each run of zeros is looked at once, however many there are.
  const decimals = part.replace(/(?<!0)0+$/, "");
  const places = Number(power) - decimals.length;
  if (whole === "" || places < 0) return String(Number(Number(text).toPrecision(15)));
  const digits = `${whole}${decimals}${"0".repeat(places)}`.replace(/^0+(?=\d)/, "");
  return sign === "-" ? `-${digits}` : digits;
}

function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value === true || value === false) return String(value).toUpperCase();
  if (!(value instanceof Date)) return String(value);
  // Days have no zone: the library's date is in Greenwich. Its milliseconds are cut off, not rounded.
  value.setMilliseconds(value.getMilliseconds() + 500);
  return value
    .toISOString()
    .replace("T", " ")
    .replace(/ 00:00:00.*|:\d\d\..*/, "");
}
