import { formatCount } from "@rounds/domain/money/count.ts";
import { type ExportFormat, rowsOnSheet } from "@rounds/domain/paging/export-file.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { FileSpreadsheet, FileText } from "lucide-react";
import { useToday } from "../api/clock.ts";
import { usePending } from "../api/phone/pending-rows.ts";
import { useOnline } from "../api/useOnline.ts";
import { Button } from "../ui/control/Button.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import {
  type ExportedList,
  filesOf,
  type ListFile,
  nameOf,
  type RowCount,
  waitingNoun,
} from "./list-files.ts";
import { useSaveExport } from "./save-export.ts";

type Props = { list: ExportedList; total: RowCount; onClose: () => void };

const formats = [
  { format: "xlsx", label: "Excel", icon: FileSpreadsheet },
  { format: "csv", label: "CSV", icon: FileText },
] as const;

/** The choice of file for a list: what each holds, and what is not in it. */
export function ExportDialog({ list, total, onClose }: Props) {
  const today = useToday();
  const files = filesOf(list);
  const counted = total !== "not counted";
  const noun = waitingNoun[list.of];
  const { busy, save } = useSaveExport();
  const online = useOnline();
  const doctors = usePending("doctors");
  const visits = usePending("visits");
  const waiting = noun ? { doctors, visits }[noun].length : 0;
  const missing = waiting > 0 ? notInFile(waiting) : undefined;
  const start = async (file: ListFile, format: ExportFormat) => {
    const done = `${file.title} exported successfully`;
    const name = nameOf(file, today, format);
    if (await save(format, () => file.read(format), name, { done, missing })) onClose();
  };
  return (
    <Dialog
      title={`Export ${list.of}`}
      description={`All rows that the filters show, in this order${counted ? `: ${formatCount(total)}` : ""}`}
      onClose={onClose}
      busy={busy !== undefined}
    >
      <div className="flex flex-col gap-4">
        {files.map((file) => (
          <section key={file.title} aria-label={file.title}>
            {files.length > 1 && <h3 className="font-medium">{file.title}</h3>}
            {file.hint && <p className="text-small text-muted">{file.hint}</p>}
            <div className="mt-2 flex flex-wrap gap-2">
              {formats.map(({ format, label, icon }) => (
                <Button
                  key={format}
                  icon={icon}
                  disabled={!online || busy !== undefined}
                  aria-label={files.length > 1 ? `${file.title}, ${label}` : label}
                  onClick={() => void start(file, format)}
                >
                  {label}
                </Button>
              ))}
            </div>
          </section>
        ))}
        <p role="status" className="min-h-5 text-small text-muted">
          {busy ? "Exporting..." : !online ? "An export needs a connection." : missing}
        </p>
        {counted && total > rowsOnSheet && (
          <p className="text-small text-muted">
            {`A sheet of Excel has room for ${formatCount(rowsOnSheet)} rows. ${capitalized(list.of)} beyond that are on further sheets of the file.`}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** What the server, which writes the file, does not have yet: "2 entries on this phone are not in the file yet". */
function notInFile(waiting: number): string {
  return waiting === 1
    ? "1 entry on this phone is not in the file yet"
    : `${formatCount(waiting)} entries on this phone are not in the file yet`;
}
