import { Button } from "../ui/Button.tsx";

type Props = {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Saved: the page is about to go on. */
  done?: boolean;
  onCancel: () => void;
};

/** Cancel and the button that saves; on phones a bar within the thumb's reach. */
export function FormActions({ submitLabel, busyLabel, busy, done = false, onCancel }: Props) {
  return (
    <div className="flex justify-end gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 print:hidden">
      <Button onClick={onCancel} disabled={busy || done}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel} disabled={done}>
        {submitLabel}
      </Button>
    </div>
  );
}
