import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { Choices, Merged } from "@rounds/domain/records/merge.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { type ReactNode, useEffect, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ApiError } from "../../api/api-error.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import type { EntryForm } from "../useEntryForm.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import type { MergeValues } from "./merge-values.ts";

/** What happened to a row while it is being edited. */
export type Meanwhile = {
  /** Nothing, as far as the page knows, or what somebody else did. */
  happened: "changed" | "deleted" | undefined;
  /** Merges the other's changes into the form before saving; asks about what both changed. */
  onShow: () => void;
  /** After the server refused to save over the other's change: merges and saves again, or asks. */
  onConflict: (error: ApiError) => void;
  /** Render it beside the form. */
  dialog: ReactNode;
};

type Options<Input extends FieldValues, Output, Row> = {
  entry: EntryForm<Input, Output>;
  /** The current row, as far as the page knows. */
  current: Row;
  /** Whether the row no longer exists. */
  deleted: boolean;
  merge: MergeValues<Input>;
  /** The shown text of one side's value at a conflict's path, and its label. */
  describe: (path: string, values: Input) => { label: string; value: string };
  /** The other's version in the form's values. */
  valuesOf: (theirs: Row) => Input;
  /** Receives the current row, so that the page's cache can use it. */
  onSeen?: (theirs: Row) => void;
};

/**
 * What a form does when somebody else saves the same row in the meantime. It merges, without a question, the fields
 * that only one of the two changed since the edit began. The server then saves over exactly the merged version, or
 * refuses again. Closing the dialog keeps everything as typed, and the next save asks again.
 */
export function useConflict<
  Input extends FieldValues,
  Output,
  Row extends { version: number; updated_at: string },
>({ entry, current, deleted, merge, describe, valuesOf, onSeen }: Options<Input, Output, Row>): Meanwhile {
  const [conflict, setConflict] = useState<ChangedMeanwhile<Row> | null>(null);
  const [saveAgain, setSaveAgain] = useState(false);
  const { element } = entry;

  // Only once the page knows the new version: the form then sends it.
  useEffect(() => {
    if (!saveAgain) return;
    setSaveAgain(false);
    element.current?.requestSubmit();
  }, [saveAgain, element]);

  const versions = (theirs: Row) => ({
    base: entry.base,
    mine: entry.form.getValues(),
    theirs: valuesOf(theirs),
  });

  /** Takes over the changes that need no question, or asks. True if the form is now based on the other's version. */
  const settle = (found: ChangedMeanwhile<Row>, choices?: Choices): boolean => {
    const merged: Merged<Input> = merge(versions(found.current), choices);
    const isOpen = merged.conflicts.some((path) => !choices?.[path]);
    if (isOpen) setConflict(found);
    else {
      entry.rebase(found.current.version, valuesOf(found.current), merged.values);
      setConflict(null);
    }
    return !isOpen;
  };

  const onConflict = (error: ApiError) => {
    // What the server answers with this code: see `changed_meanwhile`.
    const found = error.details as ChangedMeanwhile<Row>;
    onSeen?.(found.current);
    if (settle(found)) setSaveAgain(true);
  };

  const onShow = () => {
    settle({ current, changed_by: null, changed_at: current.updated_at });
  };

  const fields = (theirs: Row) => {
    const all = versions(theirs);
    return merge(all).conflicts.map((path) => {
      const my = describe(path, all.mine);
      const their = describe(path, all.theirs);
      return { path, label: my.label || their.label, mine: my.value, theirs: their.value };
    });
  };

  const dialog = conflict && (
    <ConflictDialog
      changedBy={conflict.changed_by}
      changedAt={formatMoment(conflict.changed_at, businessTimeZone)}
      fields={fields(conflict.current)}
      onSave={(choices) => {
        if (settle(conflict, choices)) setSaveAgain(true);
      }}
      onClose={() => setConflict(null)}
    />
  );
  /** Whether the row has anything that the form has not: after a lost answer it has what the form itself saved. */
  const bringsMore = () => {
    const all = versions(current);
    const { values, conflicts } = merge(all);
    return conflicts.length > 0 || JSON.stringify(values) !== JSON.stringify(all.mine);
  };
  const changed = current.version > entry.version && bringsMore() ? "changed" : undefined;
  return { happened: deleted ? "deleted" : changed, onShow, onConflict, dialog };
}
