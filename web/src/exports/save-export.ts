import type { ExportFormat } from "@rounds/domain/paging/export-file.ts";
import { useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { saveFile } from "../ui/browser/save-file.ts";
import { toast } from "../ui/message/toast.ts";

/** What saving a file tells: what was exported ("Doctors exported successfully"), and perhaps what is not in it. */
type Words = { done: string; missing?: string | undefined };

/** Loads a file and saves it, one at a time, and says whether that succeeded. */
export function useSaveExport() {
  const [busy, setBusy] = useState<ExportFormat>();
  const save = async (
    format: ExportFormat,
    read: () => Promise<Blob>,
    fileName: string,
    { done, missing }: Words,
  ): Promise<boolean> => {
    setBusy(format);
    try {
      saveFile(await read(), fileName);
      if (missing) toast.warning(missing, { lead: done, duration: 8000 });
      else toast.success(done);
      return true;
    } catch (thrown) {
      const { status, code, message } = asApiError(thrown);
      // The sign-in page explains an ended session.
      if (status !== 401) {
        // That other downloads have to finish first is for the person to know.
        toast.error(code === "too_many_requests" ? message : "Failed to export data. Please try again.");
      }
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, save };
}
