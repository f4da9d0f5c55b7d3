import { Trash2 } from "lucide-react";
import { Button } from "../control/Button.tsx";
import { refused } from "../control/refused.ts";

type Props = {
  onClick: () => void;
  label?: string;
  /** Why this can't be deleted: the button then says so instead. */
  undeletable?: string | undefined;
  /** What a press then does, if it says more than that. */
  onExplain?: (() => void) | undefined;
};

/** The button that starts a deletion; it opens a dialog that asks first. */
export function DeleteButton({ onClick, label = "Delete", undeletable, onExplain }: Props) {
  return (
    <Button variant="danger-quiet" icon={Trash2} onClick={onClick} {...refused(undeletable, onExplain)}>
      {label}
    </Button>
  );
}
