import type pg from "pg";
import { type Connection, connect, holdLock } from "./connection.ts";

/**
 * A connection that a process keeps for as long as it uses the server, with a shared advisory lock. It ends with the
 * process, however that ends, so it shows others whether the server is in use; and its loss shows this process at once
 * that the server has gone.
 */
export type Hold = {
  /** Releases the server. True if nobody else uses it: it may be shut down, and no new user gets in. */
  release(): Promise<boolean>;
  /** Releases the server and leaves it running. */
  leave(): Promise<void>;
};

/** The driver has these two, its types don't. */
type HoldingClient = pg.Client & { ref(): void; unref(): void };

/** Takes hold of a server; `onLost` is called once if the server goes away before it was released. */
export async function holdServer(connection: Connection, onLost: () => void): Promise<Hold> {
  const client = (await connect(connection)) as HoldingClient;
  let held = false;
  client.once("end", () => {
    if (held) onLost();
  });
  // Waits while another process is about to shut the server down, and fails if it does.
  await client.query("select pg_advisory_lock_shared($1, $2)", [...holdLock]);
  held = true;
  // It must not keep a process running that has nothing else to do.
  client.unref();

  async function leave(): Promise<void> {
    held = false;
    client.ref();
    await client.end().catch(() => {});
  }
  return {
    leave,
    async release() {
      held = false;
      client.ref();
      try {
        // In this order, so that of several processes that release it at once the last one is alone.
        await client.query("select pg_advisory_unlock_shared($1, $2)", [...holdLock]);
        const { rows } = await client.query<{ alone: boolean }>(
          "select pg_try_advisory_lock($1, $2) as alone",
          [...holdLock],
        );
        const alone = rows[0]?.alone === true;
        // Alone: the connection stays open, and with it the lock, until the server has shut down.
        if (!alone) await client.end().catch(() => {});
        return alone;
      } catch {
        return true; // the connection is gone, and with it the server or its other users
      }
    },
  };
}
