import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ApiError } from "../api/api-error.ts";
import { businessTimeZone } from "../api/page-settings.ts";
import { ConflictDialog, type ConflictField } from "./ConflictDialog.tsx";
import type { EntryForm } from "./useEntryForm.ts";

type Options<Input extends FieldValues, Output, Row> = {
  entry: EntryForm<Input, Output>;
  /** Both versions as people read them, in the order of the form; those that agree are left out by the dialog. */
  compare: (mine: Input, theirs: Row) => ConflictField[];
  /** The other's version as the form's fields hold it. */
  valuesOf: (theirs: Row) => Input;
  /** Told of the row as it is now, so that the page's store may take it. */
  onSeen?: (theirs: Row) => void;
};

/**
 * What a form does when somebody else saved the same row first. Give `onConflict` to the FormPage and render
 * `dialog` among its children. Closing it leaves everything as typed, and the next save asks again.
 */
export function useConflict<Input extends FieldValues, Output, Row extends { version: number }>({
  entry,
  compare,
  valuesOf,
  onSeen,
}: Options<Input, Output, Row>): { onConflict: (error: ApiError) => void; dialog: ReactNode } {
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
  return { onConflict, dialog };
}
