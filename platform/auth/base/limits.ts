import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { multiplied } from "@rounds/http/limit.ts";
import { sql } from "kysely";
import { tooManyRequests } from "./errors.ts";
import type { AuthConfig } from "./settings.ts";

/**
 * `count` requests in `seconds`, of which `burst` may come at once; counted per client address, per account named in a
 * request, per signed-in user, or by a key that the handler chooses.
 */
export type Limit = {
  per: "ip" | "account" | "user" | "key";
  count: number;
  seconds: number;
  burst: number;
};

/**
 * Every limit of the service (docs/auth.md#limits). The figures per client address, and the 60 seconds between two
 * messages of a kind to one person, are those that auth-js is used to. The figures per account are ours: they stop
 * guesses at one account from many addresses. Refreshes are counted per session, because a whole office can share one
 * address; only unknown tokens are counted by address. `mails` and `texts` are filled from the settings.
 */
export const defaultLimits = {
  sign_up: { per: "ip", count: 30, seconds: 300, burst: 30 },
  sign_in: { per: "ip", count: 150, seconds: 300, burst: 30 },
  sign_in_account: { per: "account", count: 20, seconds: 300, burst: 20 },
  refresh: { per: "key", count: 60, seconds: 300, burst: 30 },
  refresh_unknown: { per: "key", count: 150, seconds: 300, burst: 30 },
  user_update: { per: "ip", count: 30, seconds: 300, burst: 30 },
  verify: { per: "ip", count: 30, seconds: 300, burst: 30 },
  verify_account: { per: "account", count: 10, seconds: 3600, burst: 10 },
  otp: { per: "ip", count: 30, seconds: 300, burst: 30 },
  recover: { per: "ip", count: 30, seconds: 300, burst: 30 },
  resend: { per: "ip", count: 30, seconds: 300, burst: 30 },
  reauthenticate: { per: "ip", count: 30, seconds: 300, burst: 30 },
  web3: { per: "ip", count: 30, seconds: 300, burst: 30 },
  provider: { per: "ip", count: 150, seconds: 300, burst: 30 },
  anonymous: { per: "ip", count: 30, seconds: 3600, burst: 30 },
  factor_challenge: { per: "user", count: 15, seconds: 60, burst: 15 },
  factor: { per: "user", count: 15, seconds: 60, burst: 15 },
  account_change: { per: "user", count: 60, seconds: 300, burst: 30 },
  factor_account: { per: "user", count: 30, seconds: 3600, burst: 30 },
  message_interval: { per: "key", count: 1, seconds: 60, burst: 1 },
  mails_asker: { per: "key", count: 10, seconds: 3600, burst: 10 },
  texts_asker: { per: "key", count: 10, seconds: 3600, burst: 10 },
  message_recipient: { per: "key", count: 10, seconds: 3600, burst: 10 },
  mails: { per: "key", count: 30, seconds: 3600, burst: 30 },
  texts: { per: "key", count: 30, seconds: 3600, burst: 30 },
} as const satisfies Record<string, Limit>;

/**
 * How long something that somebody was given can be used, in seconds: a mailed code with its link
 * (docs/auth.md#codes-links-and-redirects), a texted code, the challenge of a second factor (docs/auth.md#second-factors), and
 * a sign-in that began with another provider, and the code in a redirect that a client exchanges for a session. An access token
 * also ends with its session. `reused_token` is how long a refresh token that comes back after its use counts as two
 * tabs, not as theft (docs/auth.md#refreshing-a-session).
 */
export const lifetimes = {
  mailed_code: 24 * 3600,
  texted_code: 60,
  challenge: 300,
  provider_sign_in: 600,
  redirect_code: 300,
  access_token: 3600,
  reused_token: 10,
} as const;

/** A code of six digits is void after this many wrong guesses. */
export const maxGuesses = 5;

/** How many second factors an account has at most. */
export const maxFactors = 10;

/** The limit with another number of requests, all of which may come at once. */
function ofHour(limit: Limit, count: number): Limit {
  return { ...limit, count, burst: count };
}

export type LimitName = keyof typeof defaultLimits;
export type AuthLimits = Record<LimitName, Limit>;

/**
 * The limits for some settings. The factor does not change how many messages are sent in an hour, which has its own
 * settings; but if it switches limits off, it switches off these, too.
 */
export function limitsOf({ mails_per_hour, sms_per_hour, limit_factor = 1 }: AuthConfig): AuthLimits {
  const entries = Object.entries<Limit>(defaultLimits).map(([name, { count, burst, ...rest }]) => [
    name,
    { ...rest, count: multiplied(count, limit_factor), burst: multiplied(burst, limit_factor) },
  ]);
  // The names are those of `defaultLimits`.
  const limits = Object.fromEntries(entries) as AuthLimits;
  if (limit_factor === 0) return limits;
  const { mails_asker, texts_asker, mails, texts } = limits;
  return {
    ...limits,
    mails: ofHour(mails, mails_per_hour),
    texts: ofHour(texts, sms_per_hour),
    // At most a third, so that nobody alone uses up the whole number.
    mails_asker: ofHour(mails_asker, Math.min(mails_asker.count, Math.ceil(mails_per_hour / 3))),
    texts_asker: ofHour(texts_asker, Math.min(texts_asker.count, Math.ceil(sms_per_hour / 3))),
  };
}

/**
 * How far the clocks of two servers may differ before one of them takes the other's counters for those of a clock that
 * was set back. Without this tolerance, asking both in turn would reset the counters.
 */
const skewMilliseconds = 60_000;

/** What counting needs of the service. */
type Counting = { db: Database; clock: Clock; limits: AuthLimits };

/**
 * Counts one request against a limit, or throws `over_request_rate_limit` with the seconds to wait. The counter is the
 * generic cell rate algorithm (ITU-T I.371) in one statement, so that parallel requests to several servers are counted
 * correctly.
 */
export async function countRequest(context: Counting, name: LimitName, key: string): Promise<void> {
  const wait = await tryRequest(context, name, key);
  if (wait > 0) throw tooManyRequests(wait);
}

/** Counts one request and returns 0, or returns the seconds (1 or more) until the next one is allowed. */
export async function tryRequest(context: Counting, name: LimitName, key: string): Promise<number> {
  return await tryRequests(context, { name, limit: context.limits[name], key, requests: 1 });
}

/** Several requests under a limit of any name. */
type Wanted = { name: string; limit: Omit<Limit, "per">; key: string; requests: number };

/** `tryRequest` for several requests at once: all or none. */
export async function tryRequests(
  { db, clock }: Pick<Counting, "db" | "clock">,
  { name, limit: { count, seconds, burst }, key, requests }: Wanted,
): Promise<number> {
  const now = clock();
  const price = (seconds * 1000 * requests) / count;
  const credit = ((seconds * 1000) / count) * burst;
  const hash = keyHash(key);
  const taken = await sql`
    insert into auth.rate_limits as counter (limit_name, key_hash, paid_back_at)
    select ${name}, ${hash}, ${now + price}::double precision
      where ${price}::double precision <= ${credit}::double precision
    on conflict (limit_name, key_hash) do update
      set paid_back_at = greatest(counter.paid_back_at, ${now}::double precision) + ${price}::double precision
      where greatest(counter.paid_back_at, ${now}::double precision) + ${price}::double precision
        <= ${now + credit}::double precision
    returning 1`.execute(db);
  if (taken.rows.length > 0) return 0;
  const paidBackAt = await readCounter(db, { name, hash, now, credit });
  return Math.max(1, Math.ceil((paidBackAt + price - credit - now) / 1000));
}

/**
 * Until when a counter is in use, in milliseconds since 1970, at most the credit from now. No counter reaches further,
 * so one that does was written before the clock was set back. It is cut, because it would otherwise lock people out
 * for as long as the clock was set back. A counter that another server has changed in the meantime is left alone.
 */
async function readCounter(
  db: Database,
  { name, hash, now, credit }: { name: string; hash: Buffer; now: number; credit: number },
): Promise<number> {
  const counter = await db
    .selectFrom("auth.rate_limits")
    .select("paid_back_at")
    .where("limit_name", "=", name)
    .where("key_hash", "=", hash)
    .executeTakeFirst();
  const paidBackAt = counter?.paid_back_at ?? now;
  const end = now + credit;
  if (paidBackAt <= end + skewMilliseconds) return paidBackAt;
  await db
    .updateTable("auth.rate_limits")
    .set({ paid_back_at: end })
    .where("limit_name", "=", name)
    .where("key_hash", "=", hash)
    .where("paid_back_at", "=", paidBackAt)
    .execute();
  return end;
}

/** The seconds until a request is allowed, 0 if at once; counts nothing. */
export async function waitForLimit(
  { db, clock, limits }: Counting,
  name: LimitName,
  key: string,
): Promise<number> {
  const { count, seconds, burst } = limits[name];
  const now = clock();
  const price = (seconds * 1000) / count;
  const credit = price * burst;
  const paidBackAt = await readCounter(db, { name, hash: keyHash(key), now, credit });
  return Math.max(0, Math.ceil((paidBackAt + price - credit - now) / 1000));
}

/** Returns a request that was counted for nothing. */
export async function returnRequest(context: Counting, name: LimitName, key: string): Promise<void> {
  const { count, seconds } = context.limits[name];
  await context.db
    .updateTable("auth.rate_limits")
    .set((row) => ({ paid_back_at: row("paid_back_at", "-", (seconds * 1000) / count) }))
    .where("limit_name", "=", name)
    .where("key_hash", "=", keyHash(key))
    .execute();
}

/** Resets a limit: the account's owner has proved their identity. */
export async function forgetRequests(context: Counting, name: LimitName, key: string): Promise<void> {
  await context.db
    .deleteFrom("auth.rate_limits")
    .where("limit_name", "=", name)
    .where("key_hash", "=", keyHash(key))
    .execute();
}

/** Removes counters that are full again. */
export async function tidyLimits(context: Counting): Promise<void> {
  await context.db.deleteFrom("auth.rate_limits").where("paid_back_at", "<", context.clock()).execute();
}

/** The key of an address: an IPv6 customer has a whole /64 network. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail] = ip.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ?? "").split(":")];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16))
    .join(":")}::/64`;
}

function keyHash(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
