import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { AuthContext } from "../base/context.ts";

const hour = 3_600_000;

/** The sessions of some users that have not ended: not revoked, not too old, not idle for too long. */
export function liveSessions({ db, clock, config }: AuthContext, userIds: readonly string[]) {
  const { session_max_hours, session_idle_hours } = config;
  const since = (hours: number) => isoMoment(clock() - hours * hour);
  let sessions = db
    .selectFrom("auth.sessions")
    .where("user_id", "in", [...userIds])
    .where("revoked_at", "is", null);
  if (session_max_hours !== undefined) sessions = sessions.where("created_at", ">", since(session_max_hours));
  if (session_idle_hours !== undefined) {
    sessions = sessions.where(lastUsed, ">", since(session_idle_hours));
  }
  return sessions;
}

/** When a session was last refreshed, or started. */
export const lastUsed = sql<string>`coalesce(refreshed_at, created_at)`;
