import { decodeJwt, errors } from "jose";
import { z } from "zod";
import { readFields } from "./body.ts";
import type { Answer, AuthContext, Call } from "./context.ts";
import { AuthError, OAuthError } from "./errors.ts";

const idTokenFields = z.object({ provider: z.string().default(""), id_token: z.string().default("") });

/** POST /token?grant_type=id_token: no provider is configured, so every token's issuer is refused. */
export async function signInWithIdToken(_: AuthContext, call: Call): Promise<Answer> {
  const { provider, id_token } = readFields(idTokenFields, call.body);
  if (id_token === "") throw new OAuthError("invalid request", "id_token required");
  if (provider === "") throw new OAuthError("invalid request", "provider or client_id and issuer required");
  const issuer = issuerOf(id_token);
  throw new AuthError(400, "provider_disabled", `Provider (issuer "${issuer}") is not enabled`);
}

/** The issuer that a token claims, unproved: only good for a refusal. */
function issuerOf(idToken: string): string {
  try {
    return String(decodeJwt(idToken).iss ?? "");
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new OAuthError("invalid request", "Bad ID token");
    throw error;
  }
}

/** POST /token?grant_type=web3: no chain is configured. */
export async function signInWithWeb3(): Promise<Answer> {
  throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
}
