import type { AuthSettings } from "@rounds/auth/base/settings.ts";
import { createAuth } from "@rounds/auth/service.ts";
import { privateSettings } from "@rounds/auth/testing/settings.ts";
import { type ConnectionSettings, connect } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { createLog } from "@rounds/http/log.ts";
import { createRealtime } from "@rounds/realtime/service.ts";
import { createApp } from "../../server/src/app.ts";

/** How the product starts: on which database, at which port of this machine, with which pages and settings. */
export type Serving = {
  database: ConnectionSettings;
  port: number;
  clock: Clock;
  /** The folder of the built pages. */
  pages: string;
  settings: Partial<AuthSettings> & { signup?: string; offline?: boolean };
};

/** Starts the product in this process, and returns what stops it. */
export async function serve({ database, port, clock, pages, settings }: Serving) {
  const log = createLog("silent");
  const config = {
    ...privateSettings(),
    signup: "open",
    // The links of mails lead here.
    public_url: `http://localhost:${port}`,
    product_name: "Rounds",
    business_time_zone: "Asia/Kolkata",
    ...settings,
  };
  const { db, close } = connect(database, () => {});
  const auth = await createAuth({ db, clock, config, log });
  const realtime = await createRealtime({ db, settings: database, auth, clock, log });
  const app = await createApp({ db, auth, clock, config, log, realtime, pages, limit_factor: 100 });
  // Mail is shown on a page, and in the table behind it.
  const sending = auth.startSending();
  await app.listen({ port, host: "127.0.0.1" });
  return async () => {
    await realtime.stop();
    await app.close();
    await sending.stop();
    await close();
  };
}
