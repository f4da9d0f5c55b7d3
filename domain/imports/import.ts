import { z } from "zod";
import { moment, recordId } from "../records/record.ts";
import { filterText, nameText } from "../text/text.ts";
import { mappingProblem } from "./column-fields.ts";
import { columnFields, importNouns } from "./import-fields.ts";
import { outcomes, verdicts } from "./import-row.ts";
import { mostColumns } from "./limits.ts";

/** One column of the file, and the field that it fills; null: it is not brought in. */
const mappedColumn = z.object({ heading: z.string(), field: z.enum(columnFields).nullable() });

/** The columns of a file in their order. */
const importMapping = z
  .array(z.strictObject({ heading: filterText(200), field: mappedColumn.shape.field }))
  .max(mostColumns, `Please choose at most ${mostColumns} columns`);

/**
 * Begins an import; its rows follow. The id is chosen by the client, so that a repetition is known. No two columns fill one
 * field, and all fields are of the noun.
 */
export const importCreation = z
  .strictObject({
    id: recordId,
    noun: z.enum(importNouns),
    file_name: nameText(200, "Please name the file"),
    mapping: importMapping,
  })
  .superRefine(({ noun, mapping }, context) => {
    const message = mappingProblem(
      noun,
      mapping.map(({ field }) => field),
    );
    if (message) context.addIssue({ code: "custom", message, path: ["mapping"] });
  });
export type ImportCreation = z.input<typeof importCreation>;

/**
 * How far an import is. Rows are sent while it is `filling`; it is `checking` until no row is unchecked, and then `checked`;
 * `applying` until each row that can be was applied, and then `applied`; `undoing` and `undone` after Undo.
 */
const importStates = ["filling", "checking", "checked", "applying", "applied", "undoing", "undone"] as const;
export type ImportState = (typeof importStates)[number];

const count = z.int().min(0);
const countsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>;

/** How many rows have each verdict, and, of those to create or update, each outcome; all others still wait. */
const importCounts = z.object({ ...countsOf(verdicts), ...countsOf(outcomes) });
export type ImportCounts = z.output<typeof importCounts>;

/** An import and how far it is. */
export const importState = z.object({
  id: z.uuid(),
  noun: z.enum(importNouns),
  file_name: z.string(),
  mapping: z.array(mappedColumn),
  made_at: moment,
  made_by: z.uuid(),
  /** The name of who made it; null for a deleted account. */
  by: z.string().nullable(),
  state: z.enum(importStates),
  total: count,
  counts: importCounts,
  /** Whether the sales of its visits move the stock; of other lists, and from a server of the release before, nothing. */
  moves_stock: z.boolean().optional(),
  /** Until when it can be undone; null if nothing was applied. */
  undo_until: moment.nullable(),
});
export type Import = z.output<typeof importState>;

/** The person's own imports, newest first. */
export const imports = z.object({ rows: z.array(importState) });
export type Imports = z.output<typeof imports>;
