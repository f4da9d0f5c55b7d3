import { startService, type TestService } from "@rounds/auth/testing/service.ts";
import { clientAddresses } from "@rounds/http/client-address.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { createOrigins } from "@rounds/http/origins.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import Fastify from "fastify";
import { pino } from "pino";
import WebSocket from "ws";
import { createRealtime, type Realtime, type RealtimeOptions } from "../service.ts";

/** A realtime server on a port of its own beside an auth service, both on one database. */
export type LiveServer = {
  url: string;
  realtime: Realtime;
  auth: TestService;
  database: TestDatabase;
  /** Signs somebody up and returns their access token. */
  token(email?: string): Promise<string>;
  /** An unmodified client of the protocol with that token. */
  client(token: string, options?: Record<string, unknown>): Promise<RealtimeClient>;
  stop(): Promise<void>;
};

let people = 0;

export async function startLive(
  shared?: { auth: TestService; database: TestDatabase },
  options: Partial<RealtimeOptions> = {},
): Promise<LiveServer> {
  const database = shared?.database ?? (await createTestDatabase());
  const auth = shared?.auth ?? (await startService({ database }));
  const app = Fastify();
  const realtime = await createRealtime({
    db: database.db,
    settings: database.settings,
    auth: auth.auth,
    clock: systemClock,
    log: pino({ level: "silent" }),
    refusalMilliseconds: 50,
    ...options,
  });
  realtime.attach(app, {
    origins: createOrigins({ public_url: "http://rounds.test" }),
    addressOf: clientAddresses(["127.0.0.1"]),
  });
  const url = (await app.listen({ host: "127.0.0.1", port: 0 })).replace("http", "ws");
  const clients: RealtimeClient[] = [];
  return {
    url,
    realtime,
    auth,
    database,
    token: async (email = `live${++people}@example.com`) => (await auth.register(email)).access_token,
    async client(token, options = {}) {
      const client = new RealtimeClient(`${url}/realtime/v1`, {
        transport: WebSocket as never,
        params: { apikey: "public" },
        accessToken: async () => token,
        ...options,
      });
      clients.push(client);
      // As the auth client does when somebody signs in.
      await client.setAuth(token);
      return client;
    },
    async stop() {
      for (const client of clients) await client.disconnect();
      await realtime.stop();
      await app.close();
      if (!shared) {
        await auth.close();
        await database.close();
      }
    },
  };
}

/** Waits until a condition holds; throws after a while. */
export async function until(what: () => boolean, milliseconds = 5_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!what()) {
    if (performance.now() > end) throw new Error("The condition did not hold in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
