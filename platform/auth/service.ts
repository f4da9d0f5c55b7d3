import type { IncomingHttpHeaders } from "node:http";
import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import type { FastifyPluginAsync } from "fastify";
import { type Accounts, createAccounts } from "./admin/accounts.ts";
import type { AuthContext } from "./base/context.ts";
import { openDeviceOwners } from "./base/device-owner.ts";
import { type AuthLimits, limitsOf } from "./base/limits.ts";
import type { AuthConfig, AuthLog } from "./base/settings.ts";
import { createSender, startSending } from "./messages/sender.ts";
import { compose } from "./one-time/compose.ts";
import { createPlugin } from "./plugin.ts";
import { type Authentication, authenticate } from "./sessions/guard.ts";
import { openKeys } from "./sessions/keys.ts";
import { createLookups } from "./sessions/lookups.ts";
import { createPasswords } from "./users/password.ts";

type AuthOptions = {
  db: Database;
  clock: Clock;
  config: AuthConfig;
  log: AuthLog;
  /** Replaces some of the limits. */
  limits?: Partial<AuthLimits>;
  /** Makes `authenticate` return the database's position, for reading on a replica. */
  tells_position?: boolean;
};

export type Auth = {
  /** The service's paths; register it with the prefix /auth/v1. */
  plugin: FastifyPluginAsync;
  /**
   * The user of the access token in a request's Authorization header. `role` is `app_metadata.role`, and `denied` what it may not do. An ended session,
   * or a banned or deleted user, gives `session_ended`. Throws only if the database can't be reached.
   */
  authenticate(authorization: string | undefined): Promise<Authentication>;
  /** Who signed in last with the browser that sends a request; it proves nothing else. Asks no database. */
  deviceOwner(headers: IncomingHttpHeaders): string | undefined;
  /** Manages accounts, for the Team and Account pages. */
  accounts: Accounts;
  /** Sends mail and text messages when they become due, until stopped; `stop` waits for those under way. */
  startSending(): { stop(): Promise<void> };
  /** Sends once what is due now; returns how many messages were processed. */
  sendDue(): Promise<number>;
};

/** Opens the auth service on a migrated database; the first start creates its keys. */
export async function createAuth({
  db,
  clock,
  config,
  log,
  limits,
  tells_position = false,
}: AuthOptions): Promise<Auth> {
  const keys = await openKeys({ db, clock, config, log });
  const owners = await openDeviceOwners({ db, clock });
  const context: AuthContext = {
    db,
    clock,
    config,
    log,
    limits: { ...limitsOf(config), ...limits },
    keys,
    owners,
    checkedTokens: new Map(),
    passwords: createPasswords(config.hashing_cost),
    lookUp: createLookups(db, tells_position),
    messageQueued: () => undefined,
  };
  return {
    plugin: createPlugin(context),
    authenticate: (authorization) => authenticate(context, authorization),
    deviceOwner: owners.ownerIn,
    accounts: createAccounts(context),
    startSending: () => startSending(context, compose),
    async sendDue() {
      const sender = createSender(context, compose);
      try {
        return await sender.sendDue();
      } finally {
        await sender.stop();
      }
    },
  };
}
