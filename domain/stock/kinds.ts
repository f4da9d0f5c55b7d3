export const transactionTypes = ["opening", "purchase", "sale", "adjustment"] as const;
export const referenceTypes = [
  "manual_adjustment",
  "visit",
  "visit_edit_reversal",
  "visit_delete_reversal",
] as const;

/** The figures of the inventory report that ledger rows add up to. */
export const ledgerKinds = [...transactionTypes, "sold_before_received"] as const;

export type TransactionType = (typeof transactionTypes)[number];
export type ReferenceType = (typeof referenceTypes)[number];
export type LedgerKind = (typeof ledgerKinds)[number];
