import type { ReactNode } from "react";
import { useDocumentTitle } from "./useDocumentTitle.ts";

type Props = {
  title: string;
  /** What the screen holds, in words: "128 doctors, filtered from 300". */
  summary?: ReactNode;
  /** The one thing most people come for: a ButtonLink or Button. On phones it is a bar within the thumb's reach. */
  primary?: ReactNode;
  /** Further buttons, beside the title on every screen. */
  actions?: ReactNode;
};

/** The head of a screen; it names the browser's tab too. */
export function PageHeader({ title, summary, primary, actions }: Props) {
  useDocumentTitle(title);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold tracking-tight sm:text-2xl">{title}</h1>
        <p className="min-h-[1.5em] text-muted" aria-live="polite">
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

function PrimaryBar({ children }: { children: ReactNode }) {
  return (
    <div
      className={
        "max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface " +
        "max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] " +
        "flex gap-2 max-sm:*:flex-1"
      }
    >
      {children}
    </div>
  );
}
