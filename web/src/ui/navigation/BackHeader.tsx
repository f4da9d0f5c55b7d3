import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { Target } from "../../paths.ts";
import { iconButtonClass } from "../control/icon-button-class.ts";
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
  /** Buttons that are icons on phones: there they stand at the end of the title's line, elsewhere before the actions. */
  tools?: ReactNode;
};

/** The head of a screen below a list; it also sets the browser tab's title. */
export function BackHeader({ title, back, backLabel = "Back", onBack, summary, actions, tools }: Props) {
  useDocumentTitle(title);
  const returnTo = useReturnTo();
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className={`flex min-w-0 items-center gap-2 ${tools ? "max-sm:flex-1" : ""}`}>
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
      {(actions || tools) && (
        <div className="flex flex-wrap items-center gap-2 max-sm:contents print:hidden">
          {tools && <div className="contents max-sm:-mr-2.5 max-sm:flex max-sm:*:mx-0">{tools}</div>}
          {actions && (
            <div
              className={`contents empty:hidden max-sm:flex max-sm:flex-wrap max-sm:gap-2 ${tools ? "max-sm:w-full" : "has-[nav]:max-sm:w-full"}`}
            >
              {actions}
            </div>
          )}
        </div>
      )}
    </header>
  );
}
