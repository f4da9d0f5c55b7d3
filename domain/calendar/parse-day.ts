import { asciiDigits } from "../text/digits.ts";
import { type Day, epochDays, isDay, months } from "./calendar.ts";

/** A day as typed; `complete` if no further character could make it another day. */
type TypedDay = { day: Day; complete: boolean };

/**
 * Which year a day without one is in: the one that makes it the next such day (a plan) or the last one (a record), today
 * included; or that of today, and the year before where that is nearer, as for "28 dec" in January (a filter).
 */
export type MissingYear = "near" | "next" | "last";

/**
 * Reads a day as people type it: "22/11/2026", "22.11.26", "22 11", "22112026", "Nov 22, 2026", "22 November",
 * "2026-11-22", "today", also in the digits of India's scripts. The day comes before the month, as is usual in India; a year
 * of two digits is in this century. `null` if the text is not a day.
 */
export function parseDay(text: string, today: Day, missing: MissingYear = "near"): TypedDay | null {
  if (text.trim().toLowerCase() === "today") return { day: today, complete: true };
  const parts =
    asciiDigits(text)
      .toLowerCase()
      .match(/\d+|\p{L}+/gu) ?? [];
  const found = partsOf(parts);
  if (!found) return null;
  const [date = "", month = "", typedYear = ""] = found;
  const step = typedYear ? 0 : { near: 0, next: 1, last: -1 }[missing];
  const first = Number(typedYear.length === 2 ? `20${typedYear}` : typedYear || today.slice(0, 4));
  // Feb 29 may be eight years away.
  for (let years = 0; years < 9; years++) {
    const day = `${first + years * step}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
    const isMeant = step === 0 || (step > 0 ? day >= today : day <= today);
    if (isMeant && isDay(day)) {
      const before = step || typedYear ? day : first - 1 + day.slice(4);
      return { day: isNearer(before, day, today) ? before : day, complete: typedYear.length === 4 };
    }
  }
  return null;
}

/**
 * The day that may be meant instead of the one that `parseDay` reads, because its year was not typed and this one is nearer
 * to today: "5 dec" in a record of November 27; `null` if there is none.
 */
export function nearerDay(text: string, today: Day, missing: MissingYear): Day | null {
  const read = parseDay(text, today, missing)?.day;
  const other = parseDay(text, today, missing === "last" ? "next" : "last")?.day;
  if (!read || !other) return null;
  return isNearer(other, read, today) ? other : null;
}

function isNearer(day: Day, other: Day, today: Day): boolean {
  const away = (day: Day) => Math.abs(epochDays(day) - epochDays(today));
  return away(day) < away(other);
}

/** Day, month and year as digits; the year is missing if it was not typed. */
function partsOf(parts: readonly string[]): string[] | null {
  const [first = "", second = "", third] = parts;
  if (parts.length === 1) return joined(first);
  if (parts.length > 3) return null;
  const rest = third === undefined ? [] : [third];
  if (/^\p{L}/u.test(first)) return numbers(second, monthOf(first), rest);
  if (/^\p{L}/u.test(second)) return numbers(first, monthOf(second), rest);
  if (first.length === 4 && third !== undefined) return numbers(third, second, [first]);
  return numbers(first, second, rest);
}

function numbers(date: string, month: string, year: readonly string[]): string[] | null {
  const small = [date, month].every((part) => /^\d{1,2}$/.test(part));
  return small && year.every((part) => /^(\d{2}|\d{4})$/.test(part)) ? [date, month, ...year] : null;
}

/** Digits without separators, as typed on a number keyboard: "2211", "221126", "22112026". */
function joined(digits: string): string[] | null {
  if (!/^\d{4}(\d{2}|\d{4})?$/.test(digits)) return null;
  return [digits.slice(0, 2), digits.slice(2, 4), ...(digits.length > 4 ? [digits.slice(4)] : [])];
}

/** The number of a month from its name or the beginning of it; "" if there is no such month. */
function monthOf(name: string): string {
  const known = (month: string) => month.slice(0, 3).toLowerCase() === name.slice(0, 3);
  const index = months.findIndex(known);
  return index === -1 ? "" : String(index + 1);
}
