import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call, Client } from "../base/context.ts";
import { AuthError, type AuthErrorCode, tooManyRefreshes, validationFailed } from "../base/errors.ts";
import { rememberPlaces } from "../base/known-places.ts";
import { addressKey, countRequest, tryRequest } from "../base/limits.ts";
import { isBanned } from "../users/banned.ts";
import { isWellFormed, rotate, tokenHash } from "./refresh-tokens.ts";
import { endOfSession } from "./session-end.ts";
import { type OpenSession, viewSession } from "./sessions.ts";

const fields = z.object({ refresh_token: z.string().default("") });

/** POST /token?grant_type=refresh_token (docs/auth.md#refreshing-a-session). */
export async function refreshSession(context: AuthContext, call: Call): Promise<Answer> {
  const { refresh_token } = readFields(fields, call.body);
  if (!isWellFormed(refresh_token)) throw validationFailed("Refresh token is not valid");
  await countRefresh(context, call.client, await sessionOf(context.db, tokenHash(refresh_token)));
  // An error in the transaction would undo ending the family, so a refusal is its result, thrown afterwards.
  const result = await transaction(context.db, (tx) => consumeToken(tx, context, refresh_token, call.client));
  if (result instanceof AuthError) throw result;
  // Separately: deleting an account locks the user's row before the sessions, and this would lock them in the other
  // order.
  await rememberPlaces(context.db, context, result.user.id, call.client);
  return { body: await viewSession(context, result) };
}

/** The session for which a token was issued, if any. */
async function sessionOf(db: Database, hash: Buffer): Promise<string | undefined> {
  const token = db.selectFrom("auth.refresh_tokens").select("session_id").where("token_hash", "=", hash);
  return (await token.executeTakeFirst())?.session_id;
}

/**
 * Counts a refresh by its session. Clients of the protocol end their session when a refresh is answered 429; after a
 * 503 they try again.
 */
async function countRefresh(
  context: AuthContext,
  client: Client,
  sessionId: string | undefined,
): Promise<void> {
  if (sessionId === undefined) return countRequest(context, "refresh_unknown", addressKey(client.ip ?? ""));
  const wait = await tryRequest(context, "refresh", sessionId);
  if (wait > 0) throw tooManyRefreshes(wait);
}

async function consumeToken(
  tx: Database,
  context: AuthContext,
  token: string,
  client: Client,
): Promise<OpenSession | AuthError> {
  const hash = tokenHash(token);
  const sessionId = await sessionOf(tx, hash);
  if (sessionId === undefined) return refusal("refresh_token_not_found", "Refresh Token Not Found");

  // One lock per session: from here on, nobody else uses a token of this family.
  const session = await tx
    .selectFrom("auth.sessions")
    .selectAll()
    .where("id", "=", sessionId)
    .forUpdate()
    .executeTakeFirst();
  // The previous holder of the lock may have ended the session.
  if (!session) return refusal("session_not_found", "No Valid Session Found");
  const [user, row] = [
    await tx.selectFrom("auth.users").selectAll().where("id", "=", session.user_id).executeTakeFirstOrThrow(),
    await tx.selectFrom("auth.refresh_tokens").selectAll().where("token_hash", "=", hash).executeTakeFirst(),
  ];
  // Or raised it, which ends its older tokens.
  if (!row) return refusal("refresh_token_not_found", "Refresh Token Not Found");
  if (isBanned(user, context.clock())) return refusal("user_banned", "User Banned");
  if (session.revoked_at !== null) return alreadyUsed();
  const end = endOfSession(context.config, session);
  if (end.at <= context.clock()) {
    return refusal("session_expired", end.by === "idle" ? "Session Expired (Inactivity)" : "Session Expired");
  }

  const now = isoMoment(context.clock());
  const entry = { user_id: user.id, session_id: session.id, client };
  const rotation = await rotate(tx, context, row, token);
  if (rotation.outcome === "reused") {
    await tx.updateTable("auth.sessions").set({ revoked_at: now }).where("id", "=", session.id).execute();
    await audit(tx, context, { ...entry, action: "token_family_revoked" });
    context.log.warn({ session_id: session.id }, "a used refresh token came back: its session is ended");
    return alreadyUsed();
  }
  await tx
    .updateTable("auth.sessions")
    .set({ refreshed_at: now, ip: client.ip, user_agent: client.user_agent })
    .where("id", "=", session.id)
    .execute();
  await audit(tx, context, { ...entry, action: "token_refreshed", traits: { token: rotation.outcome } });
  return { user, session: { ...session, refreshed_at: now }, refreshToken: rotation.token };
}

function refusal(code: AuthErrorCode, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}

function alreadyUsed(): AuthError {
  return refusal("refresh_token_already_used", "Already Used");
}
