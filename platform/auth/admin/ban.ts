import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext } from "../base/context.ts";
import { validationFailed } from "../base/errors.ts";
import { type By, note } from "./account.ts";

const hour = 3_600_000;
/** A ban without end: a hundred years, as in the protocol's own examples. */
export const forever = 876_000 * hour;

/** Bans a user for this many milliseconds, or (0) no longer. Sessions and tokens are refused in the meantime. */
export async function banUser(
  tx: Database,
  context: AuthContext,
  user: UserRow,
  milliseconds: number,
  by: By,
): Promise<void> {
  const now = context.clock();
  const banned_until = milliseconds === 0 ? null : isoMoment(now + milliseconds);
  await tx
    .updateTable("auth.users")
    .set({ banned_until, updated_at: isoMoment(now) })
    .where("id", "=", user.id)
    .execute();
  if (banned_until === null) await note(tx, context, user, by, "user_unbanned");
  else await note(tx, context, user, by, "user_banned", { until: banned_until });
}

/** Milliseconds per unit of Go's durations. */
const units: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: hour,
};
/** The longest possible duration: 2⁶³ nanoseconds. */
const longest = 2 ** 63 / 1e6;

/**
 * The milliseconds of a ban in the protocol's form: "none", or a duration as the Go language writes it ("24h",
 * "1h30m"); throws `validation_failed`.
 */
export function banMilliseconds(duration: string): number {
  if (duration === "none") return 0;
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(duration) ?? [];
  if (rest === "0") return 0;
  let sum = 0;
  let read = 0;
  for (const [part, digits = "", unit = ""] of rest.matchAll(
    /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy,
  )) {
    sum += Number(digits) * (units[unit] ?? 0);
    read += part.length;
  }
  if (rest === "" || read !== rest.length || sum > longest) {
    throw validationFailed(
      `invalid format for ban duration: time: invalid duration ${JSON.stringify(duration)}`,
    );
  }
  return sign === "-" ? -sum : sum;
}
