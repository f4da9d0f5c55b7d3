import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Database } from "@rounds/database/connect.ts";
import { asDate, type Clock, isoMoment } from "@rounds/http/clock.ts";
import { errors, jwtVerify } from "jose";
import type { AuthContext } from "./context.ts";
import { GatewayError } from "./errors.ts";

/** The roles that may use the paths under /admin. */
export const serviceRoles: ReadonlySet<string> = new Set(["service_role", "supabase_admin"]);

/**
 * The role of a key: the service key, or a JWT signed with the shared secret of the settings, as in older
 * installations of the protocol. The clients' own tools sign such keys with an expiry (`exp`) years away or without
 * one; an expired key is refused. Undefined for anything else.
 */
export async function roleOfKey(context: AuthContext, key: string): Promise<string | undefined> {
  return (await isServiceKey(context, key)) ? "service_role" : await roleOfSignedKey(context, key);
}

async function isServiceKey({ db }: AuthContext, key: string): Promise<boolean> {
  const stored = await readServiceKey(db);
  return stored !== undefined && isSame(stored, key);
}

/** The key of the admin paths, created by the first start. */
export async function readServiceKey(db: Database): Promise<string | undefined> {
  const stored = await db
    .selectFrom("auth.service_keys")
    .select("secret")
    .where("role", "=", "service_role")
    .executeTakeFirst();
  return stored?.secret;
}

/** Creates another key and returns it; the former one stops working at once, on every server. */
export async function replaceServiceKey(db: Database, clock: Clock): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await db
    .updateTable("auth.service_keys")
    .set({ secret, created_at: isoMoment(clock()) })
    .where("role", "=", "service_role")
    .execute();
  return secret;
}

async function roleOfSignedKey({ config, clock }: AuthContext, key: string): Promise<string | undefined> {
  if (config.jwt_secret === undefined) return undefined;
  try {
    const { payload } = await jwtVerify(key, new TextEncoder().encode(config.jwt_secret), {
      algorithms: ["HS256"],
      currentDate: asDate(clock()),
    });
    // The same secret may sign users' access tokens, which are valid only as long as their session.
    if (payload.session_id !== undefined || typeof payload.role !== "string") return undefined;
    return payload.role;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSame(secret: string, given: string): boolean {
  const [left, right] = [secret, given].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/**
 * Refuses a service key sent by a browser: everybody who reads the page would have the key. Browsers identify
 * themselves; `Sec-Fetch-Mode` is not enough, because Node's own fetch sends it too.
 */
export function refuseBrowser(headers: IncomingHttpHeaders): void {
  const { origin, "sec-fetch-site": site, "user-agent": agent = "" } = headers;
  if (origin !== undefined || site !== undefined || agent.startsWith("Mozilla")) {
    throw new GatewayError("Forbidden use of secret API key in browser");
  }
}
