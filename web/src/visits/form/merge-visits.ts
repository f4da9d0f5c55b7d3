import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { mergeFields, mergeLines } from "@rounds/domain/records/merge.ts";
import { mergedFields, mergedLines } from "@rounds/domain/visits/merged-fields.ts";
import { saleInput, visitInput } from "@rounds/domain/visits/visit.ts";
import { type MergeValues, normalOf } from "../../form/conflict/merge-values.ts";
import type { FormItem, VisitFormInput } from "./visit-form.ts";

/** Merges two edits of a visit: its fields, and its items line by line. */
export const mergeVisits: MergeValues<VisitFormInput> = (versions, choices) => {
  const { base, mine, theirs } = versions;
  const visit = mergeFields(versions, mergedFields, normalOf(visitInput), choices);
  const items = mergeLines(
    { base: base.items, mine: mine.items, theirs: theirs.items },
    mergedLines,
    normalOf(saleInput),
    choices,
  );
  const doctor = visit.values.doctor_id === theirs.doctor_id ? theirs.doctor : mine.doctor;
  return {
    values: { ...visit.values, doctor, items: items.values },
    conflicts: [...visit.conflicts, ...items.conflicts],
  };
};

/** The shown text of a visit's value at a conflict's path, and its label. */
export function describeVisit(path: string, values: VisitFormInput): { label: string; value: string } {
  const [field = "", id, part] = path.split(".");
  switch (field) {
    case "doctor_id":
      return { label: "Doctor", value: values.doctor?.name ?? "" };
    case "visit_date":
      return { label: "Visit Date", value: values.visit_date && formatDay(values.visit_date) };
    case "status":
      return { label: "Status", value: values.status.charAt(0).toUpperCase() + values.status.slice(1) };
    case "notes":
      return { label: "Notes", value: values.notes?.trim() ?? "" };
    default: {
      const item = values.items.find((one) => one.id === id);
      return item ? describeItem(item, part) : { label: "", value: "Removed" };
    }
  }
}

function describeItem({ product_name, quantity, unit_price }: FormItem, part: string | undefined) {
  const price = /^\d+(\.\d{1,2})?$/.test(unit_price) ? formatRupees(unit_price) : unit_price;
  if (part === "quantity") return { label: `Quantity of ${product_name}`, value: String(quantity) };
  if (part === "unit_price") return { label: `Unit Price of ${product_name}`, value: price };
  return { label: product_name, value: `${product_name}: ${quantity} × ${price}` };
}
