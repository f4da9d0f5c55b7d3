import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { AuthContext, SignedIn } from "./context.ts";
import { AuthError, sessionNotFound, userNotFound } from "./errors.ts";
import { readAccessToken } from "./sessions/access-tokens.ts";
import { endOfSession } from "./sessions/session-end.ts";
import type { UserRow } from "./tables.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whose access token an Authorization header carries; throws the errors of the contract's section 4. Asks the
 * database each time (one query by primary keys), so a session that has ended is refused at once.
 */
export async function verifyBearer(
  context: AuthContext,
  authorization: string | undefined,
): Promise<SignedIn> {
  const token = /^bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await readAccessToken(context, token);
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  if (!uuid.test(claims.sub)) throw new AuthError(400, "bad_jwt", "invalid claim: sub claim must be a UUID");
  const sessionId =
    typeof claims.session_id === "string" && uuid.test(claims.session_id) ? claims.session_id : null;
  const row = await context.db
    .selectFrom("auth.users as user")
    .leftJoin("auth.sessions as session", (join) =>
      join
        .on("session.id", "=", sessionId)
        .onRef("session.user_id", "=", "user.id")
        .on("session.revoked_at", "is", null),
    )
    .where("user.id", "=", claims.sub)
    .where("user.deleted_at", "is", null)
    .select([
      "user.id",
      "user.email",
      "user.banned_until",
      "user.is_anonymous",
      "session.id as session_id",
      "session.aal",
      "session.amr",
      "session.created_at",
      "session.refreshed_at",
    ])
    .select(sql<string | null>`"user".app_metadata ->> 'role'`.as("role"))
    .executeTakeFirst();
  if (!row) throw userNotFound();
  if (isBanned(row, context.clock())) throw new AuthError(403, "user_banned", "User is banned");
  const { session_id, aal, amr, created_at, refreshed_at } = row;
  if (session_id === null || aal === null || amr === null || created_at === null) throw sessionNotFound();
  if (endOfSession(context.config, { created_at, refreshed_at }).at <= context.clock())
    throw sessionNotFound();
  const { id, email, role, is_anonymous } = row;
  return {
    user: { id, email: email ?? "", role: role ?? undefined, is_anonymous },
    session: { id: session_id, aal, amr },
  };
}

/** The roles that may use the paths under /admin. */
const serviceRoles = new Set(["service_role", "supabase_admin"]);

/**
 * Lets the service key through, and access tokens of users whose own role is one of the service's; throws the
 * errors of the contract's sections 4 and 9.
 */
export async function verifyService(context: AuthContext, authorization: string | undefined): Promise<void> {
  const token = /^bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (token !== undefined && (await isServiceKey(context, token))) return;
  const { user } = await verifyBearer(context, authorization);
  const row = await context.db
    .selectFrom("auth.users")
    .select("role")
    .where("id", "=", user.id)
    .executeTakeFirst();
  if (!row || !serviceRoles.has(row.role)) throw new AuthError(403, "not_admin", "User not allowed");
}

/** Whether a bearer token is the service key, in a time that does not depend on how much of it is right. */
async function isServiceKey(context: AuthContext, token: string): Promise<boolean> {
  const key = await context.db
    .selectFrom("auth.service_keys")
    .select("secret")
    .where("role", "=", "service_role")
    .executeTakeFirst();
  const [left, right] = [token, key?.secret ?? ""].map((text) => createHash("sha256").update(text).digest());
  return key !== undefined && left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Whether the user is kept out at this moment (milliseconds since 1970). */
export function isBanned(user: Pick<UserRow, "banned_until">, now: number): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > now;
}

export type Authentication =
  | { ok: true; user: { id: string; email: string; role?: string }; session_id: string }
  | { ok: false; reason: "missing" | "invalid" | "session_ended" };

/** `verifyBearer` for the rest of the product, which has error texts of its own. */
export async function authenticate(
  context: AuthContext,
  authorization: string | undefined,
): Promise<Authentication> {
  try {
    const { user, session } = await verifyBearer(context, authorization);
    const { id, email, role } = user;
    return {
      ok: true,
      user: role === undefined ? { id, email } : { id, email, role },
      session_id: session.id,
    };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.code === "no_authorization") return { ok: false, reason: "missing" };
    return { ok: false, reason: error.code === "bad_jwt" ? "invalid" : "session_ended" };
  }
}
