import { type ArchiveState, archiveFileName } from "@rounds/domain/archive/archive.ts";
import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { download } from "../api/client.ts";
import { today } from "../api/clock.ts";
import { saveFile } from "../ui/browser/save-file.ts";
import { Button } from "../ui/control/Button.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { toast } from "../ui/message/toast.ts";

/** What an archive holds, and the button that makes one. */
export function ExportCard({ state }: { state: ArchiveState }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      saveFile(await download(archiveRoutes.export, {}), archiveFileName(today()));
      toast.success("Archive saved");
    } catch (error) {
      // The sign-in page explains an ended session.
      const { status, message } = asApiError(error);
      if (status !== 401) setProblem(message);
    }
    setBusy(false);
  };

  return (
    <Card title="Export everything">
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          One .zip with a CSV file for each kind of record, as they are at one moment. Passwords, sessions and
          second steps are not in it. Keep it safe: it holds your doctors and your sales.
        </p>
        <table className="w-full">
          <caption className="sr-only">What is in it</caption>
          <thead>
            <tr className="border-b border-line text-small text-muted">
              <th scope="col" className="py-1.5 text-left font-medium">
                What is in it
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                About rows
              </th>
            </tr>
          </thead>
          <tbody>
            {state.files.map(({ name, words, rows }) => (
              <tr key={name} className="border-b border-line last:border-0">
                <td className="py-1.5">{words}</td>
                <td className="py-1.5 text-right tabular-nums">{formatCount(rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ErrorBanner message={problem} />
        <div>
          <Button
            variant="primary"
            icon={Download}
            busy={busy}
            busyLabel="Making the archive..."
            onClick={() => void save()}
          >
            Export everything
          </Button>
        </div>
      </div>
    </Card>
  );
}
