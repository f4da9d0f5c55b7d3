import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { readAddress } from "./cluster/address.ts";
import { openCluster } from "./cluster/cluster.ts";
import type { ConnectionSettings } from "./connect.ts";
import { startEmbedded } from "./embedded/launcher.ts";
import type { Log } from "./embedded/log.ts";

/** A database that can be connected to, and how to end what was started for it. */
export type OpenDatabase = { settings: ConnectionSettings; stop(): Promise<void> };

/**
 * The database of the settings: the user's own server or cluster (`DATABASE_URL`), else the embedded one, started if need
 * be. `wanted` ends the wait for a primary.
 */
export async function openDatabase(
  config: Pick<Config, "database_url" | "data_dir" | "postgres_bin">,
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
