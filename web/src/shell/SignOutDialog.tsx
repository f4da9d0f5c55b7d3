import { formatCount } from "@rounds/domain/money/count.ts";
import { useState } from "react";
import { countUnsent } from "../api/phone/phone-slot.ts";
import { hasUnsavedWork, mayBeSaved } from "../api/unsaved-work.ts";
import { TextField } from "../form/field/TextField.tsx";
import { unsavedQuestion } from "../form/unsaved-question.ts";
import { Button } from "../ui/control/Button.tsx";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { DialogActions } from "../ui/dialog/DialogActions.tsx";

type Props = {
  /** Signs out; `locked` keeps the entries that are not sent. */
  onLeave: (locked: boolean) => void;
  onClose: () => void;
};

/** Asks before signing out about what is not saved, and about entries that are not sent yet. */
export function SignOutDialog({ onLeave, onClose }: Props) {
  const [isSure, setIsSure] = useState(!hasUnsavedWork());
  const entries = countUnsent();
  if (isSure) return <EntriesDialog entries={entries} onLeave={onLeave} onClose={onClose} />;
  return (
    <ConfirmDialog
      {...unsavedQuestion("Sign out", mayBeSaved())}
      confirmLabel="Sign Out"
      onConfirm={() => (entries > 0 ? setIsSure(true) : onLeave(false))}
      onCancel={onClose}
    />
  );
}

const word = "delete";

/** Asks what happens to entries that are not sent yet when their person signs out. */
function EntriesDialog({ entries, onLeave, onClose }: Props & { entries: number }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const isOne = entries === 1;
  const isRight = typed.trim().toLowerCase() === word;
  return (
    <Dialog
      role="alertdialog"
      title={isOne ? "1 entry is not sent yet" : `${formatCount(entries)} entries are not sent yet`}
      description={
        isDeleting
          ? `What you entered will be lost: nobody else has ${isOne ? "it" : "them"}.`
          : `${isOne ? "It is" : "They are"} on this phone only, until there is a connection while you are signed in.`
      }
      onClose={onClose}
      plain
    >
      {isDeleting ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isRight) onLeave(false);
            else setError(`Please type "${word}"`);
          }}
        >
          <TextField
            label={`Type "${word}" to confirm`}
            value={typed}
            error={error}
            data-autofocus
            onChange={(event) => setTyped(event.target.value)}
          />
          <DialogActions>
            <Button onClick={onClose}>Stay signed in</Button>
            <Button type="submit" variant="danger">
              Delete and sign out
            </Button>
          </DialogActions>
        </form>
      ) : (
        <div className="mt-5 flex flex-col gap-2">
          <Button variant="primary" wide onClick={onClose} data-autofocus>
            Stay signed in
          </Button>
          <Button wide onClick={() => onLeave(true)}>
            Sign out, keep {isOne ? "it" : "them"} locked for me on this phone
          </Button>
          <Button variant="danger" wide onClick={() => setIsDeleting(true)}>
            Delete {isOne ? "it" : "them"}…
          </Button>
        </div>
      )}
    </Dialog>
  );
}
