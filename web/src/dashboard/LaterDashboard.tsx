import { WhoseColumn } from "../table/filter/WhoseFilter.tsx";
import { byAuthor } from "../table/filter/whose.ts";
import { TodayCard } from "../today/TodayCard.tsx";

/** What the dashboard has besides its figures: the day of who looks, and whose the latest and the planned visits are. */
export function LaterDashboard() {
  return (
    <>
      <TodayCard />
      <WhoseColumn by={byAuthor} table="Recent Visits" />
      <WhoseColumn by={byAuthor} table="Planned Visits" />
    </>
  );
}
