import { route } from "@rounds/domain/contract/route.ts";
import type { AuthMFAChallengeResponse, Session, User } from "@supabase/auth-js";

type Challenge = NonNullable<AuthMFAChallengeResponse["data"]>;

/** The requests that the auth service's client sends, with what it makes of the answers. */
export const authRoutes = {
  /** Signs in or refreshes, as the query's `grant_type` says. */
  token: route<{ response: Session }>("POST", "/auth/v1/token"),
  /** Answers a user alone where the address must be confirmed first. */
  signUp: route<{ response: Session | User }>("POST", "/auth/v1/signup"),
  otp: route<{ response: Record<string, never> }>("POST", "/auth/v1/otp"),
  recover: route<{ response: Record<string, never> }>("POST", "/auth/v1/recover"),
  resend: route<{ response: Record<string, never> }>("POST", "/auth/v1/resend"),
  verify: route<{ response: Session }>("POST", "/auth/v1/verify"),
  logOut: route<{ response: Record<string, never> }>("POST", "/auth/v1/logout"),
  user: route<{ response: User }>("GET", "/auth/v1/user"),
  changeUser: route<{ response: User }>("PUT", "/auth/v1/user"),
  settings: route<{ response: { external: { phone: boolean } } }>("GET", "/auth/v1/settings"),
  challenge: route<{ response: Challenge }>("POST", "/auth/v1/factors/:id/challenge"),
  removeFactor: route<{ response: { id: string } }>("DELETE", "/auth/v1/factors/:id"),
  verifyFactor: route<{ response: Session }>("POST", "/auth/v1/factors/:id/verify"),
};
