import { type LedgerKind, ledgerKinds } from "@rounds/domain/stock/kinds.ts";

const kinds: Record<LedgerKind, string> = {
  opening: "Opening stock",
  purchase: "Purchases",
  sale: "Sales",
  adjustment: "Adjustments",
  sold_before_received: "Sold before received",
};

/** The kinds of movement to choose from, named as in the inventory report. */
export const ledgerChoices = ledgerKinds.map((value) => ({ value, label: kinds[value] }));
