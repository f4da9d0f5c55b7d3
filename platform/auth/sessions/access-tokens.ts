import type { SessionRow, UserRow } from "@rounds/database/auth-tables.ts";
import { asDate } from "@rounds/http/clock.ts";
import { errors, type JWTVerifyResult, jwtVerify, SignJWT } from "jose";
import type { AuthContext, CheckedToken } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { lifetimes } from "../base/limits.ts";
import type { AuthConfig } from "../base/settings.ts";
import { audience } from "../users/user-view.ts";
import { endOfSession } from "./session-end.ts";

/** What creating and checking tokens needs of the service. */
type Signing = Pick<AuthContext, "clock" | "config" | "keys" | "checkedTokens">;

/** What a token contains of its session, and what its expiry depends on. */
export type GivenSession = Pick<SessionRow, "id" | "aal" | "amr" | "created_at" | "refreshed_at">;

/** The signed access token of a session with its expiry, in seconds from now and since 1970. */
export async function signAccessToken(
  context: Signing,
  user: UserRow,
  session: GivenSession,
): Promise<{ access_token: string; expires_in: number; expires_at: number }> {
  const issuedAt = Math.floor(context.clock() / 1000);
  // No longer than its session, so that clients refresh in time if the session's own limit is short.
  const sessionEnd = Math.floor(endOfSession(context.config, session).at / 1000);
  const expiresAt = Math.max(issuedAt, Math.min(issuedAt + lifetimes.access_token, sessionEnd));
  const { kid, algorithm, key } = await context.keys.signing();
  const token = await new SignJWT({
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg: algorithm, typ: "JWT", ...(kid !== undefined && { kid }) })
    .setIssuer(issuerOf(context.config))
    .setSubject(user.id)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { access_token: token, expires_in: expiresAt - issuedAt, expires_at: expiresAt };
}

/** How many tokens are remembered whose signature was found good. */
const maxChecked = 2000;

/**
 * The issuer of the tokens that this installation signs and accepts. Keys alone are not enough: a copy of the database
 * has the same ones, and a shared secret may be used elsewhere. A changed public address makes every client refresh
 * once.
 */
const issuerOf = ({ public_url }: AuthConfig) => `${public_url}/auth/v1`;

/** The claims of a current access token that one of our keys signed; throws `bad_jwt`. */
export async function readAccessToken(context: Signing, token: string): Promise<CheckedToken> {
  const known = context.checkedTokens.get(token);
  if (
    known &&
    (known.claims.exp ?? 0) * 1000 > context.clock() &&
    (await context.keys.verifying(known.kid))
  ) {
    return known;
  }
  context.checkedTokens.delete(token);
  const { payload, protectedHeader } = await checkToken(context, token);
  const checked = { kid: protectedHeader.kid, claims: payload };
  const [oldest] = context.checkedTokens.keys();
  if (oldest !== undefined && context.checkedTokens.size >= maxChecked) context.checkedTokens.delete(oldest);
  context.checkedTokens.set(token, checked);
  return checked;
}

const algorithms: AuthConfig["jwt_algorithm"][] = ["ES256", "RS256", "HS256"];

async function checkToken(context: Signing, token: string): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(
      token,
      async ({ kid, alg }) => {
        // The header is JSON that anybody can write.
        if (kid !== undefined && typeof kid !== "string") throw new errors.JWKSNoMatchingKey();
        // Each key is for one algorithm: a public key can't be used as a shared secret.
        const found = await context.keys.verifying(kid);
        if (found?.algorithm !== alg) throw new errors.JWKSNoMatchingKey();
        return found.key;
      },
      {
        algorithms,
        audience,
        issuer: issuerOf(context.config),
        requiredClaims: ["exp"],
        currentDate: asDate(context.clock()),
      },
    );
  } catch (error) {
    throw unreadable(error);
  }
}

/** What is wrong with a token; other errors, such as an unreachable database, are not the token's fault. */
function unreadable(error: unknown): unknown {
  if (!(error instanceof errors.JOSEError)) return error;
  return badToken(whatIsWrong(error));
}

function whatIsWrong(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "token has invalid claims: token is expired";
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud") {
    return "token has invalid claims: token has invalid audience";
  }
  return "token is malformed";
}

/** The refusal of an untrusted token. */
export function badToken(reason: string): AuthError {
  return new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);
}
