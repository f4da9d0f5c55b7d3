import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";

const tabs = [
  { label: "Members", target: paths.team() },
  { label: "History", target: paths.teamAudit() },
];

/** Switches between the list of members and the history of their accounts. */
export function TeamTabs() {
  return (
    <nav aria-label="Team" className="border-b border-line print:hidden">
      <ul className="-mb-px flex gap-5">
        {tabs.map(({ label, target }) => (
          <li key={label}>
            <Link
              {...target}
              activeOptions={{ exact: true, includeSearch: false }}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-0.5 font-medium text-muted hover:text-ink sm:min-h-9 touch:min-h-11"
              activeProps={{ className: "!border-accent !text-ink" }}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
