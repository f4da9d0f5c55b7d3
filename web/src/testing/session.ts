import type { Session, User } from "@supabase/auth-js";

/** A user of the auth service, without an address. */
export const aUser: User = {
  ...{ id: "u1", aud: "authenticated", created_at: "2025-11-01T04:30:00.000Z" },
  ...{ app_metadata: {}, user_metadata: {} },
};

const part = (content: object) => btoa(JSON.stringify(content)).replaceAll("=", "");

/** The auth service's answer to a sign-in; each `serial` has its own tokens. */
export function issuedSession(serial: number, id = aUser.id): Session & { user: { email: string } } {
  return {
    access_token: `${part({ alg: "ES256" })}.${part({ sub: id, exp: 4_000_000_000 })}.${serial}`,
    refresh_token: `refresh-${serial}`,
    token_type: "bearer",
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user: { ...aUser, id, email: "asha@example.com" },
  };
}
