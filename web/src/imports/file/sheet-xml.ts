import { damagedFile, mostSheetColumns, tooManyColumns, tooManyRows, UnreadableFile } from "./file-limits.ts";

/** The last row of Excel, and the last one in which a value is read: the library keeps all rows above it. */
const [lastRow, lastReadRow] = [1_048_576, 100_000];
const lastColumn = 16_384;

/** A tag ends before the next one begins, so that a text full of tags without an end is looked through once. */
const tagOf = (name: string) => new RegExp(`<(?:[^\\s<>:/!?]+:)?${name}(?=[\\s/>])[^<>]*>?`, "g");
const attribute = /(?:^|\s)(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The tags of an element in a text of XML one by one, each with its attributes without their prefixes. */
export function* tagsOf(xml: string, name: string): Generator<Map<string, string>> {
  for (const [tag] of xml.matchAll(tagOf(name))) yield attributesOf(tag);
}

function attributesOf(tag: string): Map<string, string> {
  return new Map(
    Array.from(tag.matchAll(attribute), ([, name = "", one, other]) => [name, one ?? other ?? ""]),
  );
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A text as it was before it was written into XML. */
export function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return entities[name] ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole);
  });
}

/** A sheet without the cells and rows that only have a format: Excel writes them up to the last row and column. */
export function withoutEmptyCells(xml: string): string {
  return xml.replace(/<(?:[^\s<>:/!?]+:)?(?:c|row)\s[^<>]*\/>/g, "");
}

/**
 * Throws if a sheet has too many rows or columns with values, or places that no sheet has. The library believes what a file
 * says about places, so one cell could fill the memory.
 */
export function checkPlaces(xml: string, mostRows: number): void {
  let [rows, counted] = [0, 0];
  for (const [tag] of xml.matchAll(tagOf("(?:c|row)"))) {
    // XML has no "<" within a tag, but the library reads on behind it.
    if (!tag.endsWith(">")) throw new UnreadableFile(damagedFile);
    const isRow = /^<(?:[^\s<>:/!?]+:)?row/.test(tag);
    const [, one, other] = /[\s:]r\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag) ?? [];
    const place = one ?? other;
    // A row may leave its number out; then its cells have it.
    if (isRow && place === undefined) continue;
    const [, letters = "", digits = ""] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place ?? "") ?? [];
    const row = Number(digits);
    const column = columnNumber(letters);
    const isOnce = tag.match(/[\s:]r\s*=/g)?.length === 1;
    if (!isOnce || row < 1 || row > lastRow || isRow !== (letters === "") || column > lastColumn)
      throw new UnreadableFile(damagedFile);
    if (isRow) continue;
    if (column > mostSheetColumns) throw new UnreadableFile(tooManyColumns);
    if (row > lastReadRow)
      throw new UnreadableFile(
        "This sheet has values below row 100,000. Please delete them, or copy the doctors into a new sheet.",
      );
    if (row !== counted) rows++;
    counted = row;
  }
  // Titles and headings are rows too.
  if (rows > mostRows) throw new UnreadableFile(tooManyRows);
}

/** The number of a column by its letters, from 1. */
export function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
