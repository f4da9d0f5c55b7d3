import type { IncomingHttpHeaders } from "node:http";
import type { Position } from "@rounds/database/replica/position.ts";
import type { AuthContext, SignedIn } from "../base/context.ts";
import { AuthError, sessionNotFound, userNotFound } from "../base/errors.ts";
import { refuseBrowser, roleOfKey, serviceRoles } from "../base/service-key.ts";
import { isUuid } from "../base/uuid.ts";
import { isBanned } from "../users/banned.ts";
import { badToken, readAccessToken } from "./access-tokens.ts";
import { endOfSession } from "./session-end.ts";

/**
 * The user and session of the access token in an Authorization header; throws the errors of docs/auth.md#access-tokens.
 * Asks the database after each request has arrived, so a session that has ended is refused at once.
 */
export async function verifyBearer(
  context: AuthContext,
  authorization: string | undefined,
): Promise<SignedIn> {
  const token = bearerOf(authorization);
  if (token === undefined) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const { claims, kid = null } = await readAccessToken(context, token);
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  if (!isUuid(claims.sub)) throw new AuthError(400, "bad_jwt", "invalid claim: sub claim must be a UUID");
  const sessionId =
    typeof claims.session_id === "string" && isUuid(claims.session_id) ? claims.session_id : null;
  const row = await context.lookUp({ user_id: claims.sub, session_id: sessionId, kid });
  if (!row) throw userNotFound();
  if (!row.key_lives) {
    await context.keys.refresh();
    throw badToken("token is unverifiable: its key was removed");
  }
  if (isBanned(row, context.clock())) throw new AuthError(403, "user_banned", "User is banned");
  const { session_id, aal, amr, created_at, refreshed_at } = row;
  if (session_id === null || aal === null || amr === null || created_at === null) throw sessionNotFound();
  if (endOfSession(context.config, { created_at, refreshed_at }).at <= context.clock())
    throw sessionNotFound();
  const { id, email, role, denied, is_anonymous, position } = row;
  return {
    user: { id, email: email ?? "", role: role ?? undefined, denied, is_anonymous },
    session: {
      id: session_id,
      aal,
      amr,
      created_at,
      lacks_second_step: aal === "aal1" && row.has_factor === true,
    },
    ...(position && { position }),
  };
}

/**
 * Accepts the service key, and access tokens of users whose own role is a service role; throws the errors of
 * docs/auth.md#access-tokens and `not_admin`.
 */
export async function verifyService(
  context: AuthContext,
  headers: IncomingHttpHeaders,
): Promise<string | null> {
  const { authorization } = headers;
  const token = bearerOf(authorization);
  const keyRole = token === undefined ? undefined : await roleOfKey(context, token);
  if (keyRole !== undefined && serviceRoles.has(keyRole)) {
    refuseBrowser(headers);
    return null;
  }
  if (keyRole !== undefined) throw notAdmin();
  const { user, session } = await verifyBearer(context, authorization);
  const row = await context.db
    .selectFrom("auth.users")
    .select("role")
    .where("id", "=", user.id)
    .executeTakeFirst();
  // A user with a second factor must have used it, as for the rest of the product.
  if (!row || !serviceRoles.has(row.role) || session.lacks_second_step) throw notAdmin();
  return user.id;
}

function notAdmin(): AuthError {
  return new AuthError(403, "not_admin", "User not allowed");
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer (\S+)$/i.exec(authorization ?? "")?.[1];
}

export type Authentication =
  | {
      ok: true;
      user: { id: string; email: string; role?: string; denied: string[] };
      session_id: string;
      position?: Position;
    }
  | { ok: false; reason: "missing" | "invalid" | "session_ended" | "second_step_missing" };

/**
 * `verifyBearer` for the rest of the product, which has its own error texts. A user with a second factor is accepted
 * only after using it in this session: otherwise the factor would protect only the account itself.
 */
export async function authenticate(
  context: AuthContext,
  authorization: string | undefined,
): Promise<Authentication> {
  try {
    const { user, session, position } = await verifyBearer(context, authorization);
    if (session.lacks_second_step) return { ok: false, reason: "second_step_missing" };
    const { id, email, role, denied } = user;
    return {
      ok: true,
      user: role === undefined ? { id, email, denied } : { id, email, denied, role },
      session_id: session.id,
      ...(position && { position }),
    };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.code === "no_authorization") return { ok: false, reason: "missing" };
    return { ok: false, reason: error.code === "bad_jwt" ? "invalid" : "session_ended" };
  }
}
