import type { LedgerKind, LedgerRow, TransactionType } from "@rounds/domain/stock/stock.ts";

/** The kinds of movement to choose from, named as in the inventory report. */
export const ledgerKinds: readonly { value: LedgerKind; label: string }[] = [
  { value: "opening", label: "Opening stock" },
  { value: "purchase", label: "Purchases" },
  { value: "sale", label: "Sales" },
  { value: "adjustment", label: "Adjustments" },
  { value: "sold_before_received", label: "Sold before received" },
];

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
