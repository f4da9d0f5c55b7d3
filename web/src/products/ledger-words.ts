import { type LedgerKind, ledgerKinds, type TransactionType } from "@rounds/domain/stock/kinds.ts";
import type { LedgerRow } from "@rounds/domain/stock/stock.ts";

const kinds: Record<LedgerKind, string> = {
  opening: "Opening stock",
  purchase: "Purchases",
  sale: "Sales",
  adjustment: "Adjustments",
  sold_before_received: "Sold before received",
};

/** The kinds of movement to choose from, named as in the inventory report. */
export const ledgerChoices = ledgerKinds.map((value) => ({ value, label: kinds[value] }));

const types: Record<TransactionType, string> = {
  opening: "Opening stock",
  purchase: "Purchase",
  sale: "Sale",
  adjustment: "Adjustment",
};

/** A row's type, as in the filter: a reversal of a sale is found under "Sales", and is called so. */
export function ledgerType({ transaction_type, reference_type }: LedgerRow): string {
  const reverses = reference_type === "visit_edit_reversal" || reference_type === "visit_delete_reversal";
  return reverses ? "Sale reversed" : types[transaction_type];
}

/** The origin of a row: "Visit to Dr. Asha Rao". A deleted visit no longer names its doctor. */
export function ledgerReference({ reference_type, visit_id, doctor_name }: LedgerRow): string {
  if (!reference_type) return "";
  if (reference_type === "manual_adjustment") return "Manual";
  if (!visit_id) return "Deleted visit";
  const visit = `Visit to ${doctor_name ?? "Unknown"}`;
  return reference_type === "visit_edit_reversal" ? `${visit}, edited` : visit;
}
