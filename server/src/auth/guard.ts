import { sql } from "kysely";
import { readAccessToken } from "./access-tokens.ts";
import type { AuthContext, SignedIn } from "./context.ts";
import { AuthError, sessionNotFound, userNotFound } from "./errors.ts";
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
      "session.id as session_id",
      "session.aal",
      "session.amr",
    ])
    .select(sql<string | null>`"user".app_metadata ->> 'role'`.as("role"))
    .executeTakeFirst();
  if (!row) throw userNotFound();
  if (isBanned(row, context.clock())) throw new AuthError(403, "user_banned", "User is banned");
  if (row.session_id === null || row.aal === null || row.amr === null) {
    throw sessionNotFound();
  }
  return {
    user: { id: row.id, email: row.email ?? "", role: row.role ?? undefined },
    session: { id: row.session_id, aal: row.aal, amr: row.amr },
  };
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
