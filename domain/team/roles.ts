/** What somebody is in the team. */
export const teamRoles = ["representative", "manager", "admin"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** The name of each role. */
export const roleLabels: Readonly<Record<TeamRole, string>> = {
  representative: "Representative",
  manager: "Manager",
  admin: "Administrator",
};

/** A stored role; who has none, or an unknown one, is a representative. */
export function roleOf(stored: unknown): TeamRole {
  return stored === "admin" || stored === "manager" ? stored : "representative";
}
