import { transaction } from "@rounds/database/transaction.ts";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { addressKey, countRequest } from "../base/limits.ts";
import { startSession, viewSession } from "../sessions/sessions.ts";
import { createUser } from "../users/create-user.ts";
import { maySignUp, signupDisabled } from "../users/email.ts";
import { metadata, requireSmallMetadata } from "../users/metadata.ts";

const fields = z.object({ data: metadata.default({}) });

/** POST /signup with neither email nor phone: creates an account without an address, if that is allowed. */
export async function signUpAnonymously(context: AuthContext, call: Call): Promise<Answer> {
  if (!context.config.anonymous_sign_ins) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  // Nobody without an address belongs to the domain that SIGNUP may require.
  if (!maySignUp(context.config.signup, { channel: "mail", recipient: "" })) throw signupDisabled();
  const { data } = readFields(fields, call.body);
  requireSmallMetadata(data);
  await countRequest(context, "anonymous", addressKey(call.client.ip ?? ""));
  const open = await transaction(context.db, async (tx) => {
    const user = await createUser(tx, context, { data, isAnonymous: true });
    const session = await startSession(tx, context, user, "anonymous", call.client);
    await audit(tx, context, {
      action: "user_signedup",
      user_id: user.id,
      session_id: session.session.id,
      client: call.client,
      traits: { provider: "anonymous" },
    });
    return session;
  });
  return { body: await viewSession(context, open) };
}
