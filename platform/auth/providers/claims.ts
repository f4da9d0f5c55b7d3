import type { JWTPayload } from "jose";
import { requireEmail } from "../users/email.ts";
import type { Metadata } from "../users/metadata.ts";
import type { OutsideIdentity } from "./accounts.ts";
import { badIdToken, type IdClaims, type OidcProvider } from "./oidc.ts";

/** The claims (OpenID Connect Core 1.0, section 5.1) that are kept; they are part of every access token. */
const texts = [
  "name",
  "given_name",
  "family_name",
  "nickname",
  "preferred_username",
  "picture",
  "locale",
  "zoneinfo",
];
const maxLength = 500;
/** OpenID Connect Core 1.0, section 2. */
const maxSubject = 255;

/** A person's identity according to a provider. */
export function identityOf(provider: OidcProvider, claims: IdClaims & JWTPayload): OutsideIdentity {
  const { sub } = claims;
  if (sub.length > maxSubject || !isStorable(sub)) throw badIdToken();
  const email = emailOf(claims.email);
  // Some providers send the word instead of the value.
  const isVerified =
    email !== undefined && (claims.email_verified === true || claims.email_verified === "true");
  const said: Metadata = {};
  for (const claim of texts) {
    const value = claims[claim];
    if (typeof value === "string" && value !== "" && value.length <= maxLength && isStorable(value)) {
      said[claim] = value;
    }
  }
  return {
    provider: provider.name,
    providerId: sub,
    verifiedEmail: isVerified ? email : undefined,
    amrMethod: "oauth",
    data: {
      ...said,
      ...(said.name !== undefined && { full_name: said.name }),
      ...(said.picture !== undefined && { avatar_url: said.picture }),
      iss: provider.issuer,
      sub,
      provider_id: sub,
      ...(email !== undefined && { email }),
      email_verified: isVerified,
      phone_verified: false,
    },
  };
}

function emailOf(claim: unknown): string | undefined {
  if (typeof claim !== "string") return undefined;
  try {
    return requireEmail(claim);
  } catch {
    return undefined;
  }
}

/** PostgreSQL can't store NUL or half a surrogate pair. */
function isStorable(text: string): boolean {
  return text !== "" && !/[\0\p{Surrogate}]/u.test(text);
}
