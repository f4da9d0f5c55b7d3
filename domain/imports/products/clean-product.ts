import { type ProductInput, productInput } from "../../products/product.ts";
import { remembered } from "../../records/remembered.ts";
import { filledCell } from "../clean-text.ts";
import type { ImportCells, ImportReason } from "../import-row.ts";
import { reason } from "../judgement.ts";
import { shortened } from "../shortened.ts";
import { categoryCell, priceCell, unitsCell } from "./product-cells.ts";
import type { ProductImportField } from "./product-fields.ts";

/** A row as it was read. */
export type CleanedProduct = {
  /** The cells without the spaces around them. */
  raw: ImportCells;
  /** The fields that it fills, as they would be stored; a field that its cells leave empty is not there. */
  filled: Partial<ProductInput>;
  /** The opening stock, in units; null without one. */
  stock: number | null;
  /** Why it can't be brought in. */
  refusals: ImportReason[];
  /** What was noticed and changed. */
  notes: ImportReason[];
};

const checked = productInput.pick({ name: true, description: true });

/** Reads the cells of a row as a product: each is checked by the same rules as the form. */
export const cleanProduct = remembered((cells: ImportCells): CleanedProduct => {
  const refusals: ImportReason[] = [];
  const notes: ImportReason[] = [];
  const of = (field: ProductImportField) => filledCell(cells[field] ?? "");
  const read = <Value>(
    field: ProductImportField,
    cell: (text: string) => { value: Value } | { problem: string },
  ) => {
    if (of(field) === "") return undefined;
    const result = cell(of(field));
    if ("value" in result) return result.value;
    refusals.push(reason("validation_failed", result.problem, field));
    return undefined;
  };

  const parsed = checked.safeParse({ name: of("name"), description: of("description") });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const field = path[0] === "description" ? "description" : "name";
      if (!refusals.some((refusal) => refusal.field === field))
        refusals.push(reason("validation_failed", message, field));
    }
  const given: Partial<ProductInput> = {
    ...(parsed.success && parsed.data),
    category: category(),
    price: read("price", priceCell),
  };

  /** Other words than our categories are left out: a product needs none. */
  function category() {
    const text = of("category");
    if (text === "") return null;
    const meant = categoryCell(text);
    if (meant === undefined)
      notes.push(
        reason("left_out", `“${shortened(text)}” is no category here, and is left out.`, "category"),
      );
    else if (meant.toLowerCase() !== text.toLowerCase())
      notes.push(reason("read_as", `“${shortened(text)}” was read as ${meant}.`, "category"));
    return meant ?? null;
  }

  return {
    raw: Object.fromEntries(Object.entries(cells).map(([field, text]) => [field, text.trim()])),
    filled: Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)),
    stock: read("stock", unitsCell) ?? null,
    refusals,
    notes,
  };
});
