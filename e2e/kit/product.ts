import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AuthSettings } from "@rounds/auth/base/settings.ts";
import { createAuth } from "@rounds/auth/service.ts";
import { privateSettings } from "@rounds/auth/testing/settings.ts";
import { type Clock, systemClock } from "@rounds/http/clock.ts";
import { createLog } from "@rounds/http/log.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { createRealtime } from "@rounds/realtime/service.ts";
import { copyTemplate, type TestDatabase, type TestServer } from "@rounds/testkit/template.ts";
import { createApp } from "../../server/src/app.ts";

/** The built pages. */
const builtPages = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** What another start of the product may change. */
type Changes = { pages?: string; offline?: boolean; product_name?: string };

/** A running product on an empty database of its own. */
export type Product = {
  url: string;
  database: TestDatabase;
  /** Stops the server; the result starts another one, at the same address on the same database. */
  goAway(): Promise<(changes?: Changes) => Promise<void>>;
  stop(): Promise<void>;
};

/**
 * Starts the product with the built pages, as `npm start` does; clock and settings may differ. With another one's
 * database, it is a second server.
 */
export async function startProduct(
  server: TestServer,
  clock: Clock = systemClock,
  { port, ...settings }: Partial<AuthSettings> & { signup?: string; port?: number } = {},
  shared?: TestDatabase,
): Promise<Product> {
  if (!existsSync(`${builtPages}/index.html`))
    throw new Error("The pages are not built: run `npm run build` first.");
  const database = shared ?? (await copyTemplate(server));
  const log = createLog("silent");
  const ownPort = port ?? (await freePort());
  const url = `http://localhost:${ownPort}`;
  const config = {
    ...privateSettings(),
    signup: "open",
    // The links of mails lead here.
    public_url: url,
    product_name: "Rounds",
    business_time_zone: "Asia/Kolkata",
    ...settings,
  };
  const { db } = database;
  const serve = async ({ pages = builtPages, ...changes }: Changes = {}) => {
    const changed = { ...config, ...changes };
    const auth = await createAuth({ db, clock, config, log });
    const realtime = await createRealtime({ db, settings: database.settings, auth, clock, log });
    const app = await createApp({
      db,
      auth,
      clock,
      config: changed,
      log,
      realtime,
      pages,
      limit_factor: 100,
    });
    // Mail is shown on a page, and in the table behind it.
    const sending = auth.startSending();
    await app.listen({ port: ownPort, host: "127.0.0.1" });
    return async () => {
      await realtime.stop();
      await app.close();
      await sending.stop();
    };
  };
  let stopServer = await serve();
  return {
    url,
    database,
    async goAway() {
      await stopServer();
      return async (changes) => {
        stopServer = await serve(changes);
      };
    },
    async stop() {
      await stopServer();
      if (!shared) await database.close();
    },
  };
}
