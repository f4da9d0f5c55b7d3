import { z } from "zod";
import { dayFilter } from "../calendar/day-filter.ts";
import { exportFormat, pageNumber, pageOf, pageSize, rowsPerPage } from "../paging/paging.ts";
import { product } from "../products/product.ts";
import { moment, recordId } from "../records/record.ts";
import { whoseFilter } from "../records/whose.ts";
import { optionalText } from "../text/text.ts";
import { ledgerKinds, referenceTypes, transactionTypes } from "./kinds.ts";

export {
  type LedgerKind,
  type ReferenceType,
  referenceTypes,
  type TransactionType,
  transactionTypes,
} from "./kinds.ts";

/** The most units that one entry adds or sells. */
export const maxUnits = 1_000_000;

/** The most units that a product can have, as the database keeps them; entries can add up to more than one of them may have. */
export const maxStock = 2_147_483_647;

/**
 * One row of the ledger. `quantity` is signed: positive adds units, negative removes them, so a product's stock is the
 * sum of its rows. `transaction_date` is the day on which it counts, `created_at` when it was entered.
 */
export const stockTransaction = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  transaction_type: z.enum(transactionTypes),
  quantity: z.int(),
  transaction_date: z.iso.date(),
  reference_type: z.enum(referenceTypes).nullable(),
  reference_id: z.uuid().nullable(),
  notes: z.string().nullable(),
  created_at: moment,
  created_by: z.uuid().nullable(),
});

const quantityMessage = "Please enter a whole number";

/** "Add Stock": this many units are added today. */
export const stockAddition = z.strictObject({
  id: recordId,
  quantity: z
    .int(quantityMessage)
    .min(1, "Please enter at least 1")
    .max(maxUnits, `Please enter at most ${maxUnits}`),
  notes: optionalText(1000),
});

/**
 * "Edit Stock": `quantity` is the new total. `current_stock` is the stock that the person saw; if it has changed
 * since, nothing is recorded and the answer is `changed_meanwhile`.
 */
export const stockCorrection = z.strictObject({
  id: recordId,
  quantity: z
    .int(quantityMessage)
    .min(0, "Please enter 0 or more")
    .max(maxStock, `Please enter at most ${maxStock}`),
  current_stock: z.int().min(0).max(maxStock),
  notes: optionalText(1000),
});

/** The product after a change of its stock, and the new ledger row (null if there was no difference). */
export const stockChange = z.object({ product, transaction: stockTransaction.nullable() });

/**
 * Filters of a ledger; an empty one does not filter. `kind` is a figure of the inventory report: "sale" includes
 * reversals of sales, "adjustment" does not; "sold_before_received" means movements with a balance below 0 before or
 * after them, on days that began or ended below 0. A range applies only if both dates are set. `representative` is who
 * made the entry.
 */
export const ledgerQuery = z.object({
  kind: z.enum(["", ...ledgerKinds]).default(""),
  start_date: dayFilter,
  end_date: dayFilter,
  representative: whoseFilter,
  page: pageNumber,
  page_size: rowsPerPage(pageSize),
});

/** The filters, for a file with all rows. */
export const ledgerExportQuery = ledgerQuery
  .omit({ page: true, page_size: true })
  .extend({ format: exportFormat });

/**
 * A ledger row on the product page: `balance` is the stock after it, `made_by` the name of who made it, `visit_id`
 * and `doctor_name` its visit and that visit's doctor while they exist.
 */
const ledgerRow = stockTransaction.extend({
  balance: z.int(),
  made_by: z.string().nullable(),
  visit_id: z.uuid().nullable(),
  doctor_name: z.string().nullable(),
});

export const ledgerPage = pageOf(ledgerRow);

/** Units of a product that can be sold today. */
export const availability = z.object({ available: z.int() });

export type StockTransaction = z.output<typeof stockTransaction>;
export type StockAddition = z.input<typeof stockAddition>;
export type StockCorrection = z.input<typeof stockCorrection>;
export type StockChange = z.output<typeof stockChange>;
export type LedgerQuery = z.input<typeof ledgerQuery>;
export type LedgerExportQuery = z.input<typeof ledgerExportQuery>;
export type LedgerFilters = z.output<typeof ledgerQuery>;
export type LedgerRow = z.output<typeof ledgerRow>;
export type LedgerPage = z.output<typeof ledgerPage>;
export type Availability = z.output<typeof availability>;

/** The default note of "Add Stock". */
export const additionNote = "Manual stock addition";

/** The default note of "Edit Stock": "Stock adjusted from 10 to 15 (+5)". */
export function correctionNote(from: number, to: number): string {
  return `Stock adjusted from ${from} to ${to} (${signed(to - from)})`;
}

/** A difference with its sign: "+5", "-3", "0". */
export function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : String(difference);
}
