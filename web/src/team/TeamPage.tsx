import { formatCount } from "@rounds/domain/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { UserPlus, UsersRound } from "lucide-react";
import { useState } from "react";
import { useAuth } from "../api/AuthProvider.tsx";
import { paths } from "../paths.ts";
import { type TeamSearch, teamSearch } from "../search.ts";
import { DataTable } from "../table/DataTable.tsx";
import { FilterChips } from "../table/FilterChips.tsx";
import { FilterDropdown } from "../table/FilterDropdown.tsx";
import { ListFilters } from "../table/ListFilters.tsx";
import { Pagination } from "../table/Pagination.tsx";
import { SearchBox } from "../table/SearchBox.tsx";
import { type ChangeSearch, useListSearch } from "../table/useListSearch.ts";
import { usePageInReach } from "../table/usePageInReach.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useFailureToast } from "../ui/useFailureToast.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { statusChoices } from "./member-words.ts";
import { isForbidden, NotAllowed } from "./NotAllowed.tsx";
import { teamQueries } from "./queries.ts";
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
  useFailureToast(refused ? null : team.error, loadFailed);
  usePageInReach(search.page, team.isPlaceholderData ? undefined : team.data?.page, change);
  if (refused) return <NotAllowed />;

  const { rows, total = 0, unfiltered = 0, page = 1, page_size } = team.data ?? {};
  const chips = chipsOf(search, change);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Team"
        summary={team.data && summaryOf(total, unfiltered, chips.length > 0)}
        primary={
          <Button variant="primary" icon={UserPlus} aria-haspopup="dialog" onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      <TeamTabs />
      <ListFilters
        active={search.status ? 1 : 0}
        search={
          <SearchBox
            value={search.search ?? ""}
            onSearch={(text) => change({ search: text || undefined })}
            placeholder="Search by name, email or phone..."
          />
        }
      >
        <FilterDropdown
          label="Status"
          value={search.status}
          options={statusChoices}
          onChange={(status) => change({ status })}
        />
      </ListFilters>
      <FilterChips chips={chips} onClearAll={() => change({ search: undefined, status: undefined })} />
      <Card flush>
        <DataTable
          label="Team"
          columns={teamColumns(user?.id)}
          rows={rows}
          rowKey={(member) => member.id}
          rowTarget={(member) => paths.teamMember(member.id)}
          error={team.error}
          errorText={loadFailed}
          onRetry={() => void team.refetch()}
          refreshing={team.isPlaceholderData || team.isRefetching}
          empty={
            <EmptyState
              icon={UsersRound}
              title="Nobody found matching your filters."
              hint="Try another word, or take a filter away."
            />
          }
        />
        <Pagination
          page={page}
          total={total}
          shown={rows?.length ?? 0}
          onPage={(next) => change({ page: next })}
          pageSize={page_size}
          itemName="people"
        />
      </Card>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

function chipsOf({ search, status }: TeamSearch, change: ChangeSearch<TeamSearch>) {
  const chosen = statusChoices.find(({ value }) => value === status)?.label;
  return [
    ...(search ? [{ label: "Search", value: search, onRemove: () => change({ search: undefined }) }] : []),
    ...(chosen ? [{ label: "Status", value: chosen, onRemove: () => change({ status: undefined }) }] : []),
  ];
}

function summaryOf(total: number, unfiltered: number, filtered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? "person" : "people"}`;
  return filtered ? `${count}, filtered from ${formatCount(unfiltered)} total` : count;
}
