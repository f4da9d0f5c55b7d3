import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ApiError } from "../api/api-error.ts";
import { businessTimeZone } from "../api/page-settings.ts";
import { ConflictDialog, type ConflictField } from "./ConflictDialog.tsx";
import type { EntryForm } from "./useEntryForm.ts";

/** What became of a row while it is edited. */
export type Meanwhile = {
  /** Nothing, as far as the page knows, or what somebody else did. */
  happened: "changed" | "deleted" | undefined;
  /** Shows both versions, before anything is saved. */
  onCompare: () => void;
  /** Shows both versions after the server refused to save over the other. */
  onConflict: (error: ApiError) => void;
  /** To be rendered within the form. */
  dialog: ReactNode;
};

type Options<Input extends FieldValues, Output, Row> = {
  entry: EntryForm<Input, Output>;
  /** The row as the page knows it now. */
  current: Row;
  /** Whether there is no such row any more. */
  deleted: boolean;
  /** Both versions as people read them, in the order of the form; those that agree are left out by the dialog. */
  compare: (mine: Input, theirs: Row) => ConflictField[];
  /** The other's version as the form's fields hold it. */
  valuesOf: (theirs: Row) => Input;
  /** Told of the row as it is now, so that the page's store may take it. */
  onSeen?: (theirs: Row) => void;
};

/**
 * What a form does when somebody else changes the same row; for the FormPage. Closing the dialog leaves everything as
 * typed, and the next save asks again.
 */
export function useConflict<
  Input extends FieldValues,
  Output,
  Row extends { version: number; updated_at: string },
>({ entry, current, deleted, compare, valuesOf, onSeen }: Options<Input, Output, Row>): Meanwhile {
  const [conflict, setConflict] = useState<ChangedMeanwhile<Row> | null>(null);
  const [saveAgain, setSaveAgain] = useState(false);
  const place = useRef<HTMLSpanElement>(null);

  // Only once the page knows the new version: the form then sends it.
  useEffect(() => {
    if (!saveAgain) return;
    setSaveAgain(false);
    place.current?.closest("form")?.requestSubmit();
  }, [saveAgain]);

  const onConflict = (error: ApiError) => {
    const found = error.details as ChangedMeanwhile<Row>;
    onSeen?.(found.current);
    setConflict(found);
  };

  const onCompare = () => setConflict({ current, changed_by: null, changed_at: current.updated_at });

  const dialog = (
    <span ref={place} className="contents">
      {conflict && (
        <ConflictDialog
          changedBy={conflict.changed_by}
          changedAt={formatMoment(conflict.changed_at, businessTimeZone)}
          fields={compare(entry.form.getValues(), conflict.current)}
          onKeepMine={() => {
            entry.rebase(conflict.current.version);
            setConflict(null);
            setSaveAgain(true);
          }}
          onTakeTheirs={() => {
            entry.rebase(conflict.current.version, valuesOf(conflict.current));
            setConflict(null);
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </span>
  );
  const changed = current.version > entry.version ? "changed" : undefined;
  return { happened: deleted ? "deleted" : changed, onCompare, onConflict, dialog };
}
