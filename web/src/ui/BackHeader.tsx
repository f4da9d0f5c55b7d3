import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { iconButtonClass } from "./icon-button-class.ts";
import { ScreenLink } from "./ScreenLink.tsx";
import { useDocumentTitle } from "./useDocumentTitle.ts";
import { useReturnTo } from "./useReturnTo.ts";

type Props = {
  title: string;
  /**
   * Where the arrow leads. If the reader came from there, the same page opens again, with its filters and scroll
   * position.
   */
  back: Target;
  /** The arrow's name for screen readers, such as "Back to doctors". */
  backLabel?: string;
  /** Goes there in another way, as a form does to which the browser's Back button must not return. */
  onBack?: () => void;
  summary?: ReactNode;
  actions?: ReactNode;
};

/** The head of a screen below a list; it also sets the browser tab's title. */
export function BackHeader({ title, back, backLabel = "Back", onBack, summary, actions }: Props) {
  useDocumentTitle(title);
  const returnTo = useReturnTo();
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-center gap-2">
        <span className="-ml-2 print:hidden">
          <ScreenLink
            {...back}
            aria-label={backLabel}
            title={backLabel}
            className={iconButtonClass()}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              if (onBack) onBack();
              else returnTo(back);
            }}
          >
            <ArrowLeft size={20} aria-hidden="true" />
          </ScreenLink>
        </span>
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight break-words sm:text-2xl">{title}</h1>
          {summary && <p className="text-muted">{summary}</p>}
        </div>
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 has-[nav]:max-sm:w-full print:hidden">
          {actions}
        </div>
      )}
    </header>
  );
}
