import { nameOf } from "@rounds/domain/team/member-name.ts";
import { roleLabels } from "@rounds/domain/team/roles.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import type { Column } from "../table/rows/columns.ts";
import { Tag } from "../ui/figure/Tag.tsx";
import { addressesOf, statusLooks } from "./member/member-words.ts";
import { dayWords } from "./moments.ts";

/** The columns of the team; `ownId` is the reader's own account. */
export function teamColumns(ownId: string | undefined): readonly Column<TeamMember>[] {
  return [
    {
      header: "Person",
      priority: 1,
      cell: (member) => <Who member={member} own={member.id === ownId} />,
    },
    { header: "Role", priority: 2, cell: ({ role }) => <Role role={role} /> },
    { header: "Status", priority: 1, cell: ({ status }) => <Status status={status} /> },
    {
      header: "Second step",
      priority: 2,
      cell: ({ has_second_factor }) => (
        <span className={has_second_factor ? "" : "text-muted"}>{has_second_factor ? "On" : "Off"}</span>
      ),
      isBlank: hasNotCome,
    },
    {
      header: "Last sign-in",
      priority: 2,
      cell: ({ last_sign_in_at }) =>
        last_sign_in_at ? (
          <span className="whitespace-nowrap">{dayWords(last_sign_in_at)}</span>
        ) : (
          <span className="text-muted">Never</span>
        ),
      isBlank: hasNotCome,
    },
    {
      header: "Devices",
      priority: 2,
      align: "right",
      cell: ({ sessions }) => <span className={sessions === 0 ? "text-muted" : ""}>{sessions}</span>,
      isBlank: hasNotCome,
    },
  ];
}

/** A card leaves out the devices of somebody who has never signed in. */
function hasNotCome({ last_sign_in_at }: TeamMember): boolean {
  return last_sign_in_at === null;
}

function Who({ member, own }: { member: TeamMember; own: boolean }) {
  const name = nameOf(member);
  return (
    <span className="block sm:max-w-96 sm:min-w-36">
      <span className="flex min-w-0 items-center gap-2">
        <span title={name} className="line-clamp-2 wrap-anywhere">
          {name}
        </span>
        {own && <Tag>You</Tag>}
      </span>
      {addressesOf(member).map((address) => (
        <span
          key={address}
          title={address}
          className="line-clamp-2 text-small font-normal wrap-anywhere text-muted"
        >
          {address}
        </span>
      ))}
    </span>
  );
}

/** Somebody's role; administrators stand out. */
export function Role({ role }: Pick<TeamMember, "role">) {
  return <span className={role === "admin" ? "font-medium" : ""}>{roleLabels[role]}</span>;
}

/** An account's status, as a word in its colour. */
export function Status({ status }: Pick<TeamMember, "status">) {
  const { label, tone } = statusLooks[status];
  return <Tag tone={tone}>{label}</Tag>;
}
