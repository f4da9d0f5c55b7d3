import { useId } from "react";

type Props = {
  label: string;
  /** What it does, in a sentence. */
  hint: string;
  on: boolean;
  onChange: (on: boolean) => void;
};

/** A choice that is on or off, in a card of its own. */
export function SwitchCard({ label, hint, on, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5 rounded-card border border-line bg-surface p-4">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      </div>
    </div>
  );
}
