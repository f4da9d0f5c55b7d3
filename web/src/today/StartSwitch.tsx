import { useId, useState } from "react";
import { chooseStart, startsWithToday } from "../shell/start-screen.ts";
import { toast } from "../ui/toast.ts";
import { usePhone } from "../ui/useMediaQuery.ts";

/** Chooses Today as the first screen of this phone. */
export function StartSwitch() {
  const id = useId();
  const [on, setOn] = useState(startsWithToday);
  if (!usePhone()) return null;
  const change = (next: boolean) => {
    if (!chooseStart(next)) return toast.error("This device can't keep the choice.");
    setOn(next);
  };
  return (
    <div className="flex items-center gap-2.5 rounded-card border border-line bg-surface p-4">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          Start with Today on this phone
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          Rounds then opens here. The dashboard stays in the menu.
        </p>
      </div>
    </div>
  );
}
