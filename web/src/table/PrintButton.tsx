import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { useTablet } from "../ui/browser/useMediaQuery.ts";
import { HeadingButton } from "../ui/control/HeadingButton.tsx";
import { hasOpenDialog } from "../ui/dialog/dialog-stack.ts";
import { printPage } from "./printing.ts";

/**
 * Prints the page with all rows of its list, not only the visible ones, as do Ctrl and ⌘ with P; on phones and tablets only its icon is
 * shown. `disabled` while what it should print is not there.
 */
export function PrintButton({ disabled = false }: { disabled?: boolean }) {
  const [busy, setBusy] = useState(false);
  const narrow = useTablet();
  const print = async () => {
    setBusy(true);
    await printPage();
    setBusy(false);
  };
  // The browser's own shortcut prints what is on the page, and can't wait for the rest.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== "p" || disabled || hasOpenDialog()) return;
      event.preventDefault();
      void printPage();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [disabled]);
  return (
    <HeadingButton
      icon={Printer}
      label="Print"
      small={narrow}
      // On the narrowest phones the title needs its place.
      frame="max-[374px]:hidden"
      busy={busy}
      busyLabel="Reading..."
      disabled={disabled}
      onClick={print}
    />
  );
}
