import type { ExportFormat } from "@rounds/domain/paging/export-file.ts";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { ExportButtons } from "../exports/ExportButtons.tsx";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { HeadingButton } from "../ui/control/HeadingButton.tsx";
import { toast } from "../ui/message/toast.ts";

type Props = {
  /** Whether there is something to export. */
  exportable: boolean;
  /** Loads the file for what the screen shows. */
  onExport: (format: ExportFormat) => Promise<Blob>;
  /** The name of the file. */
  fileName: (format: ExportFormat) => string;
  /** Whether there is something to load. */
  refreshable: boolean;
  /** Loads everything again, and returns whether it succeeded. */
  onRefresh: () => Promise<boolean>;
};

/** Saves the report as a file, or reloads it; on phones only the icon of Refresh is shown, so that all buttons are in one line. */
export function ReportButtons({ exportable, onExport, fileName, refreshable, onRefresh }: Props) {
  const [refreshing, setRefreshing] = useState(false);
  const phone = usePhone();

  const refresh = async () => {
    setRefreshing(true);
    // A failure shows in place of the figures, and in a toast of its own.
    if (await onRefresh()) toast.success("Inventory data refreshed successfully");
    setRefreshing(false);
  };

  return (
    <>
      <HeadingButton
        icon={RotateCw}
        label="Refresh"
        small={phone}
        busy={refreshing}
        busyLabel="Refreshing..."
        disabled={!refreshable}
        onClick={() => void refresh()}
      />
      <ExportButtons
        fileName={fileName}
        disabled={!exportable}
        onExport={onExport}
        done="Inventory data exported successfully"
      />
    </>
  );
}
