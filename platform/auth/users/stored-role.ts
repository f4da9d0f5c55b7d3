import { type TeamRole, teamRoles } from "@rounds/domain/team/roles.ts";
import { type RawBuilder, sql } from "kysely";

/**
 * The role of an account in the team, as `roleOf` of domain/team/roles.ts reads it: unknown and missing ones count as
 * representatives. `users` is the name that a query gives `auth.users`.
 */
export function storedRole(users: string): RawBuilder<TeamRole> {
  const stored = sql`${sql.ref(`${users}.app_metadata`)} ->> 'role'`;
  const known = teamRoles.map((role) => sql`when ${sql.lit(role)} then ${sql.lit(role)}`);
  return sql`case ${stored} ${sql.join(known, sql` `)} else 'representative' end`;
}
