import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createApp } from "../server/src/app.ts";
import { createAuth } from "../server/src/auth/service.ts";
import { privateSettings } from "../server/src/auth/testing/settings.ts";
import { type Clock, systemClock } from "../server/src/http/clock.ts";
import { createLog } from "../server/src/http/log.ts";
import { copyTemplate, type TestDatabase, type TestServer } from "../server/src/testing/template.ts";

const pages = fileURLToPath(new URL("../web/dist", import.meta.url));

/** A running product on an empty database of its own. */
export type Product = { url: string; database: TestDatabase; stop(): Promise<void> };

/** Starts the product, with the built pages, as `npm start` does; the clock may be another. */
export async function startProduct(server: TestServer, clock: Clock = systemClock): Promise<Product> {
  if (!existsSync(`${pages}/index.html`))
    throw new Error("The pages are not built: run `npm run build` first.");
  const database = await copyTemplate(server);
  const log = createLog("silent");
  const config = {
    ...privateSettings(),
    signup: "open",
    public_url: "http://localhost",
    product_name: "Rounds",
    business_time_zone: "Asia/Kolkata",
  };
  const { db } = database;
  const auth = await createAuth({ db, clock, config, log });
  const app = await createApp({ db, auth, clock, config, log, pages, limit_factor: 100 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  return {
    url: `http://localhost:${port}`,
    database,
    async stop() {
      await app.close();
      await database.close();
    },
  };
}
