import { dayOf, formatTimeOfDay } from "@rounds/domain/calendar/calendar.ts";

/**
 * What a column holds, which decides how a cell is written: `day` is `yyyy-MM-dd`, `moment` is `yyyy-MM-dd HH:mm` in the
 * business's time zone, `rupees` a decimal string, `units` a whole number, `number` any other one.
 */
export type Kind = "text" | "phone" | "day" | "moment" | "rupees" | "units" | "number";

/** A column of an exported list; both CSV and Excel follow it. */
export type SheetColumn<Row> = {
  label: string;
  kind: Kind;
  /** Where a column's cells differ in what they hold: that of a row. */
  kindOf?: (row: Row) => Kind;
  /** Nothing leaves the cell empty. */
  value: (row: Row) => string | number | null | undefined;
  /** In characters; by default it fits the kind. */
  width?: number;
};

/** A list to be exported: its name on the sheet, its columns, and its rows in batches. */
export type Sheet<Row> = {
  title: string;
  columns: readonly SheetColumn<Row>[];
  rows: AsyncGenerator<Row[], void, undefined>;
};

/** A moment (ISO 8601) as the cells of the kind `moment` have it. */
export function minuteOf(moment: string, time_zone: string): string {
  const instant = Date.parse(moment);
  return `${dayOf(instant, time_zone)} ${formatTimeOfDay(instant, time_zone)}`;
}
