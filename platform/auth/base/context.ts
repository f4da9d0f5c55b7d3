import type { IncomingHttpHeaders } from "node:http";
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
  owners: DeviceOwners;
  /** Tokens with a verified signature; verifying costs more than the rest of a request's guard. */
  checkedTokens: Map<string, CheckedToken>;
  passwords: Passwords;
  /** Looks up who sends a request; sessions/lookups.ts makes it. */
  lookUp(claimed: Claimed): Promise<Found | undefined>;
  /** Called after a message was queued, so that it is sent at once; the queue is also checked from time to time. */
  messageQueued(): void;
};

/** What a valid access token claims: its user, its session, and the key that signed it. */
export type Claimed = { user_id: string; session_id: string | null; kid: string | null };

/** What the database says to that. Without a living session of the user, the fields of the session are null. */
export type Found = {
  id: string;
  email: string | null;
  banned_until: string | null;
  is_anonymous: boolean;
  /** The user's role in the product. */
  role: string | null;
  /** What the role may not do in the product. */
  denied: string[];
  session_id: string | null;
  aal: "aal1" | "aal2" | null;
  amr: AmrEntry[] | null;
  created_at: string | null;
  refreshed_at: string | null;
  /** Whether the token's key is still one of ours; a shared secret has no id, and always is. */
  key_lives: boolean;
  has_factor: boolean;
  /** The database's position, if requested. */
  position?: Position | null;
};

/** A key and its one algorithm. The algorithm in a token's own header is never trusted. */
export type Key = { algorithm: AuthConfig["jwt_algorithm"]; key: CryptoKey | Uint8Array };
/** The shared secret has no id. */
export type SigningKey = Key & { kid: string | undefined };

/** The keys of access tokens; sessions/keys.ts opens them. */
export type Keys = {
  /** The key that signs new tokens, even if another server has changed it a moment ago. */
  signing(): Promise<SigningKey>;
  /** The key that verifies tokens with that key id, even if another server has created it a moment ago. */
  verifying(kid: string | undefined): Promise<Key | undefined>;
  /** The public keys, as JSON Web Keys (RFC 7517). */
  published(): Promise<JWK[]>;
  /** Changes the keys that are due for it, and reads them again. */
  refresh(): Promise<void>;
};

/**
 * Who signed in last with a browser, by a signed cookie (base/device-owner.ts). Like a known place it gives no right:
 * sockets that have not shown a token yet are counted by it, so that strangers can't use up the places of others behind
 * the same address. It is signed because strangers may ask at any rate: checking it needs no database.
 */
export type DeviceOwners = {
  /** The header that makes a browser keep its user for 180 days. */
  cookieFor(userId: string, publicUrl: string): string;
  /** The user of the device that sends a request; undefined without a cookie, or if it is not ours or too old. */
  ownerIn(headers: IncomingHttpHeaders): string | undefined;
  /** Reads the key again: another process may have replaced it. */
  refresh(): Promise<void>;
};

/** The content of a valid token, and the key that signed it; the shared secret has no id. */
export type CheckedToken = { kid: string | undefined; claims: JWTPayload };

/** Hashes and checks passwords; users/password.ts makes it. */
export type Passwords = {
  /** The hash to store. */
  hash(password: string): Promise<string>;
  /** Whether this is the hashed password. Takes the same time for an account that has none (`null`). */
  matches(hash: string | null, password: string): Promise<boolean>;
  /** Whether a hash differs from what `hash` produces now: from another system, or with another cost. */
  isOutdated(hash: string): boolean;
};

/** The device that sent a request, in the form in which it is stored. */
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
  user: { id: string; email: string; role: string | undefined; denied: string[]; is_anonymous: boolean };
  session: {
    id: string;
    aal: "aal1" | "aal2";
    amr: AmrEntry[];
    created_at: string;
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
