import { randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError, validationFailed } from "../base/errors.ts";
import { lifetimes } from "../base/limits.ts";
import { tokenHash } from "../sessions/refresh-tokens.ts";
import { type AmrMethod, type OpenSession, startSession, viewSession } from "../sessions/sessions.ts";
import { isBanned } from "../users/banned.ts";
import { answersChallenge, type Challenge } from "./pkce.ts";

/** Issues the code that a client with this challenge exchanges for a session of the user. */
export async function issueAuthCode(
  tx: Database,
  context: AuthContext,
  { userId, challenge, amrMethod }: { userId: string; challenge: Challenge; amrMethod: AmrMethod },
): Promise<string> {
  const code = randomUUID();
  await tx
    .insertInto("auth.auth_codes")
    .values({
      code_hash: tokenHash(code),
      user_id: userId,
      code_challenge: challenge.code_challenge,
      code_challenge_method: challenge.code_challenge_method,
      amr_method: amrMethod,
      created_at: isoMoment(context.clock()),
    })
    .execute();
  return code;
}

const fields = z.object({ auth_code: z.string().default(""), code_verifier: z.string().default("") });

/** POST /token?grant_type=pkce: exchanges a code for a session (RFC 7636). */
export async function exchangeCode(context: AuthContext, call: Call): Promise<Answer> {
  const { auth_code, code_verifier } = readFields(fields, call.body);
  if (auth_code === "" || code_verifier === "") {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const open = await transaction(context.db, async (tx): Promise<OpenSession> => {
    const found = await tx
      .selectFrom("auth.auth_codes")
      .selectAll()
      .where("code_hash", "=", tokenHash(auth_code))
      .forUpdate()
      .executeTakeFirst();
    if (!found) {
      throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    }
    if (Date.parse(found.created_at) + lifetimes.redirect_code * 1000 <= context.clock()) {
      throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
    }
    // A wrong verifier does not use up the code: it can't be guessed, and a stranger must not void it.
    if (!answersChallenge(found, code_verifier)) {
      throw new AuthError(
        400,
        "bad_code_verifier",
        "code challenge does not match previously saved code verifier",
      );
    }
    await tx.deleteFrom("auth.auth_codes").where("code_hash", "=", found.code_hash).execute();
    const user = await tx
      .selectFrom("auth.users")
      .selectAll()
      .where("id", "=", found.user_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (isBanned(user, context.clock())) throw new AuthError(403, "user_banned", "User is banned");
    // Only `issueAuthCode` writes it.
    const amrMethod = found.amr_method as AmrMethod;
    const session = await startSession(tx, context, user, amrMethod, call.client);
    const entry = { user_id: user.id, session_id: session.session.id, client: call.client };
    await audit(tx, context, { ...entry, action: "login", traits: { provider: found.amr_method } });
    return session;
  });
  return { body: await viewSession(context, open) };
}
