import { z } from "zod";
import { editedVersion, recordId } from "../../records/record.ts";
import { type Doctor, type DoctorInput, doctor, doctorInput } from "../doctor.ts";

/** What is asked before two doctors become one: the one that goes. */
export const mergeQuery = z.object({ other: z.union([z.literal(""), recordId]).default("") });

/** What moves with the doctor that goes. `dropped`: plans of people who have planned that day with the one that stays. */
const mergeMoves = z.object({
  visits: z.int(),
  planned: z.int(),
  sales: z.int(),
  skips: z.int(),
  dropped: z.int(),
});
export type MergeMoves = z.output<typeof mergeMoves>;

/**
 * Both doctors as they are, with what moves, and whether others than the person who asks have recorded visits to them.
 * `fuller`: the id of the one who is proposed to stay.
 */
export const mergePreview = z.object({
  one: doctor,
  other: doctor,
  visits_of_others: z.object({ one: z.boolean(), other: z.boolean() }),
  moves: z.object({ one: mergeMoves, other: mergeMoves }),
  fuller: z.uuid(),
});
export type MergePreview = z.output<typeof mergePreview>;

/** A merge: the fields as the person chose them for the one that stays, and the versions that were looked at. */
export const merge = z.strictObject({
  other: recordId,
  version: editedVersion,
  other_version: editedVersion,
  fields: doctorInput,
});
export type Merge = z.input<typeof merge>;

/** The doctor that stays, and what moved. */
export const merged = z.object({ doctor, moves: mergeMoves });
export type Merged = z.output<typeof merged>;

/** A merge in the history of the doctor who stays. */
export const doctorMerge = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  by_id: z.uuid().nullable(),
  /** The doctor who went, and comes back if it is undone. */
  merged: z.uuid(),
  /** The name of the one that went; empty once it is erased. */
  name: z.string(),
  visits: z.int(),
  /** Whether others than the person who asks have recorded some of these visits. */
  visits_of_others: z.boolean(),
  is_undone: z.boolean(),
});
export type DoctorMerge = z.output<typeof doctorMerge>;

/** Of two doctors the one that says more: more filled fields, then more visits, then the older one. */
export function fullerOf(
  one: Doctor & { visits: number },
  other: Doctor & { visits: number },
): Doctor & { visits: number } {
  const filled = (row: Doctor) => fieldNames.filter((name) => row[name] !== null && row[name] !== "").length;
  const difference = filled(one) - filled(other) || one.visits - other.visits;
  if (difference !== 0) return difference > 0 ? one : other;
  return one.created_at <= other.created_at ? one : other;
}

/** The fields of a doctor that a person may set, in the order of the form. */
const fieldNames = Object.keys(doctorInput.shape) as (keyof DoctorInput)[];

/** The fields that are proposed: those of the one who stays, and where that has nothing, of the other. */
export function proposedFields(kept: Doctor, other: Doctor): DoctorInput {
  return Object.fromEntries(fieldNames.map((name) => [name, kept[name] ?? other[name]])) as DoctorInput;
}
