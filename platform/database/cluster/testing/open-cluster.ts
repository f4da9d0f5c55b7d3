import type { Connection } from "@rounds/postgres/connection.ts";
import { query } from "@rounds/postgres/testing/scratch.ts";
import { expect } from "vitest";
import { connect } from "../../connect.ts";
import { readAddress } from "../address.ts";
import { openCluster } from "../cluster.ts";

/** Opens a `DATABASE_URL` as the product does; `close` ends it, `logged` contains its log. */
export async function openUrl(url: string, limits: Parameters<typeof openCluster>[2] = {}) {
  const logged: string[] = [];
  const { settings, stop } = await openCluster(readAddress(url), (message) => logged.push(message), limits);
  const { db, pool, close } = connect(settings, () => {});
  return {
    db,
    pool,
    settings,
    logged,
    async close() {
      await close();
      await stop();
    },
  };
}

/** Waits until this many connections of a server wait for an event (`pg_stat_activity.wait_event`). */
export async function untilWaiting(server: Connection, event: string, count = 1): Promise<void> {
  const waiting = async () =>
    (
      await query<{ n: number }>(
        server,
        "select count(*)::int as n from pg_stat_activity where wait_event = $1 and datname = $2",
        [event, server.database],
      )
    )[0]?.n;
  await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
}

/** Makes every commit of a server wait for a synchronous standby that does not exist. */
export async function holdCommits(server: Connection, held: boolean): Promise<void> {
  const names = held ? "'nobody'" : "''";
  await query(server, `alter system set synchronous_standby_names = ${names}`);
  await query(server, "select pg_reload_conf()");
  const shown = async () =>
    (
      await query<{ names: string }>(server, "select current_setting('synchronous_standby_names') as names")
    )[0]?.names;
  await expect.poll(shown).toBe(held ? "nobody" : "");
}
