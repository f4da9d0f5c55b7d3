import type { SessionRow, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { Answer, AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { forgetRequests } from "../base/limits.ts";
import { replaceTokens } from "../sessions/refresh-tokens.ts";
import { type AmrMethod, type OpenSession, viewSession } from "../sessions/sessions.ts";

/**
 * Answers a request that shows a second proof with the session that it raised. `prove` checks and spends the proof; its
 * refusal is a result, because an error would undo the transaction and with it the count of a wrong guess.
 */
export async function answerProof(
  context: AuthContext,
  call: SignedInCall,
  prove: (tx: Database) => Promise<OpenSession | AuthError>,
): Promise<Answer> {
  const result = await transaction(context.db, prove);
  if (result instanceof AuthError) throw result;
  context.messageQueued();
  await forgetRequests(context, "factor_account", call.user.id);
  return { body: await viewSession(context, result) };
}

/**
 * Raises a session to aal2 after a second proof, which becomes its newest, and ends what was signed in with less: the
 * user's other sessions below aal2, and this session's older refresh tokens. User and session are locked. `factor_id`
 * is null for a proof that is not a factor, such as a recovery code.
 */
export async function raiseSession(
  tx: Database,
  context: AuthContext,
  { user, session }: { user: UserRow; session: SessionRow },
  { method, factor_id }: { method: AmrMethod; factor_id: string | null },
): Promise<OpenSession> {
  const now = context.clock();
  const earlier = session.amr.filter((entry) => entry.method !== method);
  const amr = [{ method, timestamp: Math.floor(now / 1000) }, ...earlier];
  const raised = { aal: "aal2", factor_id, refreshed_at: isoMoment(now) } as const;
  await tx
    .updateTable("auth.sessions")
    .set({ ...raised, amr: JSON.stringify(amr) })
    .where("id", "=", session.id)
    .execute();
  await endLowerSessions(tx, session);
  const refreshToken = await replaceTokens(tx, context, session.id);
  return { user, session: { ...session, ...raised, amr }, refreshToken };
}

/** A session that was signed in with less ends: it may belong to somebody who knows only the password. */
async function endLowerSessions(tx: Database, session: SessionRow): Promise<void> {
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", session.user_id)
    .where("id", "!=", session.id)
    .where("aal", "=", "aal1")
    .execute();
}
