/** What somebody is in the team. */
export const teamRoles = ["representative", "manager", "admin"] as const;
export type TeamRole = (typeof teamRoles)[number];
