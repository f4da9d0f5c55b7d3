import { isoMoment } from "@rounds/http/clock.ts";
import * as oauth from "oauth4webapi";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { validationFailed } from "../base/errors.ts";
import { requireChallenge } from "../one-time/pkce.ts";
import { tokenHash } from "../sessions/refresh-tokens.ts";
import { discover, findProvider, type OidcProvider, requireEndpoint, unreachable } from "./oidc.ts";

/** The parameters that a client may pass to the provider (OpenID Connect Core 1.0, section 3.1.2.1, and Google's). */
const passedOn = ["prompt", "login_hint", "ui_locales", "access_type", "hd", "domain_hint"];
const defaultScopes = ["openid", "email", "profile"];

/** The redirect address of a provider; enter it at the provider. */
export function callbackAddress({ config }: AuthContext): string {
  return `${config.public_url}/auth/v1/callback`;
}

/** GET /authorize: sends the browser to the provider's sign-in page (docs/auth.md#signing-up-and-in). */
export async function startProviderSignIn(context: AuthContext, call: Call): Promise<Answer> {
  const asked = (name: string) => {
    const value = call.query[name];
    return typeof value === "string" ? value : "";
  };
  const provider = findProvider(context.config, asked("provider"));
  if (!provider) throw validationFailed("Unsupported provider: provider is not enabled");
  const challenge = requireChallenge({
    code_challenge: asked("code_challenge"),
    code_challenge_method: asked("code_challenge_method"),
  });
  const scope = requireScopes(asked("scopes"));
  const address = await authorizationEndpoint(context, provider);

  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const verifier = oauth.generateRandomCodeVerifier();
  await context.db
    .insertInto("auth.provider_sign_ins")
    .values({
      state_hash: tokenHash(state),
      provider: provider.name,
      nonce,
      provider_verifier: verifier,
      redirect_to: call.redirectTo,
      ...challenge,
      created_at: isoMoment(context.clock()),
    })
    .execute();

  for (const name of passedOn) {
    if (asked(name) !== "") address.searchParams.set(name, asked(name));
  }
  const values = {
    client_id: provider.client_id,
    response_type: "code",
    redirect_uri: callbackAddress(context),
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  return { redirect: { status: 302, to: address.href } };
}

async function authorizationEndpoint(context: AuthContext, provider: OidcProvider): Promise<URL> {
  const { server } = await discover(context, provider);
  try {
    return new URL(requireEndpoint(provider, server.authorization_endpoint));
  } catch (error) {
    throw unreachable(context, provider, error);
  }
}

/** The scopes to request from the provider, in the form of RFC 6749, section 3.3. */
function requireScopes(asked: string): string {
  const scopes = asked.split(" ").filter((scope) => scope !== "");
  if (asked.length > 1000 || scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw validationFailed("scopes must be names with spaces between them");
  }
  return [...new Set([...defaultScopes, ...scopes])].join(" ");
}
