import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Target } from "../../paths.ts";
import { StepLink } from "../../ui/navigation/StepLink.tsx";

/** Without a target there is none before. */
type Step = { label: string; target: Target | undefined };
type Props = {
  title: string;
  /** Below the title. */
  words: string;
  previous: Step;
  next: Step;
};

/** The day or week that is shown, with arrows to those before and after it. */
export function DayNavigation({ title, words, previous, next }: Props) {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="min-h-[1.5em] text-muted" aria-live="polite">
          {words}
        </p>
      </div>
      <nav aria-label="Other days" className="flex shrink-0 gap-1 print:hidden">
        <StepLink icon={ChevronLeft} {...previous} />
        <StepLink icon={ChevronRight} {...next} />
      </nav>
    </div>
  );
}
