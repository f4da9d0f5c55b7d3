import type { Session } from "@supabase/auth-js";

/**
 * Whether this session must do the second step before it may read anything: there is a verified factor, and the access
 * token's level (claim `aal`) says that none was used.
 */
export function needsSecondStep({ access_token, user }: Pick<Session, "access_token" | "user">): boolean {
  const { factors } = user;
  const verified = Array.isArray(factors) && factors.some(({ status }) => status === "verified");
  return verified && levelOf(access_token) !== "aal2";
}

function levelOf(token: string): unknown {
  try {
    const payload = token.split(".")[1] ?? "";
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))).aal;
  } catch {
    return undefined;
  }
}
