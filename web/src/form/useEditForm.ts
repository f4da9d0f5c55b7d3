import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import type { MergeValues } from "./conflict/merge-values.ts";
import { type Meanwhile, useConflict } from "./conflict/useConflict.tsx";
import { type EntryForm, useEntryForm } from "./useEntryForm.ts";

type Options<Input extends FieldValues, Output, Row> = {
  /** The input's schema from `@rounds/domain`, which the route uses too. */
  schema: z.ZodType<Output, Input>;
  /** The current row, as far as the page knows. */
  row: Row;
  /** Whether the row no longer exists. */
  deleted: boolean;
  /** The first part of the draft's key: the noun. */
  noun: string;
  /** What the form's fields hold for a version of the row. */
  valuesOf: (row: Row) => Input;
  merge: MergeValues<Input>;
  /** The shown text of one side's value at a conflict's path, and its label. */
  describe: (path: string, values: Input) => { label: string; value: string };
  /** Called with the row as somebody else saved it, so that the page's store may take it. */
  onSeen: (theirs: Row) => void;
};

/** The form of a row that exists: begins with its values, and merges what somebody else saves meanwhile. */
export function useEditForm<
  Input extends FieldValues,
  Output,
  Row extends { id: string; version: number; updated_at: string },
>({
  schema,
  row,
  deleted,
  noun,
  valuesOf,
  merge,
  describe,
  onSeen,
}: Options<Input, Output, Row>): {
  entry: EntryForm<Input, Output>;
  meanwhile: Meanwhile;
} {
  const entry = useEntryForm({
    schema,
    defaultValues: valuesOf(row),
    draftKey: `${noun}/${row.id}/edit`,
    version: row.version,
  });
  const meanwhile = useConflict({ entry, current: row, deleted, merge, describe, valuesOf, onSeen });
  return { entry, meanwhile };
}
