import type { BulkChange } from "@rounds/domain/bulk-edits/bulk-edit.ts";

/** What to change, as it is entered: a choice's value, or a typed city; empty until it is. */
export type ChangeInput = { kind: Exclude<BulkChange["kind"], "delete">; value: string };

/** The choice that takes a value away. */
export const noValue = "none";

/** The change that is sent. The server holds every value to the lists. */
export function changeOf({ kind, value }: ChangeInput): BulkChange {
  const isNone = kind !== "city" && value === noValue;
  return { kind, value: isNone ? null : kind === "norm" ? Number(value) : value } as BulkChange;
}

const missing: Record<ChangeInput["kind"], string> = {
  doctor_class: "Please choose a class",
  doctor_type: "Please choose a type",
  city: "Please enter a city",
  norm: "Please choose a number",
  representative_id: "Please choose a person",
};

/** What is missing, in words; undefined if nothing is. */
export function missingOf({ kind, value }: ChangeInput): string | undefined {
  return value.trim() === "" ? missing[kind] : undefined;
}
