import { formatRupees } from "@rounds/domain/money/money.ts";
import { salesTotal } from "@rounds/domain/visits/visit.ts";
import { counted } from "../../ui/figure/counted.ts";
import { countedItems, isBlank, type VisitFormInput } from "./visit-form.ts";

/** What a restored draft of a visit holds: "Dr. Asha Rao, 2 products for ₹1,278.00, notes". */
export function draftWords({ doctor, items, new_item, notes }: VisitFormInput): string {
  const products = items.length + (isBlank(new_item) ? 0 : 1);
  const total = salesTotal(countedItems(items));
  const parts = [
    doctor?.name,
    products > 0 && `${counted(products, "product")}${total > 0n ? ` for ${formatRupees(total)}` : ""}`,
    notes && "notes",
  ];
  return parts.filter(Boolean).join(", ");
}
