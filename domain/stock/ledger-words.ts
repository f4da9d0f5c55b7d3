import type { TransactionType } from "./kinds.ts";
import type { LedgerRow } from "./stock.ts";

const types: Record<TransactionType, string> = {
  opening: "Opening stock",
  purchase: "Purchase",
  sale: "Sale",
  adjustment: "Adjustment",
};

/** A row's type, as in the filter: a reversal of a sale is found under "Sales", and is called so. */
export function ledgerType({
  transaction_type,
  reference_type,
}: Pick<LedgerRow, "transaction_type" | "reference_type">): string {
  const reverses = reference_type === "visit_edit_reversal" || reference_type === "visit_delete_reversal";
  return reverses ? "Sale reversed" : types[transaction_type];
}

/** The origin of a row: "Visit to Dr. Asha Rao". A deleted visit no longer names its doctor. */
export function ledgerReference({
  reference_type,
  visit_id,
  doctor_name,
}: Pick<LedgerRow, "reference_type" | "visit_id" | "doctor_name">): string {
  if (!reference_type) return "";
  if (reference_type === "manual_adjustment") return "Manual";
  if (!visit_id) return "Deleted visit";
  const visit = `Visit to ${doctor_name ?? "Unknown"}`;
  return reference_type === "visit_edit_reversal" ? `${visit}, edited` : visit;
}
