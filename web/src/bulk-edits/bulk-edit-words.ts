import type { BulkEdit, BulkEditRow } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import type { Representative } from "@rounds/domain/coverage/settings.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { nameOf } from "../api/person-name.ts";
import { counted } from "../ui/figure/counted.ts";

const names = { doctor_class: "Class", doctor_type: "Type", city: "City", norm: "Calls a month" } as const;

/**
 * What was done, in words: "Class of 12 doctors changed to B", "12 doctors given to Asha Rao", "12 doctors deleted".
 * `people` are those to whom doctors can belong.
 */
export function doneWords(
  change: BulkEdit["change"],
  count: number,
  people: readonly Representative[],
): string {
  const doctors = counted(count, "doctor");
  if (change.kind === "delete") return `${doctors} deleted`;
  if (change.kind === "representative_id") {
    return `${doctors} given to ${change.value === null ? "everybody" : nameOf(people, change.value)}`;
  }
  const name = names[change.kind];
  if (change.kind === "norm" && change.value === null)
    return `${name} of ${doctors} changed to those of the class`;
  if (change.value === null) return `${name} of ${doctors} removed`;
  const value = change.kind === "doctor_type" ? capitalized(change.value) : change.value;
  return `${name} of ${doctors} changed to ${value}`;
}

/** What became of the rows that were not done, in words; "" if there are none. */
export function othersWords({ same, refused, waiting }: BulkEditRow): string {
  const parts = [
    same > 0 && `${counted(same, "doctor")} had this already`,
    refused > 0 && `${counted(refused, "doctor")} could not be changed`,
    waiting > 0 && `${counted(waiting, "doctor")} not reached`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}

/** Why some of the chosen doctors are not given away, or not deleted. */
export function ofOthersWords({ kind }: BulkEdit["change"], count: number): string {
  const [stay, have] = count === 1 ? ["stays, who belongs", "has"] : ["stay, who belong", "have"];
  const why = kind === "delete" ? `others or ${have} visits of others` : "others";
  return `${counted(count, "doctor")} ${stay} to ${why}.`;
}

/** What goes with deleted doctors, in words. */
export function effectWords({ visits, sales, units_returned }: NonNullable<BulkEdit["effect"]>): string {
  if (visits === 0) return "No visits were recorded for them, so nothing else will be deleted.";
  const withSales = sales === 0 ? "" : ` with ${counted(sales, "sale")}`;
  const gone = `${counted(visits, "visit")}${withSales} will be deleted too.`;
  if (units_returned === 0) return gone;
  return `${gone} ${counted(units_returned, "unit")} of stock ${units_returned === 1 ? "comes" : "come"} back.`;
}

/** What Undo did, in words. */
export function undoneWords({ undone, kept }: BulkEditRow): string {
  const back = undone === 1 ? "1 doctor is as before." : `${counted(undone, "doctor")} are as before.`;
  return kept === 0 ? back : `${back} ${counted(kept, "doctor")} could not be taken back.`;
}
