import { nameOf, shownPhone } from "@rounds/domain/team/member-name.ts";
import { type TeamStatus, teamFilters } from "@rounds/domain/team/statuses.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import type { Tag } from "../../ui/figure/Tag.tsx";

type Tone = NonNullable<Parameters<typeof Tag>[0]["tone"]>;

/** The name and colour of each status. */
export const statusLooks: Record<TeamStatus, { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "good" },
  invited: { label: "Invited", tone: "accent" },
  unconfirmed: { label: "Not confirmed", tone: "warning" },
  disabled: { label: "Disabled", tone: "danger" },
};

/** The choices of the list's filter. */
export const statusChoices = teamFilters.map((value) => ({
  value,
  label: value === "admins" ? "Administrators" : statusLooks[value].label,
}));

/** The addresses shown below the name, except one that is itself shown as the name. */
export function addressesOf(member: Pick<TeamMember, "name" | "email" | "phone">): string[] {
  const name = nameOf(member);
  return [member.email ?? "", shownPhone(member.phone)].filter((text) => text !== "" && text !== name);
}
