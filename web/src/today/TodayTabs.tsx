import { paths } from "../paths.ts";
import type { TodaySearch } from "../search.ts";
import { LinkTabs } from "../ui/LinkTabs.tsx";

/** Switches between today, a day to plan, and the week. */
export function TodayTabs({ show }: Pick<TodaySearch, "show">) {
  const tabs = [
    { label: "Today", target: paths.today(), current: show === undefined },
    { label: "Tomorrow", target: paths.today({ show: "tomorrow" }), current: show === "tomorrow" },
    { label: "Week", target: paths.today({ show: "week" }), current: show === "week" },
  ];
  return <LinkTabs label="Days" tabs={tabs} />;
}
