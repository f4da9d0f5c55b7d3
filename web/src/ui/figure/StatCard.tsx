import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Target } from "../../paths.ts";
import { ScreenLink } from "../navigation/ScreenLink.tsx";
import type { Comparison } from "./comparison.ts";

type Props = {
  title: string;
  /** The figure; `undefined` while it is loading. */
  value: ReactNode;
  icon: LucideIcon;
  /** A few words under the figure. */
  hint?: ReactNode;
  /** How it changed compared with the days before; while that is loading, its place is kept. */
  comparison?: Comparison | "loading" | null | undefined;
  /** The rows that the figure sums: the whole card then links to them. */
  target?: Target;
  /** The same for rows on the same screen. */
  onOpen?: () => void;
};

/** One figure of a dashboard. */
export function StatCard({ title, value, icon: Icon, hint, comparison, target, onOpen }: Props) {
  return (
    <section
      aria-label={title}
      className={`@container relative flex grow flex-col gap-1 rounded-card border border-line bg-surface p-4 has-[a:hover,button:hover]:border-line-strong ${lengthOf(value) > 15 ? "basis-full" : "basis-2/5"}`}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-small text-muted">{title}</h2>
        <span className="grid size-7 shrink-0 place-items-center max-[374px]:hidden rounded-control bg-accent-soft text-accent">
          <Icon size={16} aria-hidden="true" />
        </span>
      </div>
      <div>
        {value === undefined ? (
          <div className="h-7 w-24 animate-late rounded bg-sunken" />
        ) : (
          // The figure has the card's whole width, and is smaller in a narrow card, the more so the longer it is: an amount
          // does not wrap. In a row that wraps, a card with a long one has a line of its own.
          <p
            className="leading-7 font-semibold tracking-tight whitespace-nowrap"
            style={{ fontSize: sizeOf(value) }}
          >
            {target ? (
              <ScreenLink {...target} className={wholeCard}>
                {value}
              </ScreenLink>
            ) : onOpen ? (
              <button type="button" className={wholeCard} onClick={onOpen}>
                {value}
              </button>
            ) : (
              value
            )}
          </p>
        )}
        {hint && <p className="mt-0.5 text-small text-muted">{hint}</p>}
        {comparison === "loading" ? (
          // It takes as many lines as most comparisons.
          <p aria-hidden="true" className="invisible mt-0.5 text-small">
            {`${title} `.repeat(5)}
          </p>
        ) : (
          comparison && (
            <p className="mt-0.5 text-small text-muted">
              <span aria-hidden="true">{comparison.sign} </span>
              {comparison.words}
            </p>
          )
        )}
      </div>
    </section>
  );
}

type CardsProps = {
  /** The classes for the number of cards in a row of wide windows. */
  columns?: string;
  /** Whether the figures are those of an earlier choice. */
  outdated?: boolean;
  children: ReactNode;
};

/** The figures of a screen side by side; on phones a card with a long one has a row of its own. */
export function StatCards({ columns = "lg:grid-cols-4", outdated = false, children }: CardsProps) {
  return (
    <div
      className={`grid grid-cols-2 gap-3 max-sm:flex max-sm:flex-wrap transition-opacity duration-120 sm:gap-4 ${columns} ${outdated ? "opacity-60" : ""}`}
    >
      {children}
    </div>
  );
}

/** As a style and not a class: every screen loads the styles, few have cards. */
function sizeOf(value: ReactNode): string {
  return `min(clamp(1rem, 10.5cqi, 1.375rem), max(0.5625rem, ${150 / lengthOf(value)}cqi))`;
}

function lengthOf(value: ReactNode): number {
  return typeof value === "string" ? value.length : 1;
}

const wholeCard = "text-left after:absolute after:inset-0 after:rounded-card hover:underline";
