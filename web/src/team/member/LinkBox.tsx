import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "../../ui/control/Button.tsx";
import { controlClass } from "../../ui/control/control-class.ts";

/** A link to pass on by hand, with a button that copies it. */
export function LinkBox({ label, link }: { label: string; link: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<"copied" | "selected">();

  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setOutcome("copied");
    } catch {
      // Without https a browser does not allow access to the clipboard.
      setOutcome("selected");
    }
  };

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium wrap-anywhere">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <input
            ref={input}
            id={id}
            readOnly
            value={link}
            className={controlClass()}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <Button
          icon={outcome === "copied" ? Check : Copy}
          aria-label={`${outcome === "copied" ? "Copied" : "Copy"}: ${label}`}
          onClick={copy}
        >
          {outcome === "copied" ? "Copied" : "Copy"}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {outcome === "copied" ? "The link is copied." : ""}
      </p>
      {outcome === "selected" && (
        <p className="mt-1 text-small text-muted">The link is marked: copy it with Ctrl or ⌘ and C.</p>
      )}
    </div>
  );
}
