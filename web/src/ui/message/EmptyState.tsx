import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  icon?: LucideIcon;
  title: string;
  /** What this list is for, or what to try. */
  hint?: ReactNode;
  /** The next step, or several: ButtonLinks or Buttons. */
  action?: ReactNode;
};

/** Shown by an empty list. */
export function EmptyState({ icon: Icon, title, hint, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      {Icon && (
        <span className="mb-1 grid size-11 place-items-center rounded-full bg-sunken text-muted">
          <Icon size={20} aria-hidden="true" />
        </span>
      )}
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-md text-muted">{hint}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
