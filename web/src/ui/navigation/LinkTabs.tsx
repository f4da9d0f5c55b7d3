import type { Target } from "../../paths.ts";
import { ScreenLink } from "./ScreenLink.tsx";

type Props = {
  /** What they switch between. */
  label: string;
  tabs: readonly { label: string; target: Target; current: boolean }[];
};

/** Tabs that are addresses, below a screen's heading. */
export function LinkTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="border-b border-line print:hidden">
      <ul className="-mb-px flex flex-wrap gap-x-5">
        {tabs.map(({ label, target, current }) => (
          <li key={label}>
            <ScreenLink
              {...target}
              aria-current={current ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-0.5 font-medium text-muted hover:text-ink sm:min-h-9 touch:min-h-11 aria-[current]:border-accent! aria-[current]:text-ink!"
            >
              {label}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
