import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { today } from "../../api/clock.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { QueryFallback } from "../../ui/message/QueryFallback.tsx";
import { useRefusalToast } from "../../ui/message/useFailureToast.ts";
import { PageHeader } from "../../ui/navigation/PageHeader.tsx";
import { isForbidden, NotAllowed } from "../NotAllowed.tsx";
import { TeamTabs } from "../TeamTabs.tsx";
import { CompanyCard } from "./CompanyCard.tsx";
import { HolidaysCard } from "./HolidaysCard.tsx";
import { NormsCard } from "./NormsCard.tsx";
import { PermissionsCard } from "./PermissionsCard.tsx";
import { settingsQuery } from "./settings.ts";

const loadFailed = "Error loading the settings. Please try again.";

/** The screen /team/settings: norms of calls, holidays, permissions and the company's name, for administrators. */
export function SettingsPage() {
  const [year, setYear] = useState(() => Number(today().slice(0, 4)));
  const query = useQuery(settingsQuery(year));
  const { data, error, isPlaceholderData } = query;
  const refused = isForbidden(error);
  useRefusalToast(refused ? null : error, loadFailed);
  if (refused) return <NotAllowed />;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Team settings"
        summary="How often doctors are to be seen, when nobody works, who may do what, and the name on paper."
      />
      <TeamTabs />
      {data ? (
        <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-2">
          <NormsCard norms={data.norms} from_month={data.from_month} />
          <HolidaysCard
            year={year}
            holidays={isPlaceholderData ? undefined : data.holidays}
            onYear={setYear}
          />
          <PermissionsCard />
          <CompanyCard />
        </div>
      ) : (
        <Card>
          <QueryFallback query={query} message={loadFailed} lines={8} label="Loading the settings" />
        </Card>
      )}
    </div>
  );
}
