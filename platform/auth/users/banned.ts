import type { UserRow } from "@rounds/database/auth-tables.ts";

/** Whether the user is banned at this moment (milliseconds since 1970). */
export function isBanned(user: Pick<UserRow, "banned_until">, now: number): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > now;
}
