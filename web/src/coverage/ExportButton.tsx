import { Download } from "lucide-react";
import { useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.ts";

type Props = {
  /** The name of the file. */
  fileName: string;
  disabled: boolean;
  /** Loads the file for what the screen shows. */
  onExport: () => Promise<Blob>;
};

/** Saves what the screen shows as a file. */
export function ExportButton({ fileName, disabled, onExport }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await onExport(), fileName);
      toast.success("Coverage exported successfully");
    } catch (error) {
      // The sign-in page explains an ended session.
      if (asApiError(error).status !== 401) toast.error("Failed to export data. Please try again.");
    }
    setBusy(false);
  };
  return (
    <Button
      variant="primary"
      icon={Download}
      disabled={disabled}
      busy={busy}
      busyLabel="Exporting..."
      onClick={() => void save()}
    >
      Export Data
    </Button>
  );
}
