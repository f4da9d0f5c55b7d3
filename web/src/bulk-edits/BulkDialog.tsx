import { formatCount } from "@rounds/domain/money/count.ts";
import type { ReactNode } from "react";
import { Button } from "../ui/control/Button.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { DialogActions } from "../ui/dialog/DialogActions.tsx";
import { SubmitActions } from "../ui/dialog/SubmitActions.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { BulkResult } from "./BulkResult.tsx";
import { ofOthersWords } from "./bulk-edit-words.ts";
import type { BulkEditing } from "./useBulkEdit.ts";

type Props = {
  bulk: BulkEditing;
  title: string;
  description?: ReactNode;
  role?: "dialog" | "alertdialog";
  /** Whether it can't be closed while it is prepared either. */
  holds?: boolean;
  onSubmit: () => void;
  /** The text of the button that begins. */
  submitLabel: string;
  /** Other buttons before it has begun. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The form of a bulk edit: what to do, then how far it is, then what could not be done. */
export function BulkDialog({
  bulk,
  holds = true,
  onSubmit,
  submitLabel,
  actions,
  children,
  ...dialog
}: Props) {
  const { edit, running, started, staying, error } = bulk;
  if (bulk.finished && edit) return <BulkResult edit={edit} onContinue={onSubmit} onClose={bulk.close} />;
  return (
    <Dialog {...dialog} busy={running && (started || holds)} onClose={bulk.close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        className="flex flex-col gap-4"
        aria-label="Bulk edit"
      >
        <ErrorBanner message={error} />
        {children}
        <p aria-live="polite" className="rounded-control bg-sunken px-3.5 py-3 text-small empty:hidden">
          {edit && staying > 0 && ofOthersWords(edit.change, staying)}
        </p>
        {edit && (running || started) && <BulkProgress done={edit.total - edit.waiting} total={edit.total} />}
        {running && started ? (
          <DialogActions>
            <Button onClick={bulk.stop}>Stop</Button>
          </DialogActions>
        ) : (
          (actions ?? (
            <SubmitActions
              onCancel={bulk.close}
              busy={running}
              busyLabel="Changing…"
              disabled={edit?.waiting === 0}
            >
              {error && started ? "Continue" : submitLabel}
            </SubmitActions>
          ))
        )}
      </form>
    </Dialog>
  );
}

/** How far a bulk edit is. */
function BulkProgress({ done, total }: { done: number; total: number }) {
  return (
    <div>
      <progress value={done} max={total} aria-label="Done" className="block h-2 w-full" />
      <p className="mt-1 text-small text-muted" aria-live="polite">
        {formatCount(done)} of {formatCount(total)}
      </p>
    </div>
  );
}
