import type { AddressInfo } from "node:net";
import { createAuth } from "@rounds/auth/service.ts";
import { privateSettings } from "@rounds/auth/testing/settings.ts";
import { type ConnectionSettings, connect, type Database } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { Session } from "@rounds/database/session.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { pino } from "pino";
import { createApp } from "../../server/src/app.ts";
import { type Client, signUpAt } from "../kit/client.ts";

/** One SQL statement as the product sent it. */
export type Statement = { sql: string; parameters: readonly unknown[] };

/** The product in this process, with somebody signed in: it shows which SQL a request sends, and is never measured. */
export type Capture = {
  db: Database;
  /** Sends one request as that user; throws on any answer other than success. */
  send: Client["send"];
  /** The statements that the product's handlers send while `work` runs, without those of the sign-in check. */
  listen(work: () => Promise<unknown>): Promise<Statement[]>;
  close(): Promise<void>;
};

/** Starts it on a database, after bringing the schema up to date. */
export async function startCapture(settings: ConnectionSettings): Promise<Capture> {
  const connection = connect(settings, () => {});
  await migrate(connection.db);
  let statements: Statement[] | undefined;
  class WatchedSession extends Session {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads, as in Session
    override query(...given: any[]): any {
      const [sql, parameters = []] = given;
      if (typeof sql === "string" && !/^(begin|start transaction|commit|rollback|set )/.test(sql))
        statements?.push({ sql, parameters });
      return super.query(...given);
    }
  }
  const watched = connect({ ...settings, Client: WatchedSession }, () => {});
  const log = pino({ level: "silent" });
  const config = {
    product_name: "Rounds",
    business_time_zone: "Asia/Kolkata",
    public_url: "http://localhost",
    ...privateSettings(),
    signup: "open",
  };
  const auth = await createAuth({ db: connection.db, clock: systemClock, config, log });
  const app = await createApp({ db: watched.db, auth, clock: systemClock, config, log });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const client = await signUpAt(port);

  return {
    db: connection.db,
    send: client.send,
    async listen(work) {
      const sent: Statement[] = [];
      statements = sent;
      await work();
      statements = undefined;
      return sent;
    },
    async close() {
      client.close();
      await app.close();
      await watched.close();
      await connection.close();
    },
  };
}
