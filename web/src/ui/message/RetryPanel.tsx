import { RotateCw } from "lucide-react";
import { asApiError } from "../../api/api-error.ts";
import { Button } from "../control/Button.tsx";

type Props = {
  /** What happened, such as "Error loading doctors. Please try again." */
  message: string;
  /** Why; where the server was not reached, it says what is needed. */
  error?: unknown;
  /** What is read again, for screen readers, where several parts of a screen may have failed. */
  part?: string;
  onRetry: () => void;
  retrying: boolean;
};

/** Replaces something that could not be loaded. */
export function RetryPanel({ message, error, part, onRetry, retrying }: Props) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <p className="font-medium">{message}</p>
      <p className="text-muted">
        {asApiError(error).code === "unreachable" ? "It needs a connection." : "Nothing you entered is lost."}
      </p>
      <Button
        ref={keepFocus}
        icon={RotateCw}
        onClick={onRetry}
        busy={retrying}
        busyLabel="Retrying..."
        aria-label={part && `Retry: ${part}`}
      >
        Retry
      </Button>
    </div>
  );
}

/** When the button goes with the focus, that goes to the screen: otherwise it would begin at the page's top. */
function keepFocus(button: HTMLElement | null) {
  return () => {
    if (button === document.activeElement) button?.closest("main")?.focus({ preventScroll: true });
  };
}
