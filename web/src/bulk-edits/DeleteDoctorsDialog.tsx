import { useEffect } from "react";
import { Button } from "../ui/control/Button.tsx";
import { DialogActions } from "../ui/dialog/DialogActions.tsx";
import { counted } from "../ui/figure/counted.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import { effectWords } from "./bulk-edit-words.ts";
import { type SelectedDoctors, useBulkEdit } from "./useBulkEdit.ts";

/** Asks before the selected doctors are deleted, and says what goes with them. */
export function DeleteDoctorsDialog({ count, selection, onClose }: SelectedDoctors) {
  const bulk = useBulkEdit(selection, onClose);
  const { edit, running, error } = bulk;
  const total = (edit?.total ?? count) - bulk.staying;
  const label = `Delete ${counted(total, "doctor")}`;
  const prepare = () => bulk.prepare({ kind: "delete" });
  // What a deletion takes is said before it is asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => prepare(), []);
  return (
    <BulkDialog
      bulk={bulk}
      title={label}
      role="alertdialog"
      description={question(total)}
      holds={false}
      submitLabel={label}
      onSubmit={() => (edit ? bulk.run({ kind: "delete" }) : prepare())}
      actions={
        <DialogActions>
          <Button onClick={bulk.close} data-autofocus>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            disabled={edit ? total === 0 : !error}
            busy={running}
            busyLabel="Checking…"
          >
            {error ? "Try again" : label}
          </Button>
        </DialogActions>
      }
    >
      <p className="rounded-control bg-sunken px-3.5 py-3 text-small" aria-live="polite">
        {edit?.effect
          ? effectWords(edit.effect)
          : error
            ? "What else will be deleted could not be checked."
            : "Checking what else will be deleted…"}
      </p>
    </BulkDialog>
  );
}

function question(count: number): string {
  if (count === 0) return "You may not delete any of these doctors.";
  const these = count === 1 ? "this doctor" : `these ${counted(count, "doctor")}`;
  return `Are you sure you want to delete ${these}? This will also delete all associated visits and sales.`;
}
