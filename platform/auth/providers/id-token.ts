import { decodeJwt, errors } from "jose";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError, OAuthError } from "../base/errors.ts";
import { viewSession } from "../sessions/sessions.ts";
import { arrive, startArrivedSession } from "./accounts.ts";
import { identityOf } from "./claims.ts";
import { linkingDisabled } from "./not-offered.ts";
import { badIdToken, clockTolerance, findProvider, type IdClaims, verifyIdToken } from "./oidc.ts";
import type { Proof } from "./proofs.ts";

const fields = z.object({
  provider: z.string().default(""),
  issuer: z.string().default(""),
  id_token: z.string().default(""),
  access_token: z.string().default(""),
  nonce: z.string().default(""),
  link_identity: z.boolean().default(false),
});

/** POST /token?grant_type=id_token: signs a person in with an ID token that a provider issued for this product. */
export async function signInWithIdToken(context: AuthContext, call: Call): Promise<Answer> {
  const given = readFields(fields, call.body);
  // Such a token is for adding an identity to an account, not for signing in.
  if (given.link_identity) throw linkingDisabled();
  if (given.id_token === "") throw new OAuthError("invalid request", "id_token required");
  const asked = given.provider || given.issuer;
  if (asked === "") throw new OAuthError("invalid request", "provider or client_id and issuer required");
  const issuer = issuerOf(given.id_token);
  const provider = findProvider(context.config, asked);
  if (!provider) {
    throw new AuthError(400, "provider_disabled", `Provider (issuer "${issuer}") is not enabled`);
  }
  const claims = await verifyIdToken(context, provider, given.id_token, {
    nonce: given.nonce,
    accessToken: given.access_token,
  });
  const arrival = {
    identity: identityOf(provider, claims),
    proof: idTokenProof(given.id_token, claims),
    spent: badIdToken,
    client: call.client,
  };
  const open = await arrive(context, arrival, (tx, arrived) =>
    startArrivedSession(tx, context, arrived, arrival),
  );
  return { body: await viewSession(context, open) };
}

/** An ID token as a proof that works once. */
export function idTokenProof(idToken: string, { exp }: IdClaims): Proof {
  const signed = idToken.slice(0, idToken.lastIndexOf("."));
  return { signed: `id_token:${signed}`, expiresAt: (exp + clockTolerance) * 1000 };
}

/** The issuer that a token claims, unverified: only used in a refusal. Anybody can write a token, with any value in it. */
function issuerOf(idToken: string): string {
  try {
    const { iss }: { iss?: unknown } = decodeJwt(idToken);
    return typeof iss === "string" ? iss : "";
  } catch (error) {
    if (error instanceof errors.JOSEError) throw badIdToken();
    throw error;
  }
}
