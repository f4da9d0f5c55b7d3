import type { ReactNode } from "react";
import { Button } from "../ui/control/Button.tsx";

type Props = {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Saved: the page is about to change. */
  done?: boolean;
  /** Why the person may not save; a form that is submitted nevertheless says it. */
  refusal?: string | undefined;
  onCancel: () => void;
  /** Messages to read before saving or leaving, shown above the buttons. */
  children?: ReactNode;
};

/** The form's footer: Cancel and the save button; on phones a bar within the thumb's reach. */
export function FormActions({
  submitLabel,
  busyLabel,
  busy,
  done = false,
  refusal,
  onCancel,
  children,
}: Props) {
  return (
    <div
      data-bar=""
      className="flex flex-col gap-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--tabs) max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom)-var(--tabs))] print:hidden"
    >
      {children}
      <div className="flex justify-end gap-2 max-sm:*:flex-1">
        <Button onClick={onCancel} disabled={busy || done}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyLabel={busyLabel}
          disabled={done}
          {...(refusal && { "aria-disabled": true, title: refusal })}
        >
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}
