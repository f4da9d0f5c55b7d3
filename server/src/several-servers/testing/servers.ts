import { type AuthLimits, defaultLimits } from "@rounds/auth/base/limits.ts";
import type { AuthSettings } from "@rounds/auth/base/settings.ts";
import { createAuth } from "@rounds/auth/service.ts";
import {
  askerOf,
  goodPassword,
  type SessionBody,
  shownMails,
  type TestService,
} from "@rounds/auth/testing/service.ts";
import { privateSettings } from "@rounds/auth/testing/settings.ts";
import { connect } from "@rounds/database/connect.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { createRealtime, type Realtime } from "@rounds/realtime/service.ts";
import { type Member, memberOf } from "@rounds/testkit/caller.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import { pino } from "pino";
import WebSocket from "ws";
import { createApp } from "../../app.ts";

/** One server: the whole product, with its own pool, caches and listening connection. */
export type Server = Pick<TestService, "ask" | "pass" | "now" | "database" | "deliver" | "mails"> & {
  /** Its address; the paths of the auth service (`authUrl`) and of the API are below it. */
  url: string;
  authUrl: string;
  realtime: Realtime;
  register(email: string): Promise<SessionBody>;
  signIn(email: string): Promise<SessionBody>;
  /** The API at this server, for the bearer of an access token. */
  as(session: SessionBody): Member;
  /** An unmodified realtime client with a person's access token. */
  listener(session: SessionBody): Promise<RealtimeClient>;
  close(): Promise<void>;
};

export type TwoServers = { one: Server; two: Server; database: TestDatabase; close(): Promise<void> };

type Options = { settings?: Partial<AuthSettings>; limit_factor?: number };

/** Two servers on one empty database, behind one public address. Their clock stands still until it is moved forward. */
export async function startTwoServers(options: Options = {}): Promise<TwoServers> {
  const database = await createTestDatabase();
  let now = systemClock();
  const time = {
    now: () => now,
    pass(seconds: number) {
      now += seconds * 1000;
    },
  };
  const one = await startServer(database, time, options);
  const two = await startServer(database, time, options);
  return {
    one,
    two,
    database,
    async close() {
      await one.close();
      await two.close();
      await database.close();
    },
  };
}

type Time = Pick<Server, "now" | "pass">;

async function startServer(
  database: TestDatabase,
  time: Time,
  { settings = {}, limit_factor = 1000 }: Options,
): Promise<Server> {
  const { db, close } = connect(database.settings, () => {});
  const log = pino({ level: "silent" });
  const clock = time.now;
  const config = {
    ...privateSettings(),
    signup: "open",
    public_url: "http://rounds.test",
    product_name: "Rounds",
    business_time_zone: "Asia/Kolkata",
    ...settings,
  };
  const auth = await createAuth({ db, clock, config, log, limits });
  const realtime = await createRealtime({
    db,
    settings: database.settings,
    auth,
    clock,
    log,
    refusalMilliseconds: 50,
  });
  // A limit that is tested here must not be reached later because of a person's own queue, which the factor shortens too.
  const share = { under_way: 8, screens: 1000, waiting: 1000 };
  const app = await createApp({ db, auth, clock, config, log, realtime, limit_factor, share });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const authUrl = `${url}/auth/v1`;
  const ask = askerOf(authUrl);
  const clients: RealtimeClient[] = [];
  async function enter(path: string, email: string): Promise<SessionBody> {
    const { status, body, text } = await ask(path, { body: { email, password: goodPassword } });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return body as SessionBody;
  }
  return {
    ...time,
    url,
    authUrl,
    ask,
    database,
    realtime,
    deliver: async () => void (await auth.sendDue()),
    mails: () => shownMails(database),
    register: (email) => enter("/signup", email),
    signIn: (email) => enter("/token?grant_type=password", email),
    as: ({ access_token, user }) => memberOf(url, access_token, user),
    async listener({ access_token }) {
      const client = new RealtimeClient(`${url.replace("http", "ws")}/realtime/v1`, {
        transport: WebSocket as never,
        params: { apikey: "public" },
        accessToken: async () => access_token,
      });
      clients.push(client);
      await client.setAuth(access_token);
      return client;
    },
    async close() {
      for (const client of clients) await client.disconnect();
      await realtime.stop();
      await app.close();
      await close();
    },
  };
}

/** Limits of the auth service that no test here reaches, except the time between two messages. */
const wide = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, limit]) => [name, { ...limit, count: 1e6, burst: 1e6 }]),
) as Partial<AuthLimits>;
const limits = { ...wide, message_interval: defaultLimits.message_interval };
