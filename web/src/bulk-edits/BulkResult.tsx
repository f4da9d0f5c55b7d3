import { type BulkEdit, mostProblems } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { usePeople } from "../api/people.ts";
import { Button } from "../ui/control/Button.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { DialogActions } from "../ui/dialog/DialogActions.tsx";
import { counted } from "../ui/figure/counted.ts";
import { doneWords, othersWords } from "./bulk-edit-words.ts";
import { undoWithMessages } from "./run.ts";

type Props = { edit: BulkEdit; onContinue: () => void; onClose: () => void };

/** What a bulk edit did, and what it could not do and why. */
export function BulkResult({ edit, onContinue, onClose }: Props) {
  const { change, done, refused, waiting, problems } = edit;
  const { people } = usePeople();
  return (
    <Dialog
      title={doneWords(change, done, people)}
      description={othersWords(edit)}
      size="medium"
      onClose={onClose}
    >
      {problems.length > 0 && (
        <ul
          aria-label="Not changed"
          className="max-h-80 divide-y divide-line overflow-y-auto border-y border-line"
        >
          {problems.map(({ id, name, message }) => (
            <li key={id} className="py-2">
              <p className="font-medium break-words">{name ?? "A deleted doctor"}</p>
              <p className="text-small text-muted">{message}</p>
            </li>
          ))}
        </ul>
      )}
      {refused > mostProblems && (
        <p className="mt-2 text-small text-muted">And {counted(refused - mostProblems, "doctor")} more.</p>
      )}
      <DialogActions>
        {done > 0 && (
          <Button
            onClick={() => {
              void undoWithMessages(edit.id);
              onClose();
            }}
          >
            Undo
          </Button>
        )}
        {waiting > 0 && <Button onClick={onContinue}>Continue</Button>}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
