import { Printer } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { printPage } from "./printing.ts";

/** Prints the page with all rows of its list, not only those that show. */
export function PrintButton() {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      icon={Printer}
      busy={busy}
      busyLabel="Reading..."
      onClick={async () => {
        setBusy(true);
        await printPage();
        setBusy(false);
      }}
    >
      Print
    </Button>
  );
}
