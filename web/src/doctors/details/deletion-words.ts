import type { DeletionEffect } from "@rounds/domain/doctors/doctor-list.ts";
import { counted } from "../../ui/figure/counted.ts";

/**
 * What is deleted with a doctor, in words: "3 visits with 7 sales will be deleted too. 42 units of stock come back."
 */
export function deletionWords({ visits, sales, units_returned }: DeletionEffect): string {
  if (visits === 0) return "No visits were recorded for this doctor, so nothing else will be deleted.";
  const withSales = sales === 0 ? "" : ` with ${counted(sales, "sale")}`;
  const gone = `${counted(visits, "visit")}${withSales} will be deleted too.`;
  if (units_returned === 0) return gone;
  return `${gone} ${counted(units_returned, "unit")} of stock ${units_returned === 1 ? "comes" : "come"} back.`;
}
