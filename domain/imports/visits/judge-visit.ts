import type { Day } from "../../calendar/calendar.ts";
import { maxItems } from "../../visits/visit.ts";
import type { Decision, ImportReason } from "../import-row.ts";
import { type Judgement, type OtherLine, reason } from "../judgement.ts";
import { shortened } from "../shortened.ts";
import type { CleanedVisit } from "./clean-visit.ts";
import { unclearCodes } from "./unclear-names.ts";

/** Which record a text means: one, none that is clear, or one whose rows a person leaves out. */
export type Meant = { id: string } | "unclear" | "left_out";

/** A visit that is there, of one doctor and day. */
export type KnownVisit = {
  id: string;
  lines: readonly { product_id: string; quantity: number; unit_price: string }[];
};

/** What is written of a row: one line of a visit, or a visit without sales. */
export type VisitValues = {
  visit_date: Day;
  doctor_id: string;
  /** Whose visit it is. */
  person: string;
  status: CleanedVisit["status"];
  notes: string;
  reference: string;
  sold: { product_id: string; quantity: number; unit_price: string } | null;
};

/** The rows of one visit have this in common: its day, doctor and person, and the reference of the other system. */
export function visitKey({ visit_date, doctor_id, person, reference }: VisitValues): string {
  return JSON.stringify(["visit", visit_date, doctor_id, person, reference.toLowerCase()]);
}

/** Two rows with this in common are one line twice. */
export function lineKey(values: VisitValues): string {
  const { product_id, quantity, unit_price } = values.sold ?? {};
  return JSON.stringify(["line", visitKey(values), product_id, quantity, unit_price]);
}

/** A row with what its texts mean. */
export type ReadVisit = {
  row: CleanedVisit;
  doctor: Meant;
  /** Null for a visit without sales. */
  product: Meant | null;
  /** Whose visit it is, or why it can't be theirs. */
  person: { id: string } | ImportReason;
};

/** What would be written of a row; undefined if it can't be said. */
export function valuesOf({ row, doctor, product, person }: ReadVisit): VisitValues | undefined {
  const { visit_date, status, notes, reference, sold } = row;
  if (row.refusals.length > 0 || visit_date === null || !("id" in person)) return undefined;
  if (typeof doctor === "string" || typeof product === "string") return undefined;
  const line = sold && product ? { product_id: product.id, ...sold } : null;
  return { visit_date, doctor_id: doctor.id, person: person.id, status, notes, reference, sold: line };
}

type VisitToJudge = ReadVisit & {
  /**
   * Visits of this doctor, day and person that are there, without those of this import. For a row that names nobody also those
   * whose author has no name, because a list of them can't say whose they are.
   */
  known: readonly KnownVisit[];
  /** Rows before it that are the same line. */
  others: readonly OtherLine[];
  /** How many rows before it are lines of the same visit. */
  lines: number;
  decision: Decision | null;
};

/** What becomes of a row of a list of visits. */
export function judgeVisit(asked: VisitToJudge): Judgement {
  const { row, doctor, product, person, decision } = asked;
  const base: Judgement = {
    verdict: "refused",
    reasons: [...row.refusals, ...row.remarks],
    target_id: null,
    candidates: [],
    changes: [],
    values: {},
    double_of: null,
  };
  if (decision === "skip" || doctor === "left_out" || product === "left_out")
    return { ...base, verdict: "skipped" };
  if (row.refusals.length > 0) return base;
  if (!("id" in person)) return { ...base, reasons: [person, ...base.reasons] };
  const unclear = [
    ...(doctor === "unclear" ? [unclearDoctor(row)] : []),
    ...(product === "unclear" ? [unclearProduct(row)] : []),
  ];
  if (unclear.length > 0) return { ...base, verdict: "look", reasons: [...unclear, ...base.reasons] };
  const values = valuesOf(asked);
  if (!values) return base;

  const same = asked.known.find((visit) => hasLine(visit, values));
  if (same && decision !== "create") return { ...base, verdict: "same", target_id: same.id };
  const [other] = asked.known;
  if (other && decision !== "create") {
    const message = "A visit to this doctor on this day is there already, without this sale.";
    return {
      ...base,
      verdict: "look",
      target_id: other.id,
      reasons: [reason("visit_there", message), ...base.reasons],
    };
  }
  const [double] = asked.others;
  if (double && decision !== "create") {
    const message = `Line ${double.line} of the file says the same.`;
    return {
      ...base,
      verdict: "look",
      reasons: [reason("same_in_file", message), ...base.reasons],
      double_of: double.line,
    };
  }
  if (asked.lines >= maxItems) {
    const message = `A visit has at most ${maxItems} items`;
    return { ...base, reasons: [reason("validation_failed", message), ...base.reasons] };
  }
  return { ...base, verdict: "create", values };
}

/** Whether a visit that is there has what a row says of it: its sale, or any if the row has none. */
export function hasLine({ lines }: KnownVisit, { sold }: VisitValues): boolean {
  if (sold === null) return true;
  const { product_id, quantity, unit_price } = sold;
  return lines.some(
    (line) => line.product_id === product_id && line.quantity === quantity && line.unit_price === unit_price,
  );
}

function unclearDoctor({ doctor }: CleanedVisit): ImportReason {
  const text = shortened(doctor.name || doctor.contact_number);
  return reason(
    unclearCodes.doctor,
    `It is not clear which doctor “${text}” is. See “Names to match”.`,
    "doctor",
  );
}

function unclearProduct({ product }: CleanedVisit): ImportReason {
  const message = `It is not clear which product “${shortened(product)}” is. See “Names to match”.`;
  return reason(unclearCodes.product, message, "product");
}
