import { CalendarCheck, CirclePlus, Ellipsis, type LucideIcon, NotebookPen, Stethoscope } from "lucide-react";
import type { MouseEvent } from "react";
import { isFormPath, paths, type Target } from "../../paths.ts";
import { usePath } from "../../router/RouterProvider.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";

const tabs: readonly { label: string; target: Target; icon: LucideIcon }[] = [
  { label: "Today", target: paths.today(), icon: CalendarCheck },
  { label: "Doctors", target: paths.doctors(), icon: Stethoscope },
  { label: "Record", target: paths.recordVisit(), icon: CirclePlus },
  { label: "Visits", target: paths.visits(), icon: NotebookPen },
];

/**
 * The bar at the bottom of a phone. Forms have a bar of their own there, and the on-screen keyboard takes its place.
 * `--tabs` is its height with that of what stands on it; other bars stand above.
 */
export function TabBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const path = usePath();
  if (isFormPath(path)) return null;
  // Recording has a tab of its own, before that of all visits.
  const current = tabs.find(({ target: { to } }) => `${path}/`.startsWith(`${to}/`));
  const toTop = (event: MouseEvent) => {
    event.preventDefault();
    scrollTo(0, 0);
  };
  return (
    <nav
      aria-label="Tabs"
      data-tabs
      className="fixed inset-x-0 bottom-0 z-20 grid h-(--tab-bar) grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {tabs.map((tab) => (
        <ScreenLink
          key={tab.label}
          {...tab.target}
          aria-current={tab === current ? "page" : undefined}
          onClick={path === tab.target.to ? toTop : undefined}
          className={look}
        >
          <tab.icon size={20} aria-hidden="true" />
          {tab.label}
        </ScreenLink>
      ))}
      <button type="button" aria-haspopup="dialog" aria-expanded={menuOpen} onClick={onMenu} className={look}>
        <Ellipsis size={20} aria-hidden="true" />
        More
      </button>
    </nav>
  );
}

/** The current one has a line above it and a bolder word, besides its colour. */
const look =
  "-mt-px flex flex-col items-center justify-center border-t-2 border-transparent text-small text-muted -outline-offset-2 active:bg-hover aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent";
