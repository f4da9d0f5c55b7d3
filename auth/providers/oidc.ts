import { createHash } from "node:crypto";
import { asDate } from "@rounds/http/clock.ts";
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import type { AuthContext } from "../base/context.ts";
import { AuthError, OAuthError } from "../base/errors.ts";
import type { AuthConfig } from "../base/settings.ts";

export type OidcProvider = AuthConfig["oidc_providers"][number];

/** What a provider says about itself (OpenID Connect Discovery 1.0), and the keys it signs with. */
export type ProviderServer = { server: oauth.AuthorizationServer; keys: JWTVerifyGetKey };

const timeoutMilliseconds = 5000;
const freshMilliseconds = 3_600_000;
/** Clocks of two machines may differ that much, in seconds. */
export const clockTolerance = 60;
/** Signatures by private keys only: with `none` or a shared secret, whoever knows the public key could sign. */
const algorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];
const longHashes = new Set(["EdDSA", "Ed25519"]);

/** The provider of that name, also with the prefix `custom:` of the client library, or of that issuer. */
export function findProvider(config: AuthConfig, asked: string): OidcProvider | undefined {
  return config.oidc_providers.find(
    ({ name, issuer }) => asked === name || asked === `custom:${name}` || asked === issuer,
  );
}

/** By what requests to a provider are held: five seconds, and TLS unless it runs on this machine. */
export function requestOptions(provider: OidcProvider) {
  return {
    signal: AbortSignal.timeout(timeoutMilliseconds),
    [oauth.allowInsecureRequests]: new URL(provider.issuer).protocol === "http:",
  };
}

/** An endpoint that the provider names; like every request it needs TLS unless the provider runs on this machine. */
export function requireEndpoint(provider: OidcProvider, address: string | undefined): URL {
  const url = new URL(address ?? "");
  const allowed = new URL(provider.issuer).protocol === "http:" ? ["http:", "https:"] : ["https:"];
  if (!allowed.includes(url.protocol)) throw new Error("an endpoint of the provider is not on TLS");
  return url;
}

const discovered = new WeakMap<OidcProvider, { at: number; server: Promise<ProviderServer> }>();

/** Asks a provider for its addresses, at most once an hour; throws 503 when it does not answer as it should. */
export async function discover(context: AuthContext, provider: OidcProvider): Promise<ProviderServer> {
  const known = discovered.get(provider);
  const isFresh = known !== undefined && context.clock() - known.at < freshMilliseconds;
  const asked = isFresh ? known : { at: context.clock(), server: askForServer(provider) };
  discovered.set(provider, asked);
  try {
    return await asked.server;
  } catch (error) {
    if (discovered.get(provider) === asked) discovered.delete(provider);
    throw unreachable(context, provider, error);
  }
}

async function askForServer(provider: OidcProvider): Promise<ProviderServer> {
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...requestOptions(provider) });
  const server = await oauth.processDiscoveryResponse(issuer, response);
  // The library compares addresses, the standard (Discovery 1.0, section 4.3) texts.
  if (server.issuer !== provider.issuer) throw new Error("the provider calls itself by another issuer");
  const keys = createRemoteJWKSet(requireEndpoint(provider, server.jwks_uri), {
    timeoutDuration: timeoutMilliseconds,
  });
  return { server, keys };
}

/** A provider that can't be asked: clients try again at this status. */
export function unreachable(context: AuthContext, provider: OidcProvider, error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  context.log.warn({ provider: provider.name, reason }, "a sign-in provider could not be asked");
  return new AuthError(503, "unexpected_failure", "The sign-in provider can't be reached at the moment");
}

export function badIdToken(): OAuthError {
  return new OAuthError("invalid request", "Bad ID token");
}

export type IdClaims = JWTPayload & { sub: string; exp: number };
type Expected = {
  /** What the client (or this server) asked the provider to put into the token, "" for nothing. */
  nonce: string;
  /** What came with the token, "" for nothing. */
  accessToken: string;
};

/**
 * The claims of an ID token that the provider issued for this product and that holds now (OpenID Connect Core 1.0,
 * section 3.1.3.7); throws "Bad ID token", or 503 when the provider's keys can't be had.
 */
export async function verifyIdToken(
  context: AuthContext,
  provider: OidcProvider,
  idToken: string,
  { nonce, accessToken }: Expected,
): Promise<IdClaims> {
  const { keys } = await discover(context, provider);
  const { payload, protectedHeader } = await jwtVerify(idToken, keysOrUnreachable(context, provider, keys), {
    algorithms,
    issuer: provider.issuer,
    audience: provider.client_id,
    requiredClaims: ["sub", "exp", "iat"],
    clockTolerance,
    currentDate: asDate(context.clock()),
  }).catch((error: unknown) => {
    if (!(error instanceof errors.JOSEError)) throw error;
    context.log.info({ provider: provider.name, reason: error.code }, "an ID token was refused");
    throw badIdToken();
  });
  const { sub, exp, iat = 0, aud, azp, at_hash } = payload;
  // An access token or a logout token of the same provider is no ID token (RFC 8725, section 3.11).
  const isJwt = protectedHeader.typ === undefined || /^(?:application\/)?jwt$/i.test(protectedHeader.typ);
  const isForUs = !Array.isArray(aud) || aud.length === 1 || azp === provider.client_id;
  const isIssued = iat <= context.clock() / 1000 + clockTolerance;
  if (
    typeof sub !== "string" ||
    exp === undefined ||
    !isJwt ||
    !isForUs ||
    !isIssued ||
    !answersNonce(payload.nonce, nonce) ||
    (accessToken !== "" &&
      at_hash !== undefined &&
      at_hash !== accessTokenHash(protectedHeader.alg, accessToken))
  ) {
    throw badIdToken();
  }
  return { ...payload, sub, exp };
}

/** A key that the token names and the provider does not have is the token's fault; all else is the provider's. */
function keysOrUnreachable(
  context: AuthContext,
  provider: OidcProvider,
  keys: JWTVerifyGetKey,
): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      ) {
        throw error;
      }
      throw unreachable(context, provider, error);
    }
  };
}

/** Some clients have the provider put in the SHA-256 of their nonce, so that the token itself does not tell it. */
function answersNonce(inToken: unknown, given: string): boolean {
  if (inToken === undefined || inToken === "") return given === "";
  const hashed = createHash("sha256").update(given).digest("hex");
  return given !== "" && (inToken === given || inToken === hashed);
}

/** OpenID Connect Core 1.0, section 3.1.3.6: the left half of the hash that the token's algorithm goes with. */
function accessTokenHash(algorithm: string, accessToken: string): string {
  const hash = createHash(longHashes.has(algorithm) ? "sha512" : "sha256")
    .update(accessToken)
    .digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}
