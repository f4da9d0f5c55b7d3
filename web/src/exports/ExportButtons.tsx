import type { ExportFormat } from "@rounds/domain/paging/export-file.ts";
import { Download, FileSpreadsheet } from "lucide-react";
import { useRefusals } from "../api/permissions.ts";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { Button } from "../ui/control/Button.tsx";
import { refused } from "../ui/control/refused.ts";
import { useSaveExport } from "./save-export.ts";

type Props = {
  fileName: (format: ExportFormat) => string;
  disabled: boolean;
  /** Loads the file for what the screen shows. */
  onExport: (format: ExportFormat) => Promise<Blob>;
  /** What the toast says: "Coverage exported successfully". */
  done: string;
};

/** Saves what a report shows: as CSV, and beside it as an Excel workbook. Phones have no room for the buttons' icons. */
export function ExportButtons({ fileName, disabled, onExport, done }: Props) {
  const { busy, save } = useSaveExport();
  const refusal = useRefusals().of("export");
  const phone = usePhone();
  const start = (format: ExportFormat) =>
    void save(format, () => onExport(format), fileName(format), { done });
  return (
    <>
      <Button
        {...(!phone && { icon: FileSpreadsheet })}
        disabled={disabled || busy === "csv"}
        busy={busy === "xlsx"}
        busyLabel="Exporting..."
        onClick={() => start("xlsx")}
        {...refused(refusal)}
      >
        Excel
      </Button>
      <Button
        variant="primary"
        {...(!phone && { icon: Download })}
        disabled={disabled || busy === "xlsx"}
        busy={busy === "csv"}
        busyLabel="Exporting..."
        onClick={() => start("csv")}
        {...refused(refusal)}
      >
        Export Data
      </Button>
    </>
  );
}
