import type { Database } from "@rounds/database/connect.ts";
import * as oauth from "oauth4webapi";
import { audit } from "../base/audit.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError, OAuthError } from "../base/errors.ts";
import { lifetimes } from "../base/limits.ts";
import { failedRedirect, sessionFragment } from "../one-time/answers.ts";
import { issueAuthCode } from "../one-time/auth-codes.ts";
import { type Challenge, requireChallenge } from "../one-time/pkce.ts";
import { withFragment, withQuery } from "../one-time/redirects.ts";
import { tokenHash } from "../sessions/refresh-tokens.ts";
import { type Arrived, arrive, startArrivedSession } from "./accounts.ts";
import { callbackAddress } from "./authorize.ts";
import { identityOf } from "./claims.ts";
import { idTokenProof } from "./id-token.ts";
import {
  badIdToken,
  discover,
  findProvider,
  type IdClaims,
  type OidcProvider,
  requestOptions,
  unreachable,
  verifyIdToken,
} from "./oidc.ts";

/** A sign-in for which this server sent a browser to a provider. */
type Started = {
  state: string;
  provider: OidcProvider;
  nonce: string;
  verifier: string;
  redirectTo: string;
  challenge: Challenge | undefined;
};

/**
 * GET /callback: the provider sends the browser back with a code, and this sends it on to the page that asked, with a
 * session in the fragment or a code for the client to exchange. Every refusal leads to that page too.
 */
export async function finishProviderSignIn(context: AuthContext, call: Call): Promise<Answer> {
  const { state } = call.query;
  const row = typeof state === "string" ? await takeSignIn(context.db, state) : undefined;
  const redirectTo = row?.redirect_to ?? context.config.public_url;
  try {
    const provider = row && findProvider(context.config, row.provider);
    const isInTime = row && Date.parse(row.created_at) + lifetimes.provider_sign_in * 1000 > context.clock();
    if (typeof state !== "string" || !row || !provider || !isInTime) {
      throw new AuthError(400, "bad_oauth_state", "OAuth state has expired or was used before");
    }
    const challenge = requireChallenge({
      code_challenge: row.code_challenge ?? "",
      code_challenge_method: row.code_challenge_method ?? "",
    });
    const { nonce, provider_verifier: verifier } = row;
    const to = await signIn(context, call, { state, provider, nonce, verifier, redirectTo, challenge });
    return { redirect: { status: 303, to } };
  } catch (error) {
    if (error instanceof OAuthError) return failed(redirectTo, badCallback(error.message));
    if (error instanceof AuthError) return failed(redirectTo, error);
    throw error;
  }
}

function failed(redirectTo: string, error: AuthError): Answer {
  return { redirect: { status: 303, to: failedRedirect(redirectTo, error, true) } };
}

function badCallback(message: string): AuthError {
  return new AuthError(400, "bad_oauth_callback", message);
}

/** The sign-in of this state, which is removed: whatever happens next, it can't be used again. */
async function takeSignIn(db: Database, state: string) {
  return await db
    .deleteFrom("auth.provider_sign_ins")
    .where("state_hash", "=", tokenHash(state))
    .returningAll()
    .executeTakeFirst();
}

async function signIn(context: AuthContext, call: Call, started: Started): Promise<string> {
  const { provider, redirectTo, challenge } = started;
  const { idToken, claims } = await exchange(context, call, started);
  const arrival = {
    identity: identityOf(provider, claims),
    proof: idTokenProof(idToken, claims),
    spent: badIdToken,
    client: call.client,
  };
  if (challenge) {
    const code = await arrive(context, arrival, async (tx, arrived) => {
      await auditNew(tx, context, call, arrived, provider);
      return await issueAuthCode(tx, context, { userId: arrived.user.id, challenge, amrMethod: "oauth" });
    });
    return withQuery(redirectTo, { code });
  }
  const open = await arrive(context, arrival, (tx, arrived) =>
    startArrivedSession(tx, context, arrived, arrival),
  );
  // Only links have a type; a client would mistake one for a kind of link.
  const { type: _, ...fragment } = await sessionFragment(context, open, "");
  return withFragment(redirectTo, fragment);
}

/** The sign-in itself is logged when the client exchanges its code. */
async function auditNew(
  tx: Database,
  context: AuthContext,
  { client }: Call,
  { user, isNew }: Arrived,
  { name }: OidcProvider,
): Promise<void> {
  if (!isNew) return;
  await audit(tx, context, { action: "user_signedup", user_id: user.id, client, traits: { provider: name } });
}

/** Exchanges the provider's code for an ID token, and adds the claims that the provider serves separately. */
async function exchange(
  context: AuthContext,
  call: Call,
  { state, provider, nonce, verifier }: Started,
): Promise<{ idToken: string; claims: IdClaims }> {
  const { server } = await discover(context, provider);
  const client = { client_id: provider.client_id };
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query)) {
    for (const text of Array.isArray(value) ? value : [value]) given.append(name, String(text));
  }
  try {
    const checked = oauth.validateAuthResponse(server, client, given, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientProof(server, provider),
      checked,
      callbackAddress(context),
      verifier,
      requestOptions(provider),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const { id_token = "", access_token } = tokens;
    const claims = await verifyIdToken(context, provider, id_token, { nonce, accessToken: access_token });
    if (claims.email !== undefined || server.userinfo_endpoint === undefined) {
      return { idToken: id_token, claims };
    }
    const info = await oauth.userInfoRequest(server, client, access_token, requestOptions(provider));
    const more = await oauth.processUserInfoResponse(server, client, claims.sub, info);
    return { idToken: id_token, claims: { ...more, ...claims } };
  } catch (error) {
    throw exchangeError(context, provider, error);
  }
}

/** How this server identifies itself to the provider: a public client has no secret. */
function clientProof(server: oauth.AuthorizationServer, { client_secret }: OidcProvider): oauth.ClientAuth {
  if (client_secret === undefined) return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(client_secret)
    : oauth.ClientSecretPost(client_secret);
}

/** A refusal of the provider is reported to the page; an invalid answer counts as unreachable. */
function exchangeError(context: AuthContext, provider: OidcProvider, error: unknown): AuthError | OAuthError {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  if (error instanceof oauth.AuthorizationResponseError) {
    return badCallback((error.error_description ?? error.error).slice(0, 300));
  }
  if (error instanceof oauth.ResponseBodyError && error.status < 500) {
    context.log.warn({ provider: provider.name, reason: error.error }, "a provider refused a code");
    return badCallback("Unable to exchange external code");
  }
  if (error instanceof oauth.OperationProcessingError && error.code !== oauth.RESPONSE_IS_NOT_CONFORM) {
    context.log.warn({ provider: provider.name, reason: error.code }, "a provider's answer was refused");
    return badCallback("Unable to exchange external code");
  }
  return unreachable(context, provider, error);
}
