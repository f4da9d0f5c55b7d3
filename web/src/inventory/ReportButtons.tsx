import { Download, RotateCw } from "lucide-react";
import { useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.ts";

type Props = {
  /** Whether there is something to export. */
  exportable: boolean;
  /** Loads the file for what the screen shows. */
  onExport: () => Promise<Blob>;
  /** The name of the file. */
  fileName: string;
  /** Whether there is something to load. */
  refreshable: boolean;
  /** Loads everything again, and returns whether it succeeded. */
  onRefresh: () => Promise<boolean>;
};

/** Saves the report as a file, or reloads it. */
export function ReportButtons({ exportable, onExport, fileName, refreshable, onRefresh }: Props) {
  const [exporting, setExporting] = useState(false);
  const [refreshing, setRefreshing] = useState(false);

  const refresh = async () => {
    setRefreshing(true);
    // A failure shows in place of the figures, and in a toast of its own.
    if (await onRefresh()) toast.success("Inventory data refreshed successfully");
    setRefreshing(false);
  };

  const exportData = async () => {
    setExporting(true);
    try {
      saveFile(await onExport(), fileName);
      toast.success("Inventory data exported successfully");
    } catch (error) {
      // The sign-in page explains an ended session.
      if (asApiError(error).status !== 401) toast.error("Failed to export data. Please try again.");
    }
    setExporting(false);
  };

  return (
    <>
      <Button
        icon={RotateCw}
        disabled={!refreshable}
        busy={refreshing}
        busyLabel="Refreshing..."
        onClick={() => void refresh()}
      >
        Refresh
      </Button>
      <Button
        variant="primary"
        icon={Download}
        disabled={!exportable}
        busy={exporting}
        busyLabel="Exporting..."
        onClick={() => void exportData()}
      >
        Export Data
      </Button>
    </>
  );
}
