import type { Database } from "@rounds/database/connect.ts";
import { repeat } from "@rounds/http/repeat.ts";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";

/** Phones that synced meanwhile with a history that was given up notice it at their next sync after this time. */
const pause = 60_000;

/**
 * Notes how far the history of the database has come. If it is another one than before, because of a failover or because
 * the database came out of a dump, it gets another name, and every phone reads everything again; true then.
 */
export async function keepEpoch(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`select sync.keep_epoch() as is_new`.execute(db);
  return rows[0]?.is_new ?? false;
}

/** Keeps the epoch every minute until stopped. Several servers may do so on one database. */
export function startKeepingEpoch(
  db: Database,
  log: Pick<FastifyBaseLogger, "info" | "warn">,
  every = pause,
): { stop(): Promise<void> } {
  return repeat(
    every,
    async () => {
      if (await keepEpoch(db)) log.info("another history of the database: phones read everything again");
    },
    // The next round tries again; until then a change of history may stay unnoticed.
    (err) => log.warn({ err }, "the history of the database could not be checked"),
  );
}
