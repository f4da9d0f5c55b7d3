import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { Choices, Merged } from "@rounds/domain/records/merge.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { type ReactNode, useEffect, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ApiError } from "../api/api-error.ts";
import { businessTimeZone } from "../api/page-settings.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import type { MergeValues } from "./merge-values.ts";
import type { EntryForm } from "./useEntryForm.ts";

/** What became of a row while it is edited. */
export type Meanwhile = {
  /** Nothing, as far as the page knows, or what somebody else did. */
  happened: "changed" | "deleted" | undefined;
  /** Takes the other's changes into the form before anything is saved; asks about what both changed. */
  onShow: () => void;
  /** After the server refused to save over the other's change: merges and saves again, or asks. */
  onConflict: (error: ApiError) => void;
  /** To be rendered beside the form. */
  dialog: ReactNode;
};

type Options<Input extends FieldValues, Output, Row> = {
  entry: EntryForm<Input, Output>;
  /** The row as the page knows it now. */
  current: Row;
  /** Whether there is no such row any more. */
  deleted: boolean;
  merge: MergeValues<Input>;
  /** What people read of one side's value at a conflict's path, and what they call it. */
  describe: (path: string, values: Input) => { label: string; value: string };
  /** The other's version as the form's fields hold it. */
  valuesOf: (theirs: Row) => Input;
  /** Told of the row as it is now, so that the page's store may take it. */
  onSeen?: (theirs: Row) => void;
};

/**
 * What a form does when somebody else saves the same row meanwhile. Fields that only one of the two changed are merged
 * without a question, against the version with which the edit began; the server then saves over exactly the version
 * that was merged with, or refuses again. Closing the dialog leaves everything as typed, and the next save asks again.
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

  /** Takes over what needs no question, or asks. True when the form now goes on from the other's version. */
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
  const changed = current.version > entry.version ? "changed" : undefined;
  return { happened: deleted ? "deleted" : changed, onShow, onConflict, dialog };
}
