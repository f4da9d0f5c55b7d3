import { formatDay, formatMonth, isDay } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees, isRupees } from "@rounds/domain/money/money.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";

/** The names of doctors, products and people, by their ids. */
export type Names = Readonly<Record<string, string>>;

/** What a missing value means, by its field. */
const meanings: Readonly<Record<string, string>> = {
  representative_id: "everybody",
  norm: "those of the class",
};
/** What stands for something that has no name any more. */
const gone: Readonly<Record<string, string>> = {
  doctor_id: "a deleted doctor",
  product_id: "a deleted product",
  representative_id: "a deleted account",
  user_id: "a deleted account",
};

/** Whether a field has no value, and that has no meaning of its own. */
export function isEmpty(field: string, value: unknown): boolean {
  return (value === null || value === undefined || value === "") && !(field in meanings);
}

/** A value of a field in words. */
export function valueWords(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return meanings[field] ?? "empty";
  const text = String(value);
  if (field in gone) return names[text] ?? gone[field] ?? text;
  if (field === "price" || field === "unit_price") return isRupees(text) ? formatRupees(text) : text;
  if (field === "from_month" && isDay(text)) return formatMonth(text);
  if ((field === "visit_date" || field === "day") && isDay(text)) return formatDay(text);
  if (field === "status" || field === "doctor_type") return capitalized(text);
  return typeof value === "number" ? formatCount(value) : text;
}
