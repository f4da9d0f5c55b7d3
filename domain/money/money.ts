/**
 * Money is whole paise in arithmetic (`Paise`, a bigint) and a decimal string of rupees with two decimals
 * (`Rupees`, "1250.50") in the database, on the wire and in forms. It is never a floating-point number.
 */
export type Paise = bigint;
export type Rupees = string;

/** The largest amount of one field: what numeric(12,2) holds. */
export const maxRupees: Rupees = "9999999999.99";

const decimal = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Whether the text is an amount of rupees with at most two decimals, such as "12", "12.5" or "12.50". */
export function isRupees(text: string): text is Rupees {
  return decimal.test(text);
}

/** Paise of an amount of rupees ("12.5" gives 1250n). Throws a RangeError on any other text. */
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
 * A price as typed, read as the specification asks: a decimal amount, "0.00" when empty or invalid
 * (negative, not a number, too large). More than two decimals are rounded half up.
 */
export function priceOrZero(typed: string): Rupees {
  const text = typed.trim().replaceAll(",", "");
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text);
  if (!match || text === "" || text === ".") return "0.00";
  const [, whole = "", part = ""] = match;
  const thousandths = BigInt(whole || "0") * 1000n + BigInt(part.padEnd(3, "0").slice(0, 3));
  const paise = (thousandths + 5n) / 10n;
  return paise > toPaise(maxRupees) ? "0.00" : toRupees(paise);
}

const format = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** An amount for people: "1234567.5" gives "₹12,34,567.50". */
export function formatRupees(amount: Rupees | Paise): string {
  // A decimal string is formatted exactly; a number would pass through a float.
  return format.format((typeof amount === "bigint" ? toRupees(amount) : amount) as Intl.StringNumericLiteral);
}

const count = new Intl.NumberFormat("en-IN");

/** A whole number with Indian grouping: 1234567 gives "12,34,567". */
export function formatCount(value: number): string {
  return count.format(value);
}
