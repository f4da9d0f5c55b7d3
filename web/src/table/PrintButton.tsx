import { Printer } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { printPage } from "./printing.ts";

/**
 * Prints the page with all rows of its list, not only the visible ones. `compact`: on phones only its icon is shown.
 * `disabled` while what it should print is not there.
 */
export function PrintButton({
  compact = false,
  disabled = false,
}: {
  compact?: boolean;
  disabled?: boolean;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      icon={Printer}
      busy={busy}
      disabled={disabled}
      busyLabel="Reading..."
      onClick={async () => {
        setBusy(true);
        await printPage();
        setBusy(false);
      }}
    >
      <span className={compact ? "max-sm:sr-only" : ""}>Print</span>
    </Button>
  );
}
