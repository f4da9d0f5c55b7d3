import { type ReactNode, useId } from "react";
import { Button } from "../control/Button.tsx";
import { ErrorBanner } from "../message/ErrorBanner.tsx";
import { Dialog } from "./Dialog.tsx";
import { DialogActions } from "./DialogActions.tsx";

type Props = {
  /** A short heading, such as "Delete doctor". */
  title: string;
  /** The exact sentence to confirm. */
  question: string;
  /** Details: how many visits are deleted, how much stock comes back. */
  details?: ReactNode;
  confirmLabel?: string;
  busyLabel?: string;
  cancelLabel?: string;
  /** Whether the confirmed action deletes something. */
  danger?: boolean;
  busy?: boolean;
  error?: string | null;
  /** False while `details` are loading: nothing is deleted before they were shown. */
  ready?: boolean;
  /** Loads the details again after a failure. */
  onDetailsRetry?: () => void;
  onConfirm: () => void;
  onCancel: () => void;
  /** What Escape and the backdrop do; left out: the same as the safe answer. */
  onClose?: (() => void) | undefined;
};

/** Asks before something that can't be undone. The safe answer has the focus. */
export function ConfirmDialog({
  title,
  question,
  details,
  confirmLabel = "Delete",
  busyLabel = "Deleting...",
  cancelLabel = "Cancel",
  danger = true,
  busy = false,
  error,
  ready = true,
  onDetailsRetry,
  onConfirm,
  onCancel,
  onClose = onCancel,
}: Props) {
  const questionId = useId();
  return (
    <Dialog
      title={title}
      description={<span id={questionId}>{question}</span>}
      role="alertdialog"
      plain
      busy={busy}
      onClose={onClose}
    >
      {details && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-sunken px-3.5 py-3 text-small">
          <div className="min-w-0 break-words">{details}</div>
          {onDetailsRetry && (
            <Button size="small" onClick={onDetailsRetry}>
              Retry
            </Button>
          )}
        </div>
      )}
      {error && (
        <div className="mt-3">
          <ErrorBanner message={error} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onCancel} disabled={busy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          variant={danger ? "danger" : "primary"}
          onClick={onConfirm}
          busy={busy}
          busyLabel={busyLabel}
          disabled={!ready}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
