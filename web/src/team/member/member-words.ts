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

/** A number in its shown form, "+91 98765 43210"; the service stores only its digits. */
export function shownPhone(phone: string | null): string {
  if (!phone) return "";
  const [, indian] = /^\+?91(\d{10})$/.exec(phone) ?? [];
  if (indian) return `+91 ${indian.slice(0, 5)} ${indian.slice(5)}`;
  return phone.startsWith("+") ? phone : `+${phone}`;
}

/** Somebody's shown name: the name, otherwise the address or number. */
export function nameOf({ name, email, phone }: Pick<TeamMember, "name" | "email" | "phone">): string {
  return name || email || shownPhone(phone) || "Guest";
}

/** The addresses shown below the name, except one that is itself shown as the name. */
export function addressesOf(member: Pick<TeamMember, "name" | "email" | "phone">): string[] {
  const name = nameOf(member);
  return [member.email ?? "", shownPhone(member.phone)].filter((text) => text !== "" && text !== name);
}
