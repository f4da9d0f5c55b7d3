import { isIP } from "node:net";
import type { Database } from "../database/connect.ts";
import type { Clock } from "../http/clock.ts";
import type { CheckedTokens } from "./access-tokens.ts";
import type { Keys } from "./keys.ts";
import type { AuthLimits } from "./limits.ts";
import type { Passwords } from "./password.ts";
import type { AuthConfig, AuthLog } from "./settings.ts";
import type { AmrEntry } from "./tables.ts";

/** What the handlers of the service work with. */
export type AuthContext = {
  db: Database;
  clock: Clock;
  config: AuthConfig;
  log: AuthLog;
  limits: AuthLimits;
  keys: Keys;
  checkedTokens: CheckedTokens;
  passwords: Passwords;
};

/** The device that sent a request, as the database can hold it. */
export type Client = { ip: string | null; user_agent: string | null };

/** One request, its body parsed. */
export type Call = {
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  client: Client;
};

/** Whose access token a request carries: user and session exist, and the user is not banned. */
export type SignedIn = {
  user: { id: string; email: string; role: string | undefined };
  session: { id: string; aal: "aal1" | "aal2"; amr: AmrEntry[] };
};

export type SignedInCall = Call & SignedIn;

/** What a handler answers: 200 with `body`, or 204 without. */
export type Answer = { body?: unknown; headers?: Record<string, string> };

export function clientOf(ip: string, userAgent: string | undefined): Client {
  const address = ip.split("%")[0] ?? "";
  return { ip: isIP(address) ? address : null, user_agent: userAgent?.slice(0, 400) ?? null };
}
