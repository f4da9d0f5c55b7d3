const part = (content: object) => btoa(JSON.stringify(content)).replaceAll("=", "");

/** The auth service's answer to a sign-in; each `serial` has its own tokens. */
export function issuedSession(serial: number) {
  return {
    access_token: `${part({ alg: "ES256" })}.${part({ sub: "u1", exp: 4_000_000_000 })}.${serial}`,
    refresh_token: `refresh-${serial}`,
    token_type: "bearer",
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user: { id: "u1", email: "asha@example.com", app_metadata: {}, user_metadata: {} },
  };
}
