/** Products at or below this many units are low on stock. */
export const lowStockLimit = 10;

/** Whether this stock has the "Low Stock" tag. */
export function isLowStock(units: number): boolean {
  return units <= lowStockLimit;
}
