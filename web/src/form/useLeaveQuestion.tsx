import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { unsavedQuestion } from "./unsaved-question.ts";

/**
 * For a dialog in which something may be typed: `close` asks before that is lost, and leaves at once if there is nothing. `isUnknown`:
 * it may be saved all the same, because only the answer was lost. Render the second value.
 */
export function useLeaveQuestion(
  isTyped: boolean,
  isUnknown: boolean,
  onLeave: () => void,
): [close: () => void, question: ReactNode] {
  const [asking, setAsking] = useState(false);
  return [
    () => (isTyped ? setAsking(true) : onLeave()),
    asking && (
      <ConfirmDialog
        {...unsavedQuestion("Leave", isUnknown)}
        confirmLabel="Leave"
        onConfirm={onLeave}
        onCancel={() => setAsking(false)}
      />
    ),
  ];
}
