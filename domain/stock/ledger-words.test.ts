import { expect, test } from "vitest";
import { ledgerReference, ledgerType } from "./ledger-words.ts";
import type { LedgerRow } from "./stock.ts";

const row = (changes: Partial<LedgerRow>) => changes as LedgerRow;

test.each<[Partial<LedgerRow>, type: string, reference: string]>([
  [{ transaction_type: "opening", reference_type: null }, "Opening stock", ""],
  [{ transaction_type: "purchase", reference_type: "manual_adjustment" }, "Purchase", "Manual"],
  [
    { transaction_type: "sale", reference_type: "visit", visit_id: "a", doctor_name: "Dr. Rao" },
    "Sale",
    "Visit to Dr. Rao",
  ],
  [{ transaction_type: "sale", reference_type: "visit", visit_id: null }, "Sale", "Deleted visit"],
  [
    {
      transaction_type: "adjustment",
      reference_type: "visit_edit_reversal",
      visit_id: "a",
      doctor_name: "Dr. Rao",
    },
    "Sale reversed",
    "Visit to Dr. Rao, edited",
  ],
  [
    { transaction_type: "adjustment", reference_type: "visit_delete_reversal", visit_id: null },
    "Sale reversed",
    "Deleted visit",
  ],
  [{ transaction_type: "adjustment", reference_type: "manual_adjustment" }, "Adjustment", "Manual"],
])("%j is %s, %s", (changes, type, reference) => {
  expect(ledgerType(row(changes))).toBe(type);
  expect(ledgerReference(row(changes))).toBe(reference);
});
