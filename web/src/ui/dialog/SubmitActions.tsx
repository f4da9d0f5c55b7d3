import type { ReactNode } from "react";
import { Button } from "../control/Button.tsx";
import { refused } from "../control/refused.ts";
import { DialogActions } from "./DialogActions.tsx";

/** The foot of a dialog that is a form: Cancel, and the submit button. */
export function SubmitActions({
  onCancel,
  busy,
  busyLabel,
  disabled = false,
  refusal,
  children,
}: {
  onCancel: () => void;
  busy: boolean;
  busyLabel: string;
  /** Whether there is nothing to submit. */
  disabled?: boolean;
  /** Why it can't be submitted; the form must not submit then either. */
  refusal?: string | undefined;
  /** The button's text. */
  children: ReactNode;
}) {
  return (
    <DialogActions>
      <Button onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        busyLabel={busyLabel}
        disabled={disabled}
        {...refused(refusal)}
      >
        {children}
      </Button>
    </DialogActions>
  );
}
