import type { TeamFilter, TeamMember, TeamRole, TeamStatus } from "@rounds/domain/team/team.ts";
import type { Tag } from "../ui/Tag.tsx";

type Tone = NonNullable<Parameters<typeof Tag>[0]["tone"]>;

/** What each status is called, and its colour. */
export const statusLooks: Record<TeamStatus, { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "good" },
  invited: { label: "Invited", tone: "accent" },
  unconfirmed: { label: "Not confirmed", tone: "warning" },
  disabled: { label: "Disabled", tone: "danger" },
};

export const roleLabels: Record<TeamRole, string> = {
  representative: "Representative",
  admin: "Administrator",
};

type Choice = { value: Exclude<TeamFilter, "all">; label: string };

/** What the list can be filtered by. */
export const statusChoices: readonly Choice[] = [
  { value: "active", label: statusLooks.active.label },
  { value: "invited", label: statusLooks.invited.label },
  { value: "unconfirmed", label: statusLooks.unconfirmed.label },
  { value: "disabled", label: statusLooks.disabled.label },
  { value: "admins", label: "Administrators" },
];

/** A number as people read it, "+91 98765 43210"; the service keeps its digits alone. */
export function shownPhone(phone: string | null): string {
  if (!phone) return "";
  const [, indian] = /^\+?91(\d{10})$/.exec(phone) ?? [];
  if (indian) return `+91 ${indian.slice(0, 5)} ${indian.slice(5)}`;
  return phone.startsWith("+") ? phone : `+${phone}`;
}

/** What somebody is called: the name, without one the address or the number. */
export function nameOf({ name, email, phone }: Pick<TeamMember, "name" | "email" | "phone">): string {
  return name || email || shownPhone(phone) || "Guest";
}

/** The addresses that stand below the name: those that are not the name themselves. */
export function addressesOf(member: Pick<TeamMember, "name" | "email" | "phone">): string[] {
  const name = nameOf(member);
  return [member.email ?? "", shownPhone(member.phone)].filter((text) => text !== "" && text !== name);
}
