import { resolve } from "node:path";
import { startEmbedded } from "@rounds/postgres/launcher.ts";
import type { Log } from "@rounds/postgres/log.ts";
import type { ConnectionSettings } from "../connect.ts";
import { readAddress } from "./address.ts";
import { openCluster } from "./cluster.ts";

/** An opened database, and how to stop what was started for it. */
type OpenDatabase = { settings: ConnectionSettings; stop(): Promise<void> };

/** Which database to open. */
type DatabaseSettings = {
  /** The user's own server or cluster. */
  database_url: string | undefined;
  /** Where the embedded database keeps its data. */
  data_dir: string;
  /** Folder of other PostgreSQL binaries for the embedded database. */
  postgres_bin: string | undefined;
};

/**
 * The database of the settings: the user's own server or cluster (`DATABASE_URL`), otherwise the embedded one, started
 * if necessary. `wanted` ends the wait for a primary.
 */
export async function openDatabase(
  config: DatabaseSettings,
  log: Log,
  wanted?: AbortSignal,
): Promise<OpenDatabase> {
  if (config.database_url) {
    return await openCluster(readAddress(config.database_url), log, wanted && { wanted });
  }
  const server = await startEmbedded({
    dataDir: resolve(config.data_dir),
    ...(config.postgres_bin && { binaries: config.postgres_bin }),
    log,
  });
  return { settings: server.connection, stop: () => server.stop() };
}
