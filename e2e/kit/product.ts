import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Clock, systemClock } from "@rounds/http/clock.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { copyTemplate, type TestDatabase, type TestServer } from "@rounds/testkit/template.ts";
import type { Serving } from "./serve.ts";

/** The variable with the address of the product that was bundled for these tests. */
export const bundleVariable = "BUNDLED_PRODUCT";

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
  { port, ...settings }: Serving["settings"] & { port?: number } = {},
  shared?: TestDatabase,
): Promise<Product> {
  if (!existsSync(`${builtPages}/index.html`))
    throw new Error("The pages are not built: run `npm run build` first.");
  const { serve }: typeof import("./serve.ts") = await import(process.env[bundleVariable] ?? "");
  const database = shared ?? (await copyTemplate(server));
  const ownPort = port ?? (await freePort());
  const start = ({ pages = builtPages, ...changes }: Changes = {}) =>
    serve({
      ...{ database: database.settings, port: ownPort, clock, pages },
      settings: { ...settings, ...changes },
    });
  let stopServer = await start();
  return {
    url: `http://localhost:${ownPort}`,
    database,
    async goAway() {
      await stopServer();
      return async (changes) => {
        stopServer = await start(changes);
      };
    },
    async stop() {
      await stopServer();
      if (!shared) await database.close();
    },
  };
}
