import type { SessionRow } from "@rounds/database/auth-tables.ts";
import type { AuthSettings } from "../base/settings.ts";

const hour = 3_600_000;

/**
 * When a session ends without a refresh, in milliseconds since 1970, and by which limit: the maximum age of any
 * session (`age`), or the maximum time between two refreshes (`idle`). `Infinity` if none is set.
 */
export function endOfSession(
  limits: Pick<AuthSettings, "session_max_hours" | "session_idle_hours">,
  session: Pick<SessionRow, "created_at" | "refreshed_at">,
): { at: number; by: "age" | "idle" } {
  const { session_max_hours = Infinity, session_idle_hours = Infinity } = limits;
  const age = Date.parse(session.created_at) + session_max_hours * hour;
  const idle = Date.parse(session.refreshed_at ?? session.created_at) + session_idle_hours * hour;
  return age <= idle ? { at: age, by: "age" } : { at: idle, by: "idle" };
}
