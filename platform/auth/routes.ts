import { signUp } from "./account/sign-up.ts";
import { getUser, updateUser } from "./account/user.ts";
import { createAccount } from "./admin/create-account.ts";
import { deleteFactor, listFactors, updateFactor } from "./admin/factors.ts";
import { generateLink } from "./admin/generate-link.ts";
import { invite } from "./admin/invite.ts";
import { updateAccount } from "./admin/update-account.ts";
import { deleteUser, listUsers, readUser } from "./admin/users.ts";
import type { Answer, AuthContext, Call, ServiceCall, SignedInCall } from "./base/context.ts";
import type { LimitName } from "./base/limits.ts";
import { health, publicKeys, settings } from "./discovery.ts";
import { challengeFactor } from "./factors/challenge.ts";
import { enrollFactor } from "./factors/enroll.ts";
import { verifyRecoveryCode } from "./factors/recovery-codes.ts";
import { unenrollFactor } from "./factors/unenroll.ts";
import { verifyFactor } from "./factors/verify.ts";
import { exchangeCode } from "./one-time/auth-codes.ts";
import { reauthenticate, requestOtp, requestRecovery, resend } from "./one-time/request.ts";
import { followLink, verify } from "./one-time/verify.ts";
import { startProviderSignIn } from "./providers/authorize.ts";
import { finishProviderSignIn } from "./providers/callback.ts";
import { signInWithIdToken } from "./providers/id-token.ts";
import { refuseLinking, refuseSaml } from "./providers/not-offered.ts";
import { signInWithWeb3 } from "./providers/web3.ts";
import { refreshSession } from "./sessions/refresh.ts";
import { logOut } from "./sessions/sessions.ts";
import { signInWithPassword } from "./sessions/sign-in.ts";

/**
 * `anyone`: a bearer token is ignored, because clients send one to every path. `session`: the access token of a
 * current session. `service`: the service key, or a user with a service role.
 */
type Admission =
  | { guard: "anyone"; handler: (context: AuthContext, call: Call) => Promise<Answer> }
  | { guard: "session"; handler: (context: AuthContext, call: SignedInCall) => Promise<Answer> }
  | { guard: "service"; handler: (context: AuthContext, call: ServiceCall) => Promise<Answer> };

/** Who may call it, how often (the figures are in limits.ts), and the handler. */
export type Policy = Admission & { limits: LimitName[] };
type Route = Policy & { method: "GET" | "POST" | "PUT" | "DELETE"; path: string };

/** Every path of the service except POST /token. */
export const routes: Route[] = [
  { method: "GET", path: "/health", guard: "anyone", limits: [], handler: health },
  { method: "GET", path: "/settings", guard: "anyone", limits: [], handler: settings },
  { method: "GET", path: "/.well-known/jwks.json", guard: "anyone", limits: [], handler: publicKeys },
  { method: "POST", path: "/signup", guard: "anyone", limits: ["sign_up"], handler: signUp },
  { method: "POST", path: "/otp", guard: "anyone", limits: ["otp"], handler: requestOtp },
  { method: "POST", path: "/recover", guard: "anyone", limits: ["recover"], handler: requestRecovery },
  { method: "POST", path: "/resend", guard: "anyone", limits: ["resend"], handler: resend },
  {
    method: "POST",
    path: "/verify",
    guard: "anyone",
    limits: ["verify", "verify_account"],
    handler: verify,
  },
  { method: "GET", path: "/verify", guard: "anyone", limits: ["verify"], handler: followLink },
  {
    method: "GET",
    path: "/authorize",
    guard: "anyone",
    limits: ["provider"],
    handler: startProviderSignIn,
  },
  {
    method: "GET",
    path: "/callback",
    guard: "anyone",
    limits: ["provider"],
    handler: finishProviderSignIn,
  },
  { method: "POST", path: "/sso", guard: "anyone", limits: [], handler: refuseSaml },
  // A session can always end itself; ending others is limited in the handler.
  { method: "POST", path: "/logout", guard: "session", limits: [], handler: logOut },
  { method: "GET", path: "/user", guard: "session", limits: [], handler: getUser },
  { method: "PUT", path: "/user", guard: "session", limits: ["user_update"], handler: updateUser },
  { method: "POST", path: "/factors", guard: "session", limits: ["account_change"], handler: enrollFactor },
  {
    method: "POST",
    path: "/factors/:factorId/challenge",
    guard: "session",
    limits: ["factor_challenge"],
    handler: challengeFactor,
  },
  {
    method: "POST",
    path: "/factors/:factorId/verify",
    guard: "session",
    limits: ["factor", "factor_account"],
    handler: verifyFactor,
  },
  {
    method: "DELETE",
    path: "/factors/:factorId",
    guard: "session",
    limits: ["account_change"],
    handler: unenrollFactor,
  },
  {
    method: "POST",
    path: "/recovery-codes/verify",
    guard: "session",
    limits: ["factor", "factor_account"],
    handler: verifyRecoveryCode,
  },
  {
    method: "GET",
    path: "/user/identities/authorize",
    guard: "session",
    limits: [],
    handler: refuseLinking,
  },
  {
    method: "DELETE",
    path: "/user/identities/:identityId",
    guard: "session",
    limits: [],
    handler: refuseLinking,
  },
  {
    method: "GET",
    path: "/reauthenticate",
    guard: "session",
    limits: ["reauthenticate"],
    handler: reauthenticate,
  },
  { method: "GET", path: "/admin/users", guard: "service", limits: [], handler: listUsers },
  { method: "POST", path: "/admin/users", guard: "service", limits: [], handler: createAccount },
  { method: "GET", path: "/admin/users/:userId", guard: "service", limits: [], handler: readUser },
  { method: "PUT", path: "/admin/users/:userId", guard: "service", limits: [], handler: updateAccount },
  { method: "DELETE", path: "/admin/users/:userId", guard: "service", limits: [], handler: deleteUser },
  { method: "GET", path: "/admin/users/:userId/factors", guard: "service", limits: [], handler: listFactors },
  {
    method: "PUT",
    path: "/admin/users/:userId/factors/:factorId",
    guard: "service",
    limits: [],
    handler: updateFactor,
  },
  {
    method: "DELETE",
    path: "/admin/users/:userId/factors/:factorId",
    guard: "service",
    limits: [],
    handler: deleteFactor,
  },
  { method: "POST", path: "/invite", guard: "service", limits: [], handler: invite },
  { method: "POST", path: "/admin/generate_link", guard: "service", limits: [], handler: generateLink },
];

/** POST /token, by its `grant_type`. */
export const grants = new Map<unknown, Policy>([
  ["password", { guard: "anyone", limits: ["sign_in", "sign_in_account"], handler: signInWithPassword }],
  ["refresh_token", { guard: "anyone", limits: [], handler: refreshSession }],
  ["pkce", { guard: "anyone", limits: ["sign_in"], handler: exchangeCode }],
  ["id_token", { guard: "anyone", limits: ["sign_in"], handler: signInWithIdToken }],
  ["web3", { guard: "anyone", limits: ["web3"], handler: signInWithWeb3 }],
]);
