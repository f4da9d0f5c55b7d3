import { randomUUID } from "node:crypto";
import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { audit } from "../base/audit.ts";
import type { Answer, AuthContext, Client, SignedInCall } from "../base/context.ts";
import { validationFailed } from "../base/errors.ts";
import { rememberPlaces } from "../base/known-places.ts";
import { countRequest } from "../base/limits.ts";
import { viewUser } from "../users/user-view.ts";
import { type GivenSession, signAccessToken } from "./access-tokens.ts";
import { issueFirstToken } from "./refresh-tokens.ts";

/** A new or refreshed session: its user, and the refresh token in plain text. */
export type OpenSession = {
  user: UserRow;
  session: GivenSession;
  refreshToken: string;
};

/** How a user proved who they are: the values of `amr` in an access token (docs/auth.md#access-tokens). */
export type AmrMethod =
  | "password"
  | "otp"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change"
  | "anonymous"
  | "oauth"
  | "web3"
  | "totp"
  | "mfa/phone"
  | "recovery_code";

/** Starts a session for a user who has just signed in, and records the time. */
export async function startSession(
  tx: Database,
  context: AuthContext,
  user: UserRow,
  method: AmrMethod,
  client: Client,
): Promise<OpenSession> {
  const now = context.clock();
  const amr = [{ method, timestamp: Math.floor(now / 1000) }];
  const id = randomUUID();
  await tx
    .insertInto("auth.sessions")
    .values({
      id,
      user_id: user.id,
      amr: JSON.stringify(amr),
      ip: client.ip,
      user_agent: client.user_agent,
      created_at: isoMoment(now),
    })
    .execute();
  const refreshToken = await issueFirstToken(tx, context, id);
  await rememberPlaces(tx, context, user.id, client);
  await tx
    .updateTable("auth.users")
    .set({ last_sign_in_at: isoMoment(now) })
    .where("id", "=", user.id)
    .execute();
  return {
    user: { ...user, last_sign_in_at: isoMoment(now) },
    session: { id, aal: "aal1", amr, created_at: isoMoment(now), refreshed_at: null },
    refreshToken,
  };
}

/** The session as clients see it (docs/auth.md#objects). */
export async function viewSession(context: AuthContext, open: OpenSession): Promise<Record<string, unknown>> {
  const { access_token, expires_in, expires_at } = await signAccessToken(context, open.user, open.session);
  return {
    access_token,
    token_type: "bearer",
    expires_in,
    expires_at,
    refresh_token: open.refreshToken,
    user: await viewUser(context.db, open.user),
  };
}

/** Ends the user's other sessions; their access tokens are refused from then on. */
export async function endOtherSessions(tx: Database, userId: string, sessionId: string): Promise<void> {
  await tx.deleteFrom("auth.sessions").where("user_id", "=", userId).where("id", "!=", sessionId).execute();
}

/** Ends all sessions of a user. */
export async function endSessions(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom("auth.sessions").where("user_id", "=", userId).execute();
}

const scopes = ["global", "local", "others"] as const;

/** POST /logout: ends all sessions of the user, this one, or all others. */
export async function logOut(context: AuthContext, call: SignedInCall): Promise<Answer> {
  const asked = call.query.scope ?? "";
  const scope = asked === "" ? "global" : scopes.find((known) => known === asked);
  if (scope === undefined) throw validationFailed(`Unsupported logout scope "${asked}"`);
  const { user, session, client } = call;
  // Only this leaves the session that asks. Counted by session, so that a stolen one can't keep its owner from ending it.
  if (scope === "others") await countRequest(context, "account_change", `session:${session.id}`);
  await transaction(context.db, async (tx) => {
    switch (scope) {
      case "global":
        await endSessions(tx, user.id);
        break;
      case "local":
        await tx.deleteFrom("auth.sessions").where("id", "=", session.id).execute();
        break;
      case "others":
        await endOtherSessions(tx, user.id, session.id);
        break;
    }
    const entry = { action: "logout", user_id: user.id, session_id: session.id, client } as const;
    await audit(tx, context, { ...entry, traits: { scope } });
  });
  return {};
}
