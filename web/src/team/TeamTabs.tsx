import { useLocation } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { ScreenLink } from "../ui/ScreenLink.tsx";

const tabs = [
  { label: "Members", target: paths.team() },
  { label: "Settings", target: paths.teamSettings() },
  { label: "Changes", target: paths.teamChanges() },
  { label: "History", target: paths.teamAudit() },
];

/** Switches between the list of members, the settings, all changes, and the history of accounts. */
export function TeamTabs() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav aria-label="Team" className="border-b border-line print:hidden">
      <ul className="-mb-px flex flex-wrap gap-x-5">
        {tabs.map(({ label, target }) => (
          <li key={label}>
            <ScreenLink
              {...target}
              aria-current={path === target.to ? "page" : undefined}
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
