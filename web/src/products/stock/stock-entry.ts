import { formatCount } from "@rounds/domain/money/count.ts";
import { plainQuantity } from "@rounds/domain/money/typed-count.ts";
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
      .transform(plainQuantity)
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

export type StockFormInput = z.input<ReturnType<typeof stockForm>>;
export type StockFormValues = z.output<ReturnType<typeof stockForm>>;

/** What the modal is called, and what it says. */
export const stockWords = {
  add: {
    title: "Add Stock",
    quantity: "Quantity to Add",
    hint: "At least 1. It is added to the current stock.",
    submit: "Add Stock",
    busy: "Adding...",
    done: (name: string) => `Stock added successfully to ${name}!`,
    failed: "Error adding stock. Please try again.",
  },
  edit: {
    title: "Edit Stock",
    quantity: "New Total Quantity",
    hint: "0 marks the product out of stock.",
    submit: "Update Stock",
    busy: "Updating...",
    done: (name: string) => `Stock updated successfully for ${name}!`,
    failed: "Error updating stock. Please try again.",
  },
} as const;

/** Says that somebody else changed the stock. */
export function stockMoved(from: number, to: number): string {
  return `The stock has changed: it was ${formatCount(from)} and is now ${formatCount(to)}.`;
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
