import { isIP } from "node:net";
import type { AmrEntry } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Position } from "@rounds/database/replica/position.ts";
import type { Clock } from "@rounds/http/clock.ts";
import type { CryptoKey, JWK, JWTPayload } from "jose";
import type { AuthLimits, LimitName } from "./limits.ts";
import type { AuthConfig, AuthLog } from "./settings.ts";

/** What the handlers of the service work with. */
export type AuthContext = {
  db: Database;
  clock: Clock;
  config: AuthConfig;
  log: AuthLog;
  limits: AuthLimits;
  keys: Keys;
  /** Tokens whose signature was found good; a check costs more than all else of a request's guard. */
  checkedTokens: Map<string, CheckedToken>;
  passwords: Passwords;
  /** Whether to look up the database's position together with the user of a request. */
  tells_position: boolean;
  /** Called after a message was queued, so that it is sent at once; the queue is also checked from time to time. */
  messageQueued(): void;
};

/** A key and the one algorithm that it is for. What a token's own header says of that is never believed. */
export type Key = { algorithm: AuthConfig["jwt_algorithm"]; key: CryptoKey | Uint8Array };
/** The shared secret has no id. */
export type SigningKey = Key & { kid: string | undefined };

/** The keys of access tokens; sessions/keys.ts opens them. */
export type Keys = {
  /** The key that signs new tokens; also when another server has changed it a moment ago. */
  signing(): Promise<SigningKey>;
  /** What checks tokens of that key id; also when another server has made it a moment ago. */
  verifying(kid: string | undefined): Promise<Key | undefined>;
  /** The public keys, as JSON Web Keys (RFC 7517). */
  published(): Promise<JWK[]>;
  /** Changes the keys that are due for it, and reads them again. */
  refresh(): Promise<void>;
};

/** What a good token says, and which key signed it; the shared secret has no id. */
export type CheckedToken = { kid: string | undefined; claims: JWTPayload };

/** Hashes and checks passwords; users/password.ts makes it. */
export type Passwords = {
  /** The hash to store. */
  hash(password: string): Promise<string>;
  /** Whether the password is the one hashed. Takes the same time for an account that has none (`null`). */
  matches(hash: string | null, password: string): Promise<boolean>;
  /** Whether a hash was made otherwise than `hash` does now: by another system, or at another cost. */
  isOutdated(hash: string): boolean;
};

/** The device that sent a request, as the database can hold it. */
export type Client = {
  ip: string | null;
  user_agent: string | null;
  /** The name in the browser's cookie, or the one it is about to get. */
  device?: string | undefined;
};

/** One request with its parsed body. */
export type Call = {
  query: Record<string, unknown>;
  /** The parameters in the path. */
  params: Record<string, string>;
  body: Record<string, unknown>;
  /**
   * Where a link of this request may lead: what the client asked for if it is allowed, otherwise the product itself.
   */
  redirectTo: string;
  client: Client;
  /** The key by which this request was counted, for each limit per account. */
  countedBy: Map<LimitName, string>;
};

/** The owner of a request's access token: user and session exist, and the user is not banned. */
export type SignedIn = {
  user: { id: string; email: string; role: string | undefined; is_anonymous: boolean };
  session: {
    id: string;
    aal: "aal1" | "aal2";
    amr: AmrEntry[];
    /** The user has a second factor but has not used it in this session. */
    lacks_second_step: boolean;
  };
  /** The database's position at that moment, if requested. */
  position?: Position;
};

export type SignedInCall = Call & SignedIn;

/** A request to an admin path: by a user with the service role, or (null) with the service key. */
export type ServiceCall = Call & { actor_id: string | null };

/** A handler's answer: 200 with `body`, 204 without, or a redirect. */
export type Answer = {
  body?: unknown;
  headers?: Record<string, string>;
  redirect?: { status: 302 | 303; to: string };
};

export function clientOf(ip: string | undefined, userAgent: string | undefined): Client {
  // A connection that has closed in the meantime has no address any more, whatever the type of `request.ip` says.
  const address = ip?.split("%")[0] ?? "";
  return { ip: isIP(address) ? address : null, user_agent: userAgent?.slice(0, 400) ?? null };
}
