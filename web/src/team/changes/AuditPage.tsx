import {
  actionChoices,
  actionLabel,
  deviceWords,
  type Person,
  personName,
  sentenceOf,
} from "@rounds/domain/history/audit-words.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { auditReach } from "@rounds/domain/team/audit-reach.ts";
import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { AuditEntry } from "@rounds/domain/team/team.ts";
import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { readingOf } from "../../api/reading.ts";
import { ListExport } from "../../exports/ListExport.tsx";
import { paths } from "../../paths.ts";
import { type AuditSearch, auditSearch } from "../../search.ts";
import { FilterChips } from "../../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../../table/filter/filters.ts";
import { ListFilters } from "../../table/filter/ListFilters.tsx";
import { useListSearch } from "../../table/filter/useListSearch.ts";
import { PagedTable } from "../../table/PagedTable.tsx";
import type { Column } from "../../table/rows/columns.ts";
import { usePagedList } from "../../table/usePagedList.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { PageHeader } from "../../ui/navigation/PageHeader.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { MemberPicker } from "../member/MemberPicker.tsx";
import { usePerson } from "../member/usePerson.ts";
import { momentWords } from "../moments.ts";
import { isForbidden, NotAllowed } from "../NotAllowed.tsx";
import { teamQueries } from "../queries.ts";
import { TeamTabs } from "../TeamTabs.tsx";

const loadFailed = "Error loading the history. Please try again.";

const columns: readonly Column<AuditEntry>[] = [
  {
    header: "When",
    priority: 2,
    width: "w-48",
    cell: ({ created_at }) => <span className="whitespace-nowrap">{momentWords(created_at)}</span>,
  },
  {
    header: "What happened",
    priority: 1,
    cell: (entry) => <Sentence entry={entry} />,
  },
];

/** The screen /team/audit: what was done to accounts, newest first, for administrators. */
export function AuditPage() {
  const [search, change] = useListSearch(auditSearch);
  // An unknown kind, as from an old link, counts as not given.
  const action = actionLabel(search.action) && search.action;
  const entries = useQuery(teamQueries.audit({ ...search, action }));
  const refused = isForbidden(entries.error);
  const list = usePagedList(readingOf(entries), {
    page: search.page,
    change,
    errorText: loadFailed,
    quiet: refused,
  });
  const [person, remember] = usePerson(search.user);
  if (refused) return <NotAllowed />;

  const filters: Filter<AuditSearch>[] = [
    { label: "Person", value: search.user && (person ? nameOf(person) : "…"), keys: ["user"] },
    { label: "Kind", value: actionLabel(action), keys: ["action"] },
  ];
  const chosen = activeFilters(filters).length;
  const total = entries.data?.total;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Team history"
        summary={total !== undefined && summaryOf(total, chosen > 0)}
        actions={
          <ListExport
            of="team history"
            query={{ user: search.user, action }}
            // What is beyond the pages is in the file too.
            total={total === auditReach ? "not counted" : total}
          />
        }
      />
      <TeamTabs />
      <ListFilters active={chosen}>
        <search className="min-w-0 sm:w-96">
          <MemberPicker
            value={person}
            onChange={(member) => {
              remember(member);
              change({ user: member?.id });
            }}
          />
        </search>
        <FilterDropdown
          label="Kind"
          value={action}
          options={actionChoices}
          onChange={(kind) => change({ action: kind })}
        />
      </ListFilters>
      <FilterChips filters={filters} change={change} />
      <Card flush>
        <PagedTable
          label="History"
          itemName="entries"
          list={list}
          columns={columns}
          empty={
            <EmptyState
              icon={History}
              title={chosen > 0 ? "Nothing found matching your filters." : "No entries yet."}
              hint="Sign-ins, invitations and every change of an account appear here. Nobody can change them."
            />
          }
        />
      </Card>
    </div>
  );
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const from = [deviceWords(entry), entry.ip].filter(Boolean).join(", ");
  return (
    <p className="font-normal wrap-anywhere">
      {sentenceOf(entry).map((part, index) =>
        typeof part === "string" ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is never put in another order
          <PersonLink key={index} person={part} />
        ),
      )}
      {from && <span className="text-muted"> from {from}</span>}
    </p>
  );
}

function PersonLink({ person }: { person: Person }) {
  // Of a deleted account, only its history is left.
  const gone = person.is_gone;
  return (
    <ScreenLink
      {...(gone ? paths.teamAudit({ user: person.id }) : paths.teamMember(person.id))}
      className="rounded-sm font-medium underline decoration-line-strong/60 underline-offset-3 hover:text-accent hover:decoration-accent"
    >
      {personName(person)}
    </ScreenLink>
  );
}

function summaryOf(total: number, filtered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? "entry" : "entries"}`;
  if (total >= auditReach) return `The newest ${count}`;
  return filtered ? `${count} found` : count;
}
