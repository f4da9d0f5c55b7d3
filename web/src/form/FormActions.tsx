import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";

type Props = {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Saved: the page is about to go on. */
  done?: boolean;
  onCancel: () => void;
  /** What must be read before one saves or leaves; it stands over the buttons. */
  children?: ReactNode;
};

/** The form's foot: Cancel and the button that saves; on phones a bar within the thumb's reach. */
export function FormActions({ submitLabel, busyLabel, busy, done = false, onCancel, children }: Props) {
  return (
    <div className="flex flex-col gap-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] print:hidden">
      {children}
      <div className="flex justify-end gap-2 max-sm:*:flex-1">
        <Button onClick={onCancel} disabled={busy || done}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel} disabled={done}>
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}
