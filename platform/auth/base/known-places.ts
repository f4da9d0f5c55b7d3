import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { AuthContext, Client } from "./context.ts";
import { addressKey } from "./limits.ts";

/**
 * Where an account has signed in before: a browser, by a cookie that only identifies it as the same one, or an
 * address. Wrong passwords and codes from there are counted separately from those of strangers, so that strangers
 * can't lock the owner out by guessing. It gives no other right. (OWASP: "device cookies".)
 */
export type KnownPlace = { kind: "device" | "address"; key_hash: Buffer };

/** The cookie, and the only paths to which browsers send it. */
const cookie = { name: "rounds-device", path: "/auth/v1" };
/** A place that was not used for this long is forgotten. */
export const keptMilliseconds = 180 * 86_400_000;
/** The most places of each kind for one account; the last used ones stay. */
const mostOfAKind = 20;

/** The device named in a request's cookie, if any. */
export function deviceIn(headers: IncomingHttpHeaders): string | undefined {
  const name = cookieIn(headers, cookie.name);
  return name !== undefined && /^[A-Za-z0-9_-]{43}$/.test(name) ? name : undefined;
}

/** The value of a cookie of the service, which has no spaces; the first one if there are several. */
export function cookieIn({ cookie: header = "" }: IncomingHttpHeaders, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;\\s]*)(?:;|$)`).exec(header)?.[1];
}

/** A name for a browser that has none yet: only browsers keep cookies, and only for pages of the product itself. */
export function newDevice(headers: IncomingHttpHeaders): string | undefined {
  return headers["sec-fetch-site"] === "same-origin" ? randomBytes(32).toString("base64url") : undefined;
}

/** The header that makes a browser keep its name for the auth service. */
export function nameCookie(device: string, publicUrl: string): string {
  return deviceCookie({ ...cookie, value: device }, publicUrl);
}

/** The header that makes a browser keep a cookie for the paths of a service, which no page can read. */
export function deviceCookie(
  { name, path, value }: Record<"name" | "path" | "value", string>,
  publicUrl: string,
): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const seconds = keptMilliseconds / 1000;
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Remembers the client's place for a signed-in user. */
export async function rememberPlaces(
  tx: Database,
  context: AuthContext,
  userId: string,
  client: Client,
): Promise<void> {
  const last_used_at = isoMoment(context.clock());
  for (const { kind, key_hash } of placesOf(client)) {
    await tx
      .insertInto("auth.known_places")
      .values({ user_id: userId, kind, key_hash, last_used_at })
      .onConflict((place) => place.columns(["user_id", "kind", "key_hash"]).doUpdateSet({ last_used_at }))
      .execute();
    await sql`
      delete from auth.known_places
        where user_id = ${userId} and kind = ${kind} and key_hash in (
          select key_hash from auth.known_places
            where user_id = ${userId} and kind = ${kind}
            order by last_used_at desc, key_hash offset ${mostOfAKind} for update skip locked)`.execute(tx);
  }
}

/** The client's place, if the account knows it: its device before its address; nothing for a stranger's. */
export async function knownPlace(
  { db }: Pick<AuthContext, "db">,
  client: Client,
  account: { email: string } | { phone: string },
): Promise<KnownPlace | undefined> {
  const places = placesOf(client);
  if (places.length === 0) return undefined;
  const [column, value] =
    "email" in account ? (["email", account.email] as const) : (["phone", account.phone] as const);
  const known = await db
    .selectFrom("auth.known_places as place")
    .innerJoin("auth.users as user", "user.id", "place.user_id")
    .select(["place.kind", "place.key_hash"])
    .where(`user.${column}`, "=", value)
    .where("user.deleted_at", "is", null)
    .where((row) =>
      row.or(
        places.map(({ kind, key_hash }) =>
          row.and([row("place.kind", "=", kind), row("place.key_hash", "=", key_hash)]),
        ),
      ),
    )
    .orderBy("place.kind", "desc")
    .limit(1)
    .executeTakeFirst();
  return known;
}

/** Forgets places that were not used for a long time. */
export async function tidyPlaces({ db, clock }: Pick<AuthContext, "db" | "clock">): Promise<void> {
  const before = isoMoment(clock() - keptMilliseconds);
  await db.deleteFrom("auth.known_places").where("last_used_at", "<", before).execute();
}

/** Stored as hashes: somebody who reads the table learns neither the cookies nor where people were. */
function placesOf({ ip, device }: Client): KnownPlace[] {
  const places: KnownPlace[] = [];
  if (device !== undefined) places.push({ kind: "device", key_hash: hashOf(device) });
  if (ip !== null) places.push({ kind: "address", key_hash: hashOf(addressKey(ip)) });
  return places;
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
