import { paths } from "../paths.ts";
import { usePath } from "../router/RouterProvider.tsx";
import { LinkTabs } from "../ui/navigation/LinkTabs.tsx";

const tabs = [
  { label: "Members", target: paths.team() },
  { label: "Settings", target: paths.teamSettings() },
  { label: "Changes", target: paths.teamChanges() },
  { label: "History", target: paths.teamAudit() },
];

/** Switches between the list of members, the settings, all changes, and the history of accounts. */
export function TeamTabs() {
  const path = usePath();
  return <LinkTabs label="Team" tabs={tabs.map((tab) => ({ ...tab, current: path === tab.target.to }))} />;
}
