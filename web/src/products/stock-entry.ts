import { formatCount } from "@rounds/domain/money/money.ts";
import { signed, stockAddition, stockCorrection } from "@rounds/domain/stock/stock.ts";
import { z } from "zod";

/** "add": units come in; "edit": the stock gets a new total. */
export type StockMode = "add" | "edit";

/** The fields of the modal and how they are read: the quantity is a text until it is a whole number. */
export function stockEntry(mode: StockMode) {
  const input = mode === "add" ? stockAddition : stockCorrection;
  return z.object({
    quantity: z
      .string()
      .trim()
      .min(1, "Please enter a quantity")
      .transform(Number)
      .pipe(input.shape.quantity),
    notes: input.shape.notes,
  });
}

/** The form's values, and so those of its draft. */
export function stockForm(mode: StockMode) {
  return stockEntry(mode).extend({
    /** The stock that the person saw: a correction is relative to it, and is refused if it has changed. */
    seen: z.int(),
    /** Whether it was sent without a conclusive answer. */
    sent: z.boolean(),
  });
}

/** The effect of the typed quantity, in words; `null` while it is not a quantity. */
export function outcome(mode: StockMode, typed: string, current_stock: number): string | null {
  const read = stockEntry(mode).shape.quantity.safeParse(typed);
  if (!read.success) return null;
  if (mode === "add") return `New total: ${formatCount(current_stock + read.data)}`;
  const difference = read.data - current_stock;
  if (difference === 0) return "Difference: 0. Nothing will be recorded.";
  const change = `Difference: ${signed(difference)} from the current stock.`;
  return read.data === 0 ? `${change} 0 marks the product out of stock.` : change;
}
