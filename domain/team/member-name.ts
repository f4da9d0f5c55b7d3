import type { TeamMember } from "./team.ts";

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
