import { mostSheetColumns } from "./file-limits.ts";
import { columnNumber, tagsOf } from "./sheet-xml.ts";

/** The first cell of a group of merged cells, and the group's last row; all from 0. */
type Group = { row: number; column: number; lastRow: number };

/** Which cells of a sheet's XML are merged with those below them. Groups of one row are titles, and mean nothing. */
export function* mergedGroups(xml: string): Generator<Group> {
  for (const tag of tagsOf(xml, "mergeCell")) {
    const places = /^([A-Z]{1,2})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(tag.get("ref") ?? "");
    const [, letters = "", first, last] = places ?? [];
    const column = columnNumber(letters) - 1;
    if (column < mostSheetColumns && Number(last) > Number(first))
      yield { row: Number(first) - 1, column, lastRow: Number(last) - 1 };
  }
}

/**
 * Writes the value of merged cells into each row that they belong to: a hospital beside its five doctors stands in the file
 * once. Rows without a value of their own stay blank. Returns how many cells were filled.
 */
export function fillMerged(rows: string[][], groups: Iterable<Group>): number {
  const isFilled = rows.map((row) => row.some((text) => text.trim() !== ""));
  // No two groups have a cell in common. A file that says otherwise takes no longer.
  let left = rows.length * mostSheetColumns;
  let filled = 0;
  for (const { row: first, column, lastRow } of groups) {
    const value = rows[first]?.[column] ?? "";
    if (value.trim() === "") continue;
    for (let at = first + 1; at <= lastRow && at < rows.length; at++) {
      if (--left < 0) return filled;
      const row = rows[at];
      if (!row || !isFilled[at] || (row[column] ?? "").trim() !== "") continue;
      while (row.length < column) row.push("");
      row[column] = value;
      filled++;
    }
  }
  return filled;
}
