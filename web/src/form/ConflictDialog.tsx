import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { DialogActions } from "../ui/DialogActions.tsx";

/** One field of both versions, as people read it; empty shows as "N/A". */
export type ConflictField = { label: string; mine: string; theirs: string };

type Props = {
  /** Who saved meanwhile, if it is known. */
  changedBy: string | null;
  /** When, as people read it. */
  changedAt: string;
  fields: readonly ConflictField[];
  /** Saves what was typed over the other's change. */
  onKeepMine: () => void;
  /** Puts the other's version into the form. */
  onTakeTheirs: () => void;
  onClose: () => void;
};

/** Shows both versions when somebody else saved the same row first. */
export function ConflictDialog({ changedBy, changedAt, fields, onKeepMine, onTakeTheirs, onClose }: Props) {
  const differing = fields.filter((field) => field.mine !== field.theirs);
  return (
    <Dialog
      title="Somebody changed this while you were editing"
      description={`${changedBy ?? "Somebody"} saved it on ${changedAt}. Nothing you typed is lost.`}
      role="alertdialog"
      size="large"
      onClose={onClose}
    >
      {differing.length === 0 ? (
        <p>Both versions say the same.</p>
      ) : (
        <table className="w-full text-left max-sm:block max-sm:*:block">
          <thead className="max-sm:sr-only">
            <tr className="text-small text-muted">
              <th scope="col" className="py-1.5 pr-4 font-medium">
                Field
              </th>
              <th scope="col" className="py-1.5 pr-4 font-medium">
                Your version
              </th>
              <th scope="col" className="py-1.5 font-medium">
                Saved meanwhile
              </th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr
                key={field.label}
                className="border-t border-line align-top max-sm:block max-sm:py-2 max-sm:*:block"
              >
                <th scope="row" className="py-2 pr-4 font-medium whitespace-nowrap max-sm:py-0">
                  {field.label}
                </th>
                <td className="py-2 pr-4 break-words whitespace-pre-line max-sm:py-0">
                  <span className="text-muted sm:hidden">Yours: </span>
                  {field.mine || "N/A"}
                </td>
                <td className="py-2 break-words whitespace-pre-line max-sm:py-0">
                  <span className="text-muted sm:hidden">Saved meanwhile: </span>
                  {field.theirs || "N/A"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DialogActions>
        <Button onClick={onClose}>Go on editing</Button>
        <Button onClick={onTakeTheirs}>Use the saved version</Button>
        <Button variant="primary" onClick={onKeepMine}>
          Save my version
        </Button>
      </DialogActions>
    </Dialog>
  );
}
