import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { createApp } from "../server/src/app.ts";
import { createAuth } from "../server/src/auth/service.ts";
import { privateSettings } from "../server/src/auth/testing/settings.ts";
import { type ConnectionSettings, connect } from "../server/src/database/connect.ts";
import { migrate } from "../server/src/database/migrate.ts";
import { systemClock } from "../server/src/http/clock.ts";

/** The product with its built pages on a loopback port, and the stored session of somebody who signed up there. */
export type PageProduct = { url: string; session: string; close(): Promise<void> };

/** Starts the product as `npm start` does, on a migrated database, with the pages of a folder. */
export async function startPageProduct(settings: ConnectionSettings, pages: string): Promise<PageProduct> {
  const connection = connect(settings, () => {});
  const { db } = connection;
  await migrate(db);
  const log = pino({ level: "silent" });
  const config = {
    product_name: "Rounds",
    business_time_zone: "Asia/Kolkata",
    public_url: "http://localhost",
    ...privateSettings(),
    signup: "open",
  };
  const auth = await createAuth({ db, clock: systemClock, config, log });
  const app = await createApp({ db, auth, clock: systemClock, config, log, pages, limit_factor: 1000 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  return {
    url,
    session: await signUp(url),
    async close() {
      await app.close();
      await connection.close();
    },
  };
}

async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: `page-${crypto.randomUUID()}@rounds.example`,
      password: `${crypto.randomUUID()} Aa1`,
    }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  return await answer.text();
}
