import { Writable } from "node:stream";
import { defaultLimits } from "@rounds/auth/base/limits.ts";
import type { MailSettings } from "@rounds/auth/base/settings.ts";
import { createAuth } from "@rounds/auth/service.ts";
import { privateSettings } from "@rounds/auth/testing/settings.ts";
import type { ClusterAddress } from "@rounds/database/cluster/address.ts";
import { createReplica } from "@rounds/database/replica/replica.ts";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import type { DownloadLimits } from "@rounds/http/download.ts";
import { loggedError } from "@rounds/http/log.ts";
import type { ShareLimits } from "@rounds/http/shares.ts";
import { createTraffic } from "@rounds/http/traffic.ts";
import { createRealtime } from "@rounds/realtime/service.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { memberAt, signIn, signUp } from "@rounds/testkit/sign-in.ts";
import { pino } from "pino";
import { createApp } from "../app.ts";

type Options = {
  /** The clock's first moment; it stands still. */
  now?: string;
  limit_factor?: number;
  downloads?: Partial<DownloadLimits>;
  share?: ShareLimits;
  ready_milliseconds?: number;
  database?: TestDatabase;
  /** Where lists and reports are read, and how long a failed replica is not used. */
  replica?: { address: ClusterAddress; pauses?: { first: number; longest: number } };
  business_time_zone?: string;
  public_url?: string;
  allowed_origins?: string[];
  /** The address on which the server says it listens; it is 127.0.0.1. */
  host?: string;
  product_name?: string;
  api_key?: string;
  mail?: MailSettings;
  signup?: string;
  /** Whether browsers keep the pages; they do unless it is false. */
  offline?: boolean;
  /** For how many days what was deleted can be brought back. */
  deleted_days?: number;
  /** Folder of built pages. */
  pages?: string;
  /** Whether it announces changes over sockets. */
  realtime?: boolean;
  /** Who signs up at once. */
  email?: string;
};

/** Sunday, 15 June 2025, 15:30 in Kolkata. */
export const testMoment = "2025-06-15T10:00:00Z";

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** The whole server on a port and (by default) a database of its own, with somebody signed in. */
export async function startApp(options: Options = {}) {
  const database = options.database ?? (await createTestDatabase());
  const config = {
    product_name: options.product_name ?? "Rounds",
    business_time_zone: options.business_time_zone ?? "Asia/Kolkata",
    public_url: options.public_url ?? "http://rounds.test",
    ...(options.allowed_origins && { allowed_origins: options.allowed_origins }),
    ...(options.host && { host: options.host }),
    ...privateSettings(),
    api_key: options.api_key,
    ...(options.mail && { mail: options.mail }),
    signup: options.signup ?? "open",
    offline: options.offline ?? true,
    ...(options.deleted_days && { deleted_days: options.deleted_days }),
  };
  const { db } = database;
  let milliseconds = Date.parse(options.now ?? testMoment);
  const clock = () => milliseconds;
  const lines: string[] = [];
  const log = captureLog(lines);
  const { limit_factor = 1000, pages } = options;
  const replica = options.replica && createReplica(options.replica.address, db, log, options.replica.pauses);
  const auth = await createAuth({
    db,
    clock,
    config,
    log,
    limits: unlimited,
    tells_position: replica !== undefined,
  });
  const realtime =
    options.realtime &&
    (await createRealtime({
      db,
      settings: database.settings,
      auth,
      clock,
      log,
      refusalMilliseconds: 50,
    }));
  const traffic = createTraffic();
  const app = await createApp({
    db,
    ...(replica && { replica }),
    ...(realtime && { realtime }),
    traffic,
    auth,
    clock,
    config,
    log,
    limit_factor,
    ...(options.downloads && { downloads: options.downloads }),
    ...(options.share && { share: options.share }),
    ...(options.ready_milliseconds && { ready_milliseconds: options.ready_milliseconds }),
    ...(pages && { pages }),
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });

  const keys: Record<string, string> = options.api_key === undefined ? {} : { apikey: options.api_key };
  const join = async (email: string) => memberAt(url, await signUp(url, email, keys));

  const member = await join(options.email ?? "asha@example.com");
  return {
    ...member,
    member,
    app,
    auth,
    traffic,
    database,
    db,
    url,
    signUp: join,
    /** Signs a member in again: the clock may have passed the access token's end. */
    signIn: async (email: string) => memberAt(url, await signIn(url, email, keys)),
    /** Sets the clock to a moment (ISO 8601). */
    setClock(moment: string) {
      milliseconds = Date.parse(moment);
    },
    /** The business's day. */
    today: () => dayOf(milliseconds, config.business_time_zone),
    /** Everything that was logged so far. */
    logged: () => lines.join(""),
    async close() {
      if (realtime) await realtime.stop();
      await app.close();
      await replica?.close();
      if (!options.database) await database.close();
    },
  };
}

/** Signs a member in on one more device, and returns the id of that session. */
export async function signInAgain({ url, email }: Member): Promise<string> {
  const { access_token } = await signIn(url, email);
  return JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString()).session_id;
}

function captureLog(lines: string[]) {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: "debug", base: null, serializers: { err: loggedError } }, stream);
}

/** Limits of the auth service that no test reaches. */
const unlimited = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, limit]) => [name, { ...limit, count: 1e6, burst: 1e6 }]),
);
