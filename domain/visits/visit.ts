import { z } from "zod";
import { isDay } from "../calendar/calendar.ts";
import { doctor } from "../doctors/doctor.ts";
import { amount } from "../money/amount.ts";
import { lineTotal, type Paise, type Rupees } from "../money/money.ts";
import { product } from "../products/product.ts";
import { recordFields, recordId } from "../records/record.ts";
import { maxUnits } from "../stock/stock.ts";
import { optionalText } from "../text/text.ts";
import { longestNotes } from "./notes.ts";
import { visitStatuses } from "./statuses.ts";

export { notesPreview } from "./notes.ts";

export { type VisitStatus, visitStatuses } from "./statuses.ts";

/** The most items of one visit. */
export const maxItems = 200;

/** A day that is required. */
export const requiredDay = z.string("Please enter a date").refine(isDay, "Please enter a date");

/** One line of a visit as a person enters it; `id` stays the same while the line is edited. */
export const saleInput = z.strictObject({
  id: recordId,
  product_id: recordId,
  quantity: z
    .int("Please enter a whole number")
    .min(1, "Please enter at least 1")
    .max(maxUnits, `Please enter at most ${maxUnits}`),
  unit_price: amount(1n, "The unit price must be more than 0"),
});

/** The fields of a visit that a person may set, with its sale lines. */
export const visitInput = z.strictObject({
  doctor_id: z.uuid("Please select a doctor").overwrite((id) => id.toLowerCase()),
  visit_date: requiredDay,
  status: z.enum(visitStatuses, `Please choose one of: ${visitStatuses.join(", ")}`),
  notes: optionalText(longestNotes),
  items: z
    .array(saleInput)
    .max(maxItems, `A visit has at most ${maxItems} items`)
    .refine(
      (items) => new Set(items.map((item) => item.id)).size === items.length,
      "Two items have the same id",
    ),
});

/** A sale as stored: one line of a visit, with the product's name and category. */
export const sale = z.object({
  id: z.uuid(),
  visit_id: z.uuid(),
  product_id: z.uuid(),
  quantity: z.int(),
  unit_price: z.string(),
  total_amount: z.string(),
  created_at: recordFields.created_at,
  product: product.pick({ name: true, category: true }),
});

/** Whose the doctor of a visit is now: a visit without an author is theirs. A server of the release before does not say it. */
export const whoseDoctor = { representative_id: doctor.shape.representative_id.optional() };

/**
 * A visit as stored, with its doctor, its sales in the order entered, and their total in rupees. `recorded_by` names who
 * recorded it, by name or else by email address or number; null for a deleted account, and where that is not at hand.
 * `changed_by` names in the same way who changed it last, if anybody has.
 */
export const visit = z.object({
  ...recordFields,
  doctor_id: z.uuid(),
  visit_date: requiredDay,
  status: z.enum(visitStatuses),
  notes: z.string().nullable(),
  /** Whether its sales move the stock: only those of a visit from another system may not. An older server does not say it. */
  moves_stock: z.boolean().optional(),
  doctor: doctor
    .pick({
      id: true,
      name: true,
      specialization: true,
      hospital: true,
      doctor_type: true,
      doctor_class: true,
    })
    .extend(whoseDoctor),
  sales: z.array(sale),
  total_sales: z.string(),
  recorded_by: z.string().nullable(),
  changed_by: z.string().nullable().optional(),
});

/** Who changed a visit last, if that is another person than its author. A server of the release before does not say it. */
export const changedById = z.uuid().nullable().optional();

export type SaleInput = z.output<typeof saleInput>;
export type VisitInput = z.output<typeof visitInput>;
export type Sale = z.output<typeof sale>;
export type Visit = z.output<typeof visit>;

/** The total of sale lines, in paise. */
export function salesTotal(items: readonly { quantity: number; unit_price: Rupees }[]): Paise {
  return items.reduce((sum, item) => sum + lineTotal(item.quantity, item.unit_price), 0n);
}
