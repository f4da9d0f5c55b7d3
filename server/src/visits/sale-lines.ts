import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import type { SaleInput } from "@rounds/domain/visits/visit.ts";
import { sql } from "kysely";
import { type LockedProduct, lockProducts, type Movement } from "../stock/ledger.ts";

/** A sale line as stored: what a command needs to take it back. */
export type StoredLine = {
  id: string;
  visit_id: string;
  product_id: string;
  quantity: number;
  transaction_date: Day;
  /** Whether it took its units from the stock: as its visit says. */
  moves_stock: boolean;
};

/** The stored lines of one visit or of all visits of a doctor. */
export async function readStoredLines(
  tx: Database,
  of: { visit_id: string } | { doctor_id: string },
): Promise<StoredLine[]> {
  const lines = tx
    .selectFrom("sales")
    .innerJoin("visits", "visits.id", "sales.visit_id")
    .select([
      "sales.id",
      "visit_id",
      "product_id",
      "quantity",
      "transaction_date",
      sql<boolean>`visits.moves_stock`.as("moves_stock"),
    ])
    .orderBy("sales.id");
  const chosen =
    "visit_id" in of
      ? lines.where("visits.id", "=", of.visit_id)
      : lines.where("visits.doctor_id", "=", of.doctor_id);
  return await chosen.execute();
}

/** The movement of a sale: units go out on `day`. */
export function saleMovement(line: SaleInput, visit_id: string, day: Day): Movement {
  return {
    product_id: line.product_id,
    transaction_type: "sale",
    quantity: -line.quantity,
    transaction_date: day,
    reference_type: "visit",
    reference_id: visit_id,
    notes: null,
  };
}

/** The movement that takes a sale back, on the day of that sale. */
export function reversalMovement(
  line: StoredLine,
  reference_type: "visit_edit_reversal" | "visit_delete_reversal",
): Movement {
  return {
    product_id: line.product_id,
    transaction_type: "adjustment",
    quantity: line.quantity,
    transaction_date: line.transaction_date,
    reference_type,
    reference_id: line.visit_id,
    notes: null,
  };
}

/** Units per product. */
export function unitsByProduct(
  lines: readonly { product_id: string; quantity: number }[],
): Map<string, number> {
  const units = new Map<string, number>();
  for (const { product_id, quantity } of lines)
    units.set(product_id, (units.get(product_id) ?? 0) + quantity);
  return units;
}

/** Locks the products of a visit's items, and of `others`. Throws `product_missing` for every item whose product is gone. */
export async function lockSoldProducts(
  tx: Database,
  items: readonly SaleInput[],
  others: readonly { product_id: string }[] = [],
): Promise<ReadonlyMap<string, LockedProduct>> {
  try {
    return await lockProducts(
      tx,
      [...others, ...items].map((line) => line.product_id),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "product_missing") throw error;
    const { product_ids } = error.details as { product_ids: readonly string[] };
    const fields = items.flatMap(({ product_id }, index) =>
      product_ids.includes(product_id)
        ? [[`items.${index}.product_id`, errorMessage("product_missing")] as const]
        : [],
    );
    throw new AppError("product_missing", { fields: Object.fromEntries(fields), cause: error });
  }
}

/**
 * Throws `insufficient_stock` for the first line that asks for more than there is, counting what `returned` lines give
 * back and what earlier lines take; `in_all` is what the visit's lines may take together, those that stay too. The products
 * must be locked.
 */
export function requireStock(
  items: readonly SaleInput[],
  asked: ReadonlySet<string>,
  products: ReadonlyMap<string, LockedProduct>,
  returned: ReadonlyMap<string, number>,
) {
  const taken = new Map<string, number>();
  items.forEach((item, index) => {
    if (!asked.has(item.id)) return;
    const { current_stock = 0, name = "" } = products.get(item.product_id) ?? {};
    const all = current_stock + (returned.get(item.product_id) ?? 0);
    const available = all - (taken.get(item.product_id) ?? 0);
    if (item.quantity > available) {
      const kept = items.filter(({ id }) => !asked.has(id));
      const in_all = all + (unitsByProduct(kept).get(item.product_id) ?? 0);
      throw new AppError("insufficient_stock", {
        n: available,
        fields: { [`items.${index}.quantity`]: errorMessage("insufficient_stock", available) },
        details: { product_id: item.product_id, product_name: name, available, in_all },
      });
    }
    taken.set(item.product_id, (taken.get(item.product_id) ?? 0) + item.quantity);
  });
}

/** The columns of a sale line that are written, with their types. */
export const saleTypes = {
  id: "uuid",
  visit_id: "uuid",
  doctor_id: "uuid",
  product_id: "uuid",
  position: "integer",
  quantity: "integer",
  unit_price: "numeric",
  transaction_date: "date",
} as const;

/** A sale line as it is written: the line at this position of its visit, which moves stock on `day`. */
export function saleRow(
  item: SaleInput,
  { visit_id, doctor_id }: { visit_id: string; doctor_id: string },
  position: number,
  day: Day,
) {
  return { ...item, visit_id, doctor_id, position, transaction_date: day };
}

/** Writes the lines of a visit, new or edited, in the given order. Throws `id_taken` for a line of another visit. */
export async function writeLines(
  tx: Database,
  visit: { visit_id: string; doctor_id: string },
  items: readonly SaleInput[],
  dayOfLine: (item: SaleInput) => Day,
) {
  if (items.length === 0) return;
  const written = await tx
    .insertInto("sales")
    .values(items.map((item, position) => saleRow(item, visit, position, dayOfLine(item))))
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet((eb) => ({
          product_id: eb.ref("excluded.product_id"),
          quantity: eb.ref("excluded.quantity"),
          unit_price: eb.ref("excluded.unit_price"),
          position: eb.ref("excluded.position"),
          transaction_date: eb.ref("excluded.transaction_date"),
        }))
        .where(sql<boolean>`sales.visit_id = excluded.visit_id`),
    )
    .returning("id")
    .execute();
  if (written.length < items.length) throw new AppError("id_taken");
}
