import { createHash } from "node:crypto";
import { asDate } from "@rounds/http/clock.ts";
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import type { AuthContext } from "../base/context.ts";
import { AuthError, OAuthError } from "../base/errors.ts";
import type { AuthConfig } from "../base/settings.ts";

export type OidcProvider = AuthConfig["oidc_providers"][number];

/** A provider's own description (OpenID Connect Discovery 1.0), and the keys it signs with. */
type ProviderServer = { server: oauth.AuthorizationServer; keys: JWTVerifyGetKey };

const timeoutMilliseconds = 5000;
const freshMilliseconds = 3_600_000;
/** How far two machines' clocks may differ, in seconds. */
export const clockTolerance = 60;
/** Only signatures with private keys: with `none` or a shared secret, anybody who knows the public key could sign. */
const algorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];
const longHashes = new Set(["EdDSA", "Ed25519"]);

/** The provider with that name, also with the client library's prefix `custom:`, or with that issuer. */
export function findProvider(config: AuthConfig, asked: string): OidcProvider | undefined {
  return config.oidc_providers.find(
    ({ name, issuer }) => asked === name || asked === `custom:${name}` || asked === issuer,
  );
}

/** The rules for requests to a provider: five seconds, and TLS unless it runs on this machine. */
export function requestOptions(provider: OidcProvider) {
  return {
    signal: AbortSignal.timeout(timeoutMilliseconds),
    [oauth.allowInsecureRequests]: new URL(provider.issuer).protocol === "http:",
  };
}

/**
 * An endpoint from the provider's description; every request to it needs TLS unless the provider runs on this machine.
 */
export function requireEndpoint(provider: OidcProvider, address: string | undefined): URL {
  const url = new URL(address ?? "");
  const allowed = new URL(provider.issuer).protocol === "http:" ? ["http:", "https:"] : ["https:"];
  if (!allowed.includes(url.protocol)) throw new Error("an endpoint of the provider does not use TLS");
  return url;
}

const discovered = new WeakMap<OidcProvider, { at: number; server: Promise<ProviderServer> }>();

/** Requests a provider's description, at most once an hour; throws 503 without a valid answer. */
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
  // The library compares URLs, the standard (Discovery 1.0, section 4.3) strings.
  if (server.issuer !== provider.issuer) throw new Error("the provider's document names another issuer");
  const keys = createRemoteJWKSet(requireEndpoint(provider, server.jwks_uri), {
    timeoutDuration: timeoutMilliseconds,
  });
  return { server, keys };
}

/** A provider that can't be reached: clients try again at this status. */
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
  /** The nonce that the client (or this server) asked the provider to put into the token, "" for none. */
  nonce: string;
  /** The access token that came with it, "" for none. */
  accessToken: string;
};

/**
 * The claims of a currently valid ID token that the provider issued for this product (OpenID Connect Core 1.0, section
 * 3.1.3.7); throws "Bad ID token", or 503 if the provider's keys can't be loaded.
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
  // An access token or a logout token of the same provider is not an ID token (RFC 8725, section 3.11).
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

/** A token that names a key which the provider does not have is a bad token; anything else is the provider's fault. */
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

/** Some clients pass the provider the SHA-256 of their nonce, so that the token itself does not reveal it. */
function answersNonce(inToken: unknown, given: string): boolean {
  if (inToken === undefined || inToken === "") return given === "";
  const hashed = createHash("sha256").update(given).digest("hex");
  return given !== "" && (inToken === given || inToken === hashed);
}

/** OpenID Connect Core 1.0, section 3.1.3.6: the left half of the hash that belongs to the token's algorithm. */
function accessTokenHash(algorithm: string, accessToken: string): string {
  const hash = createHash(longHashes.has(algorithm) ? "sha512" : "sha256")
    .update(accessToken)
    .digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}
