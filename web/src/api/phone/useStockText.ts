import { formatCount } from "@rounds/domain/money/count.ts";
import { useStockWords } from "./phone-slot.ts";

/** Writes the units that are left for a sale, with those that wait on this phone: "7, 3 wait on this phone". */
export function useStockText(): (product_id: string, left: number) => string {
  const waiting = useStockWords();
  return (product_id, left) => [formatCount(left), waiting?.(product_id)].filter(Boolean).join(", ");
}
