import type { Auth } from "@rounds/auth/service.ts";
import { audience } from "@rounds/auth/users/user-view.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { decodeJwt } from "jose";

/** Why a token is refused, in the protocol's words. */
type Refused = { ok: false; reason: string };
/** The token's user, their role in the product, and its expiry (milliseconds since 1970). */
export type Admitted = {
  ok: true;
  user_id: string;
  role: string | undefined;
  token: string;
  expires_at: number;
};

/** Whether an access token lets its bearer listen: the checks of the product's own API, each time anew. */
export async function checkToken(
  { auth, clock }: { auth: Pick<Auth, "authenticate">; clock: Clock },
  token: string,
): Promise<Admitted | Refused> {
  if (token === "") return refused("Unauthorized", "an access token is needed");
  if (token.split(".").length !== 3) return refused("MalformedJWT", "The token provided is not a valid JWT");
  const result = await auth.authenticate(`Bearer ${token}`);
  if (result.ok) {
    const { id, role } = result.user;
    return { ok: true, user_id: id, role, token, expires_at: (decodeJwt(token).exp ?? 0) * 1000 };
  }
  switch (result.reason) {
    case "missing":
    case "invalid":
      return refused(...whatIsWrong(token, clock()));
    case "session_ended":
      return refused("Unauthorized", "The session of this token has ended");
    case "second_step_missing":
      return refused("Unauthorized", "This session lacks its second step");
  }
}

function refused(code: string, text: string): Refused {
  return { ok: false, reason: `${code}: ${text}` };
}

/** Only for tokens that are refused anyway. */
function whatIsWrong(token: string, now: number): [string, string] {
  try {
    const { exp, role, aud } = decodeJwt(token);
    if (exp === undefined || role === undefined) {
      return ["InvalidJWTToken", "Fields `role` and `exp` are required in JWT"];
    }
    const late = Math.floor(now / 1000) - exp;
    if (late >= 0) return ["InvalidJWTToken", `Token has expired ${late} seconds ago`];
    if (![aud].flat().includes(audience)) return ["InvalidJWTToken", "Token has an invalid audience"];
    return ["JwtSignatureError", "Failed to validate JWT signature"];
  } catch {
    return ["MalformedJWT", "The token provided is not a valid JWT"];
  }
}
