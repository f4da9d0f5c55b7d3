import { z } from "zod";
import { doctorClasses, doctorTypes } from "../doctors/choices.ts";
import { ownNorm, personId } from "../doctors/doctor.ts";
import { doctorListQuery } from "../doctors/doctor-list.ts";
import { editedVersion, moment, recordId } from "../records/record.ts";
import { nameText } from "../text/text.ts";
import { mostPicked } from "./limits.ts";

export { mostRows, portions } from "./limits.ts";

/** The new city of addresses: the part after the last comma, so it has no comma itself. */
const newCity = nameText(200, "Please enter a city").refine(
  (city) => !city.includes(","),
  "A city has no comma: it is what follows the last one",
);

/**
 * What is done to every chosen doctor. Null takes the value away: a doctor without a norm of their own is seen as often as
 * the class asks, and one without a representative is everybody's.
 */
const bulkChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("doctor_class"), value: z.enum(doctorClasses).nullable() }),
  z.strictObject({ kind: z.literal("doctor_type"), value: z.enum(doctorTypes).nullable() }),
  z.strictObject({ kind: z.literal("city"), value: newCity }),
  z.strictObject({ kind: z.literal("norm"), value: ownNorm.nullable() }),
  z.strictObject({ kind: z.literal("representative_id"), value: personId.nullable() }),
  z.strictObject({ kind: z.literal("delete") }),
]);
export type BulkChange = z.output<typeof bulkChange>;

/**
 * The chosen doctors: `rows` one by one, at the versions at which they were seen, or all that `matching` lets through when
 * the server reads this.
 */
const bulkSelection = z.union([
  z.strictObject({
    rows: z
      .array(z.strictObject({ id: recordId, version: editedVersion }))
      .min(1, "Please choose at least one")
      .max(mostPicked, `Please choose at most ${mostPicked}`),
  }),
  z.strictObject({ matching: doctorListQuery.omit({ page: true, page_size: true }) }),
]);

/** Prepares a bulk edit; nothing is changed yet. The id is chosen by the client, so that a repetition is known. */
export const bulkEditCreation = z.strictObject({
  id: recordId,
  change: bulkChange,
  selection: bulkSelection,
});
export type BulkEditCreation = z.input<typeof bulkEditCreation>;

/** How many problems are listed; the others are only counted. */
export const mostProblems = 100;

const count = z.int().min(0);

/**
 * A bulk edit and how far it is. Each row is in one of the counts: `waiting`, `done`, `same` (it was so before, or Undo
 * came first), `refused` (when it is prepared already, if the person may not give away or delete the doctor), or, after Undo, `undone` or `kept` (it could not be undone).
 */
export const bulkEdit = z.object({
  id: z.uuid(),
  made_at: moment,
  change: z.discriminatedUnion("kind", [
    z.object({
      kind: z.enum(["doctor_class", "doctor_type", "city", "representative_id"]),
      value: z.string().nullable(),
    }),
    z.object({ kind: z.literal("norm"), value: z.int().nullable() }),
    z.object({ kind: z.literal("delete") }),
  ]),
  total: count,
  waiting: count,
  done: count,
  same: count,
  refused: count,
  undone: count,
  kept: count,
  /** What a deletion takes with the doctors that still wait. Of one that the release before prepared, `refused` of them stay. */
  effect: z.object({ visits: count, sales: count, units_returned: count, refused: count }).nullable(),
  /** The first rows that were refused or kept, and why. The name is null if the doctor is deleted. */
  problems: z.array(
    z.object({ id: z.uuid(), name: z.string().nullable(), code: z.string(), message: z.string() }),
  ),
});
export type BulkEdit = z.output<typeof bulkEdit>;

/** The person's own bulk edits that changed anything and can still be undone, newest first. */
export const bulkEdits = z.object({
  rows: z.array(bulkEdit.omit({ effect: true, problems: true })),
  /** For how many days they can be undone. */
  days: z.int(),
});
export type BulkEdits = z.output<typeof bulkEdits>;
export type BulkEditRow = BulkEdits["rows"][number];
