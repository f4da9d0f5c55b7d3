import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  title: string;
  /** The figure; `undefined` while it is on its way. */
  value: ReactNode;
  icon: LucideIcon;
  /** A few words under the figure. */
  hint?: ReactNode;
};

/** One figure of a dashboard. */
export function StatCard({ title, value, icon: Icon, hint }: Props) {
  return (
    <section
      aria-label={title}
      className="@container flex flex-col justify-between gap-1 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-small text-muted">{title}</h2>
        <span className="grid size-7 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
          <Icon size={16} aria-hidden="true" />
        </span>
      </div>
      <div>
        {value === undefined ? (
          <div className="h-7 w-24 animate-late rounded bg-sunken" />
        ) : (
          // The figure has the card's whole width, and in a narrow card it is smaller: an amount never breaks.
          <p className="text-[clamp(1rem,12.5cqi,1.375rem)]/7 font-semibold tracking-tight break-words">
            {value}
          </p>
        )}
        {hint && <p className="mt-0.5 text-small text-muted">{hint}</p>}
      </div>
    </section>
  );
}
