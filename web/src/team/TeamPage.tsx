import { formatCount } from "@rounds/domain/money/count.ts";
import type { TeamList } from "@rounds/domain/team/team.ts";
import { useQuery } from "@tanstack/react-query";
import { UserPlus, UsersRound } from "lucide-react";
import { useState } from "react";
import { readingOf } from "../api/reading.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { paths } from "../paths.ts";
import { type TeamSearch, teamSearch } from "../search.ts";
import { FilterChips } from "../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../table/filter/filters.ts";
import { ListFilters } from "../table/filter/ListFilters.tsx";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { PagedTable } from "../table/PagedTable.tsx";
import { usePagedList } from "../table/usePagedList.ts";
import { Button } from "../ui/control/Button.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { InviteDialog } from "./member/InviteDialog.tsx";
import { statusChoices } from "./member/member-words.ts";
import { isForbidden, NotAllowed } from "./NotAllowed.tsx";
import { teamQueries } from "./queries.ts";
import { AskPermissions } from "./settings/AskPermissions.tsx";
import { TeamTabs } from "./TeamTabs.tsx";
import { teamColumns } from "./team-columns.tsx";

const loadFailed = "Error loading the team. Please try again.";

/** The screen /team, for administrators. */
export function TeamPage() {
  const [search, change] = useListSearch(teamSearch);
  const team = useQuery(teamQueries.list(search));
  const { user } = useAuth();
  const [inviting, setInviting] = useState(false);
  const refused = isForbidden(team.error);
  const list = usePagedList(readingOf(team), {
    page: search.page,
    change,
    errorText: loadFailed,
    quiet: refused,
  });
  if (refused) return <NotAllowed />;

  const filters = filtersOf(search);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Team"
        summary={team.data && summaryOf(team.data, activeFilters(filters).length > 0)}
        primary={
          <Button variant="primary" icon={UserPlus} aria-haspopup="dialog" onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      <TeamTabs />
      <ListFilters
        active={search.status ? 1 : 0}
        search={{ value: search.search, change, placeholder: "Search by name, email or phone..." }}
      >
        <FilterDropdown
          label="Status"
          value={search.status}
          options={statusChoices}
          onChange={(status) => change({ status })}
        />
      </ListFilters>
      <FilterChips filters={filters} change={change} />
      <Card flush>
        <PagedTable
          label="Team"
          itemName="people"
          list={list}
          columns={teamColumns(user?.id)}
          rowTarget={(member) => paths.teamMember(member.id)}
          empty={
            <EmptyState
              icon={UsersRound}
              title="Nobody found matching your filters."
              hint="Try another word, or take a filter away."
            />
          }
        />
      </Card>
      <AskPermissions />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

function filtersOf({ search, status }: TeamSearch): Filter<TeamSearch>[] {
  const chosen = statusChoices.find(({ value }) => value === status)?.label;
  return [
    { label: "Search", value: search, keys: ["search"] },
    { label: "Status", value: chosen, keys: ["status"] },
  ];
}

function summaryOf({ total, unfiltered }: TeamList, filtered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? "person" : "people"}`;
  return filtered ? `${count}, filtered from ${formatCount(unfiltered)} total` : count;
}
