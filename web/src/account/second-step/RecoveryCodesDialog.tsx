import { Copy, Download, Printer } from "lucide-react";
import { useEffect } from "react";
import { productName } from "../../api/page-settings.ts";
import { holdUnsavedWork } from "../../api/unsaved-work.ts";
import { copyText } from "../../ui/browser/copy-text.ts";
import { printText } from "../../ui/browser/print-text.ts";
import { saveFile } from "../../ui/browser/save-file.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { codesAsText } from "./recovery-codes.ts";

type Props = { codes: readonly string[]; email: string; onClose: () => void };

/** Shows new recovery codes, for the only time. */
export function RecoveryCodesDialog({ codes, email, onClose }: Props) {
  // The codes must stay even if the session ends in the meantime.
  useEffect(() => holdUnsavedWork(), []);
  const text = codesAsText(codes, productName, email);
  return (
    <Dialog
      title="Save your recovery codes"
      description="If you lose your device, each of these signs you in once. They are shown only now: keep them where you find them without your device."
      onClose={onClose}
    >
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-control bg-sunken px-4 py-3 font-mono font-semibold select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" icon={Copy} onClick={() => void copyText(text, "Recovery codes")}>
          Copy
        </Button>
        <Button
          size="small"
          icon={Download}
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}
        >
          Download
        </Button>
        <Button size="small" icon={Printer} onClick={() => printText("Recovery codes", text)}>
          Print
        </Button>
      </div>
      <DialogActions>
        <Button variant="primary" data-autofocus onClick={onClose}>
          I have saved them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
