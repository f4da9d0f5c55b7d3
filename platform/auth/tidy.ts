import { runAlone } from "@rounds/database/alone.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext } from "./base/context.ts";
import { tidyPlaces } from "./base/known-places.ts";
import { tidyLimits } from "./base/limits.ts";

const hour = 3_600_000;
/** How long expired rows are kept, so that a late request gets "expired" instead of "unknown". */
const keep = 24 * hour;

/**
 * Removes what is no longer needed: expired codes, links, challenges and sign-ins, proofs that would be refused for
 * their age alone, full counters. One of several servers does so at a time.
 */
export async function tidy(context: AuthContext): Promise<void> {
  await runAlone(context.db, "auth.tidy", (db) => tidyTables({ ...context, db }));
}

async function tidyTables(context: AuthContext): Promise<void> {
  const { db } = context;
  const now = context.clock();
  const longAgo = isoMoment(now - keep);
  await tidyLimits(context);
  await db.deleteFrom("auth.one_time_tokens").where("expires_at", "<", longAgo).execute();
  await db.deleteFrom("auth.auth_codes").where("created_at", "<", longAgo).execute();
  await db.deleteFrom("auth.challenges").where("expires_at", "<", longAgo).execute();
  await db.deleteFrom("auth.provider_sign_ins").where("created_at", "<", longAgo).execute();
  await tidySessions(context);
  await tidyPlaces(context);
  await db.deleteFrom("auth.spent_proofs").where("expires_at", "<", isoMoment(now)).execute();
}

/** Removes sessions that the settings ended a while ago. */
async function tidySessions({ db, clock, config }: AuthContext): Promise<void> {
  const before = (hours: number) => isoMoment(clock() - hours * hour - keep);
  const { session_max_hours, session_idle_hours } = config;
  if (session_max_hours !== undefined) {
    await db.deleteFrom("auth.sessions").where("created_at", "<", before(session_max_hours)).execute();
  }
  if (session_idle_hours !== undefined) {
    const limit = before(session_idle_hours);
    await db
      .deleteFrom("auth.sessions")
      .where((row) => row(row.fn.coalesce("refreshed_at", "created_at"), "<", limit))
      .execute();
  }
}
