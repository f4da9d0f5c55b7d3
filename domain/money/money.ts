import { groupDigits } from "./group-digits.ts";

/**
 * Money is whole paise in arithmetic (`Paise`, a bigint), and a decimal string of rupees with two decimals (`Rupees`,
 * "1250.50") in the database, in requests and in forms. It is never a floating-point number.
 */
export type Paise = bigint;
export type Rupees = string;

/** The largest amount of one field: the maximum of numeric(12,2). */
export const maxRupees: Rupees = "9999999999.99";

/** The messages for amounts that can't be saved. */
export const negativePrice = "The price can't be negative";
export const noAmount = "Please enter an amount such as 12.50";
export const atMostRupees = `Please enter at most ${maxRupees}`;

const decimal = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Whether the text is an amount of rupees with at most two decimals, such as "12", "12.5" or "12.50". */
export function isRupees(text: string): text is Rupees {
  return decimal.test(text);
}

/** The paise of an amount of rupees ("12.5" gives 1250n). Throws a RangeError on any other text. */
export function toPaise(rupees: Rupees): Paise {
  const match = decimal.exec(rupees);
  if (!match) throw new RangeError(`Not an amount of rupees: ${rupees}`);
  const [, sign, whole = "0", part = ""] = match;
  const paise = BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
  return sign ? -paise : paise;
}

/** The decimal string of an amount in paise, always with two decimals (1250n gives "12.50"). */
export function toRupees(paise: Paise): Rupees {
  const digits = (paise < 0n ? -paise : paise).toString().padStart(3, "0");
  return `${paise < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The total of a sale line, in paise: quantity × unit price. */
export function lineTotal(quantity: number, unitPrice: Rupees): Paise {
  return BigInt(quantity) * toPaise(unitPrice);
}

/**
 * A price as typed: a decimal amount in rupees, "0.00" if empty or without a digit. More than two decimals are rounded
 * half up. Text that `priceProblem` refuses gives "0.00" too, and is never saved.
 */
export function priceOrZero(typed: string): Rupees {
  const paise = typedPaise(typed);
  return paise === null || paise < 0n || paise > toPaise(maxRupees) ? "0.00" : toRupees(paise);
}

/** Grouped as in India (12,34,567) or elsewhere (1,234,567), with any decimals. */
const grouped = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/;

/** Whether a text has a comma that groups nothing, such as "12,50": it may be meant as a decimal point. */
export function hasUnclearComma(typed: string): boolean {
  return typed.includes(",") && !grouped.test(typed.trim().replace(/^[-\u2212]/, ""));
}

/** The question about such a comma. */
export const unclearComma = "Is the comma a decimal point? Please write 12.50, or 1,250 for thousands";

/** The message for a text with digits that is no price, has two meanings or can't be saved; `null` for a text without any. */
export function priceProblem(typed: string): string | null {
  if (!/\d/.test(typed)) return null;
  if (hasUnclearComma(typed)) return unclearComma;
  const paise = typedPaise(typed);
  if (paise === null) return noAmount;
  if (paise < 0n) return negativePrice;
  return paise > toPaise(maxRupees) ? atMostRupees : null;
}

/** A typed number in paise, rounded half away from zero; `null` for any other text. */
function typedPaise(typed: string): Paise | null {
  if (hasUnclearComma(typed)) return null;
  const text = typed.trim().replaceAll(",", "");
  const match = /^([-\u2212]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const [, sign = "", whole = "", part = ""] = match ?? [];
  if (whole === "" && part === "") return null;
  const thousandths = BigInt(whole || "0") * 1000n + BigInt(part.padEnd(3, "0").slice(0, 3));
  const paise = (thousandths + 5n) / 10n;
  return sign ? -paise : paise;
}

/** An amount for people: "1234567.5" gives "₹12,34,567.50". Throws a RangeError on a text that is no amount. */
export function formatRupees(amount: Rupees | Paise): string {
  const paise = typeof amount === "bigint" ? amount : toPaise(amount);
  const shown = groupDigits(toRupees(paise < 0n ? -paise : paise));
  return paise < 0n ? `-₹${shown}` : `₹${shown}`;
}
