import type { ReactNode } from "react";
import { Button } from "../control/Button.tsx";
import { DialogActions } from "./DialogActions.tsx";

/** The foot of a dialog that is a form: Cancel, and the submit button. */
export function SubmitActions({
  onCancel,
  busy,
  busyLabel,
  disabled = false,
  children,
}: {
  onCancel: () => void;
  busy: boolean;
  busyLabel: string;
  /** Whether there is nothing to submit. */
  disabled?: boolean;
  /** The button's text. */
  children: ReactNode;
}) {
  return (
    <DialogActions>
      <Button onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel} disabled={disabled}>
        {children}
      </Button>
    </DialogActions>
  );
}
