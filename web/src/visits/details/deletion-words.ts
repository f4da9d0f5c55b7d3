import type { VisitDeletion } from "@rounds/domain/visits/visit-list.ts";
import { counted } from "../../ui/figure/counted.ts";

/** What is deleted with a visit, in words: "2 sales will be deleted, and 5 units come back into stock." */
export function deletionWords({
  sales,
  units_returned,
}: Pick<VisitDeletion, "sales" | "units_returned">): string {
  if (sales === 0) return "It has no sales.";
  const back = units_returned === 1 ? "comes back" : "come back";
  return `${counted(sales, "sale")} will be deleted, and ${counted(units_returned, "unit")} ${back} into stock.`;
}
