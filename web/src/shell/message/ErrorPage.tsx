import { RotateCw } from "lucide-react";
import { Button } from "../../ui/control/Button.tsx";
import { useDocumentTitle } from "../../ui/navigation/useDocumentTitle.ts";

/** Replaces a screen that crashed. */
export function ErrorPage({ reset }: { reset: () => void }) {
  useDocumentTitle("Something went wrong");
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-20 text-center">
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p className="text-muted">
        This screen could not be shown. What you saved is safe, and what you typed is kept for when it shows
        again.
      </p>
      <Button variant="primary" icon={RotateCw} onClick={reset}>
        Retry
      </Button>
    </div>
  );
}
