import { addDays, type Day, formatDay, isDay } from "../../calendar/calendar.ts";
import { parseDay } from "../../calendar/parse-day.ts";
import {
  atMostRupees,
  formatRupees,
  hasUnclearComma,
  isRupees,
  maxRupees,
  noAmount,
  toPaise,
  toRupees,
  unclearComma,
} from "../../money/money.ts";
import { plainAmount, plainPrice } from "../../money/typed-amount.ts";
import { maxUnits } from "../../stock/stock.ts";
import { asciiDigits } from "../../text/digits.ts";
import { optionalText } from "../../text/text.ts";
import { longestNotes } from "../../visits/notes.ts";
import type { VisitStatus } from "../../visits/statuses.ts";
import { filledCell, hasLostDigits, wholeCell, withoutDecimals } from "../clean-text.ts";
import { nameCell } from "../doctors/doctor-cells.ts";
import type { ImportCells, ImportReason } from "../import-row.ts";
import { reason } from "../judgement.ts";
import { shortened } from "../shortened.ts";
import type { VisitImportField } from "./visit-fields.ts";

/** A row of a list of visits as it was read. */
export type CleanedVisit = {
  visit_date: Day | null;
  /** What says which doctor is meant. */
  doctor: DoctorText;
  /** The name of the product; empty for a visit without sales. */
  product: string;
  /** What was sold; null for a visit without sales, and for a row that is refused. */
  sold: { quantity: number; unit_price: string } | null;
  status: Exclude<VisitStatus, "scheduled">;
  notes: string;
  /** Whose visit it is: a person's name or email address. */
  representative: string | null;
  reference: string;
  /** Why it can't be brought in. */
  refusals: ImportReason[];
  /** What was noticed and changed. */
  remarks: ImportReason[];
};

/** The cells that say which doctor is meant. */
export type DoctorText = { name: string; contact_number: string; hospital: string; city: string };

/** Texts that are stored as they are: by the rules of the form. */
const texts = { notes: optionalText(longestNotes), reference: optionalText(100) };

/** Reads the cells of a row. Days after `today` are refused. */
export function cleanVisit(cells: ImportCells, today: Day): CleanedVisit {
  const refusals: ImportReason[] = [];
  const remarks: ImportReason[] = [];
  const of = (field: VisitImportField) => filledCell(cells[field] ?? "");
  const refuse = (field: VisitImportField, code: string, message: string) => {
    refusals.push(reason(code, message, field));
    return null;
  };

  const doctor = doctorText(cells);
  if (doctor.name === "" && doctor.contact_number === "")
    refuse("doctor", "validation_failed", "Please enter the doctor");
  if (hasLostDigits(doctor.contact_number))
    refuse("contact_number", "digits_lost", "The spreadsheet has lost digits of this number.");

  function day(): Day | null {
    const text = of("visit_date");
    if (text === "") return refuse("visit_date", "validation_failed", "Please enter a date");
    const found = dayCell(text, today);
    if (found === null)
      return refuse("visit_date", "validation_failed", "This is no date. Please write it as 25/11/2026");
    if (found > today)
      return refuse(
        "visit_date",
        "in_future",
        `${formatDay(found)} has not come yet. Only past visits can be brought in.`,
      );
    return found;
  }

  function money(field: "unit_price" | "amount"): bigint | null {
    const text = moneyCell(field === "amount" ? plainAmount(of(field)) : plainPrice(of(field)));
    if (text === "") return null;
    if (!isRupees(text))
      return refuse(field, "validation_failed", hasUnclearComma(text) ? unclearComma : noAmount);
    return toPaise(text) < 0n
      ? refuse(field, "validation_failed", "Returns can't be brought in")
      : toPaise(text);
  }

  function sold(product: string): CleanedVisit["sold"] {
    const text = plainAmount(of("quantity"));
    const [price, amount] = [money("unit_price"), money("amount")];
    if (refusals.some(({ field }) => field === "unit_price" || field === "amount")) return null;
    const isNothing = (text === "" || Number(text) === 0) && (amount === null || amount === 0n);
    if (product === "") {
      if (isNothing) return null;
      return refuse(
        "product",
        "validation_failed",
        "Please enter the product, or leave quantity and amount empty",
      );
    }
    if (isNothing) {
      remarks.push(
        reason(
          "no_quantity",
          "No quantity is given: the visit is brought in without this product.",
          "quantity",
        ),
      );
      return null;
    }
    const quantity = wholeCell(text);
    if (quantity === undefined) return refuse("quantity", "validation_failed", "Please enter a whole number");
    if (quantity < 1) return refuse("quantity", "validation_failed", "Please enter at least 1");
    if (quantity > maxUnits)
      return refuse("quantity", "validation_failed", `Please enter at most ${maxUnits}`);
    const each = eachOf(quantity, price, amount);
    if (each === null) return null;
    if (each < 1n)
      return refuse(
        amount === null ? "unit_price" : "amount",
        "validation_failed",
        "The unit price must be more than 0",
      );
    if (each > toPaise(maxRupees))
      return refuse(amount === null ? "unit_price" : "amount", "validation_failed", atMostRupees);
    return { quantity, unit_price: toRupees(each) };
  }

  /** The price of one: the amount counts, also after a discount; it must divide exactly. */
  function eachOf(quantity: number, price: bigint | null, amount: bigint | null): bigint | null {
    if (amount === null)
      return price ?? refuse("unit_price", "validation_failed", "Please enter the unit price or the amount");
    const units = BigInt(quantity);
    if (amount % units !== 0n) {
      const message = `${formatRupees(amount)} can't be divided by ${quantity} exactly. Please enter the price of one.`;
      return refuse("amount", "not_exact", message);
    }
    const each = amount / units;
    if (price !== null && price !== each)
      remarks.push(reason("read_as", `${formatRupees(each)} each was read from the amount.`, "unit_price"));
    return each;
  }

  function status(): CleanedVisit["status"] {
    const text = of("status");
    const found = statusCell(text);
    if (found === null)
      refuse(
        "status",
        "validation_failed",
        `“${shortened(text)}” is no status of a past visit. Please enter completed or cancelled`,
      );
    return found ?? "completed";
  }

  function stored(field: keyof typeof texts): string {
    const { data, error } = texts[field].safeParse(of(field));
    if (error) refuse(field, "validation_failed", error.issues[0]?.message ?? "");
    return data ?? "";
  }

  const product = of("product");
  if (product.length > 200) refuse("product", "validation_failed", "Please use at most 200 characters");
  const notes = stored("notes");
  const reference = stored("reference");
  const visit_date = day();
  const line = sold(product);
  const became = status();
  if (line && became === "cancelled") {
    const message = "The visit is cancelled, but has a sale. The sale counts all the same.";
    remarks.push(reason("cancelled_sale", message, "status"));
  }
  return {
    visit_date,
    doctor,
    product: line ? product : "",
    sold: line,
    status: became,
    notes,
    representative: of("representative") || null,
    reference,
    refusals,
    remarks,
  };
}

/** What says which doctor is meant. */
export function doctorText(cells: ImportCells): DoctorText {
  const of = (field: VisitImportField) => filledCell(cells[field] ?? "");
  const contact_number = withoutDecimals(of("contact_number"));
  return { name: nameCell(cells.doctor ?? ""), contact_number, hospital: of("hospital"), city: of("city") };
}

/** The day before the first of a spreadsheet's count, as spreadsheets count since 1900-03-01. */
const serialStart: Day = "1899-12-30";

/**
 * The day that a cell means: with its year, the day before the month, in ISO order, with the month as a word, or as the
 * number by which a spreadsheet counts days; null for anything else. A time behind it and a weekday before it are left out.
 */
export function dayCell(text: string, today: Day): Day | null {
  const plain = asciiDigits(text)
    .replace(/^\p{L}{3,9}day\s*,?\s*|^(?:sun|mon|tue|wed|thu|fri|sat)\s*,?\s+/iu, "")
    .replace(/(?:,?\s+|T)\d{1,2}[:.]\d{2}(?:[:.]\d{2})?.*$/iu, "")
    .replace(/(\d)(?:st|nd|rd|th)\b/giu, "$1")
    .trim();
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) return addDays(serialStart, Number.parseInt(plain, 10));
  // Without a year, it could be any.
  const parts = plain.match(/\d+|\p{L}+/gu) ?? [];
  const hasYear = parts.length === 3 || /^(?:\d{6}|\d{8})$/.test(plain);
  const day = hasYear ? (parseDay(plain, today)?.day ?? null) : null;
  return day !== null && isDay(day) ? day : null;
}

/** An amount in digits. What a spreadsheet's arithmetic leaves far behind the point is no part of it: "112.50000000001". */
function moneyCell(plain: string): string {
  const noisy = /^(-?\d+)\.(\d{2})(?:(0{4}\d*)|(9{4}\d*))$/.exec(plain);
  const short = /^(-?\d+\.\d{2})0+$/.exec(plain);
  if (!noisy) return short?.[1] ?? plain;
  const paise = toPaise(`${noisy[1]}.${noisy[2]}`);
  return toRupees(noisy[4] === undefined ? paise : paise + 1n);
}

const statusWords = {
  completed: /^(?:|c|completed?|done|visited|met|yes|y|joint|called|billed|invoiced|paid|delivered|closed)$/,
  cancelled: /^(?:cancell?ed|cancel|missed|not met|not visited|no|n|absent|not available)$/,
} as const;

/** What became of a past visit; none is given: it took place. Null for any other word. */
export function statusCell(text: string): "completed" | "cancelled" | null {
  const word = text
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
  return statusWords.completed.test(word)
    ? "completed"
    : statusWords.cancelled.test(word)
      ? "cancelled"
      : null;
}
