import { useState } from "react";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";

type Props = {
  count: number;
  onRemove: () => void;
  onKeep: () => void;
  /** The person gives no answer; left out: the items are kept. */
  onClose?: () => void;
};

/** Asks, where a visit with items becomes cancelled, whether it keeps them: they count as sales whatever its status is. */
export function CancelledItemsDialog({ count, onRemove, onKeep, onClose }: Props) {
  const one = count === 1;
  return (
    <ConfirmDialog
      title="Remove the items?"
      question={`This visit has ${one ? "1 sales item" : `${count} sales items`}. Should a cancelled visit keep ${one ? "it" : "them"}?`}
      details="Items that are kept count as sales and take stock, whatever the visit's status is."
      confirmLabel={one ? "Remove item" : "Remove items"}
      cancelLabel={one ? "Keep item" : "Keep items"}
      onConfirm={onRemove}
      onCancel={onKeep}
      onClose={onClose}
    />
  );
}

/**
 * Asks about a visit's items where a person makes it cancelled: `ask` takes the chosen status, `question` stands beside
 * the form. Items that come later are asked about when the visit is saved (`visitDoubts`).
 */
export function useCancelledItems(count: number, remove: () => void, keep?: () => void) {
  const [asks, setAsks] = useState(false);
  const answer = (act?: () => void) => () => {
    act?.();
    setAsks(false);
  };
  return {
    ask: (status: string) => setAsks(status === "cancelled" && count > 0),
    question: asks && <CancelledItemsDialog count={count} onRemove={answer(remove)} onKeep={answer(keep)} />,
  };
}
