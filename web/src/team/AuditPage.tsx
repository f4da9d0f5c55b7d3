import { deviceOf } from "@rounds/domain/account/device.ts";
import { formatCount } from "@rounds/domain/money/money.ts";
import { auditReach } from "@rounds/domain/team/audit-reach.ts";
import type { AuditEntry } from "@rounds/domain/team/team.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useState } from "react";
import { isMissing } from "../api/api-error.ts";
import { paths } from "../paths.ts";
import { auditSearch } from "../search.ts";
import type { Column } from "../table/columns.ts";
import { DataTable } from "../table/DataTable.tsx";
import { FilterChips } from "../table/FilterChips.tsx";
import { FilterDropdown } from "../table/FilterDropdown.tsx";
import { ListFilters } from "../table/ListFilters.tsx";
import { Pagination } from "../table/Pagination.tsx";
import { useListSearch } from "../table/useListSearch.ts";
import { usePageInReach } from "../table/usePageInReach.ts";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useFailureToast } from "../ui/useFailureToast.ts";
import { actionChoices, actionLabel, goneName, type Person, personName, sentenceOf } from "./audit-words.ts";
import { type MemberChoice, MemberPicker } from "./MemberPicker.tsx";
import { nameOf } from "./member-words.ts";
import { momentWords } from "./moments.ts";
import { isForbidden, NotAllowed } from "./NotAllowed.tsx";
import { teamQueries } from "./queries.ts";
import { TeamTabs } from "./TeamTabs.tsx";

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
    cell: (entry) => <Told entry={entry} />,
  },
];

/** The screen /team/audit: what was done to accounts, newest first, for administrators. */
export function AuditPage() {
  const [search, change] = useListSearch(auditSearch);
  // An unknown kind, as from an old link, counts as not given.
  const action = actionLabel(search.action) && search.action;
  const entries = useQuery(teamQueries.audit({ ...search, action }));
  const refused = isForbidden(entries.error);
  useFailureToast(refused ? null : entries.error, loadFailed);
  usePageInReach(search.page, entries.isPlaceholderData ? undefined : entries.data?.page, change);
  const [person, remember] = usePerson(search.user);
  if (refused) return <NotAllowed />;

  const { rows, total = 0, page = 1, page_size } = entries.data ?? {};
  const chips = [
    ...(search.user
      ? [
          {
            label: "Person",
            value: person ? nameOf(person) : "…",
            onRemove: () => change({ user: undefined }),
          },
        ]
      : []),
    ...(action
      ? [
          {
            label: "Kind",
            value: actionLabel(action) ?? "",
            onRemove: () => change({ action: undefined }),
          },
        ]
      : []),
  ];
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Team history" summary={entries.data && summaryOf(total, chips.length > 0)} />
      <TeamTabs />
      <ListFilters active={chips.length}>
        <search className="min-w-0 sm:w-96 [&_label]:text-small">
          <MemberPicker
            value={person}
            onChange={(chosen) => {
              remember(chosen);
              change({ user: chosen?.id });
            }}
          />
        </search>
        <FilterDropdown
          label="Kind"
          value={action}
          options={actionChoices}
          onChange={(chosen) => change({ action: chosen })}
        />
      </ListFilters>
      <FilterChips chips={chips} onClearAll={() => change({ user: undefined, action: undefined })} />
      <Card flush>
        <DataTable
          label="History"
          columns={columns}
          rows={rows}
          rowKey={(entry) => String(entry.id)}
          error={entries.error}
          errorText={loadFailed}
          onRetry={() => void entries.refetch()}
          refreshing={entries.isPlaceholderData || entries.isRefetching}
          empty={
            <EmptyState
              icon={History}
              title={chips.length > 0 ? "Nothing found matching your filters." : "No entries yet."}
              hint="Sign-ins, invitations and every change of an account appear here. Nobody can change them."
            />
          }
        />
        <Pagination
          page={page}
          total={total}
          shown={rows?.length ?? 0}
          onPage={(next) => change({ page: next })}
          pageSize={page_size}
          itemName="entries"
        />
      </Card>
    </div>
  );
}

/** The person in the address: the one just chosen, otherwise loaded; a deleted one is called so. */
function usePerson(id: string | undefined): [MemberChoice | null, (member: MemberChoice | null) => void] {
  const [picked, remember] = useState<MemberChoice | null>(null);
  const known = picked !== null && picked.id === id;
  const { data, error } = useQuery({ ...teamQueries.row(id ?? ""), enabled: id !== undefined && !known });
  if (id === undefined) return [null, remember];
  if (known) return [picked, remember];
  if (isMissing(error)) return [{ id, name: goneName, email: null, phone: null }, remember];
  return [data ?? null, remember];
}

function Told({ entry }: { entry: AuditEntry }) {
  const from = [deviceWords(entry.user_agent), entry.ip].filter(Boolean).join(", ");
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

/** The device of an entry, if the browser names it. */
function deviceWords(userAgent: string | null): string | undefined {
  const { name, kind } = deviceOf(userAgent);
  return kind === "unknown" ? undefined : name;
}

function PersonLink({ person }: { person: Person }) {
  // Of a deleted account, only its history is left.
  const gone = person.is_gone;
  return (
    <Link
      {...(gone ? paths.teamAudit({ user: person.id }) : paths.teamMember(person.id))}
      className="rounded-sm font-medium underline decoration-line-strong/60 underline-offset-3 hover:text-accent hover:decoration-accent"
    >
      {personName(person)}
    </Link>
  );
}

function summaryOf(total: number, filtered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? "entry" : "entries"}`;
  if (total >= auditReach) return `The newest ${count}`;
  return filtered ? `${count} found` : count;
}
