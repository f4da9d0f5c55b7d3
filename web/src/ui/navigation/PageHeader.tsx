import type { ReactNode } from "react";
import { useDocumentTitle } from "./useDocumentTitle.ts";

type Props = {
  title: string;
  /** What the screen contains, in words: "128 doctors, filtered from 300". */
  summary?: ReactNode;
  /** A short link after the summary; on phones it is right of the title, where there is room. */
  aside?: ReactNode;
  /** The main action of the screen: a ButtonLink or Button. On phones it is a bar within the thumb's reach. */
  primary?: ReactNode;
  /** Further buttons, beside the title on every screen. */
  actions?: ReactNode;
};

/** The head of a screen; it also sets the browser tab's title. */
export function PageHeader({ title, summary, aside, primary, actions }: Props) {
  useDocumentTitle(title);
  return (
    <header className={`flex flex-wrap items-end justify-between gap-x-6 gap-y-3 ${aside ? phoneGrid : ""}`}>
      <div className={aside ? asideGrid : "min-w-0"}>
        <h1 className="text-xl font-semibold tracking-tight sm:text-2xl">{title}</h1>
        {aside && <div className="min-[84rem]:order-3 print:hidden">{aside}</div>}
        <p
          className={`min-h-[1.5em] text-muted ${aside ? "col-span-2 max-sm:order-1 max-sm:col-span-3 max-sm:text-small min-[84rem]:col-span-1" : ""}`}
          aria-live="polite"
        >
          {summary}
        </p>
      </div>
      {(actions || primary) && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {actions}
          {primary && <PrimaryBar>{primary}</PrimaryBar>}
        </div>
      )}
    </header>
  );
}

/** Title and aside above the summary; where all three fit beside the actions in one line, the height belongs to the list. */
const asideGrid =
  "grid min-w-0 grid-cols-[1fr_auto] items-center gap-x-4 max-sm:contents min-[84rem]:grid-cols-[auto_auto_auto]";

/** On phones the actions are in the title's line too, right of the aside. */
const phoneGrid =
  "max-sm:grid max-sm:grid-cols-[1fr_auto_auto] max-sm:items-center max-sm:gap-x-1 max-sm:gap-y-0";

function PrimaryBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-bar=""
      className={
        "max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--tabs) max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface " +
        "max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom)-var(--tabs))] " +
        "flex gap-2 max-sm:*:flex-1"
      }
    >
      {children}
    </div>
  );
}
