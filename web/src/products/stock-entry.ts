import { formatCount } from "@rounds/domain/money/money.ts";
import { signed, stockAddition, stockCorrection } from "@rounds/domain/stock/stock.ts";
import { z } from "zod";

/** "add": units come in; "edit": the stock becomes a new total. */
export type StockMode = "add" | "edit";

/** What the modal's fields hold, and how it is read: the quantity is a text until it is a whole number. */
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

/** What the form holds, and so what its draft keeps. */
export function stockForm(mode: StockMode) {
  return stockEntry(mode).extend({
    /** The stock that the person saw: a correction counts from it, and is refused when it is no longer true. */
    seen: z.int(),
    /** Whether it was sent without an answer that settles it. */
    sent: z.boolean(),
  });
}

/** What the quantity typed so far comes to, in words; `null` while it is no quantity. */
export function outcome(mode: StockMode, typed: string, current_stock: number): string | null {
  const read = stockEntry(mode).shape.quantity.safeParse(typed);
  if (!read.success) return null;
  if (mode === "add") return `New total: ${formatCount(current_stock + read.data)}`;
  const difference = read.data - current_stock;
  if (difference === 0) return "Difference: 0. Nothing will be recorded.";
  const change = `Difference: ${signed(difference)} from the current stock.`;
  return read.data === 0 ? `${change} 0 marks the product out of stock.` : change;
}
