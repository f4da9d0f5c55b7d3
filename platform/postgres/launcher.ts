import { setTimeout as sleep } from "node:timers/promises";
import { findBinaries } from "./binaries.ts";
import { type Connection, connect, readPassword, throwIfDamaged } from "./connection.ts";
import { ensureServer, type RunningServer } from "./ensure-server.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "./failure.ts";
import { watchFreeSpace } from "./free-space.ts";
import { type Hold, holdServer } from "./hold.ts";
import { checkVersion, initialise } from "./initialise.ts";
import type { Log } from "./log.ts";
import { findPlace } from "./place.ts";
import { identify, readPidFile } from "./postmaster.ts";
import { watchLog } from "./server-log.ts";
import { type Cluster, shutDown } from "./server-process.ts";

type EmbeddedOptions = {
  /** The product's DATA_DIR; created if missing. */
  dataDir: string;
  /** A directory with `postgres`, `initdb` and `pg_ctl`, instead of the npm package's. */
  binaries?: string;
  log: Log;
  /** Whether a server that goes away is started again while this process lives; by default it is. */
  keepRunning?: boolean;
  /** Settings of PostgreSQL that replace the usual ones, for example `fsync` for disposable data. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  /** Stays the same on Unix however often the server is restarted. */
  connection: Connection & { database: "rounds" };
  /** Whether the server was already running. */
  readonly adopted: boolean;
  readonly pid: number;
  readonly serverVersion: string;
  /** Where the cluster is. */
  dataDirectory: string;
  /** Shuts the server down, unless another process still uses it. Close the pools first. */
  stop(): Promise<void>;
  /** Releases the server but leaves it running; the next start adopts it. */
  leave(): Promise<void>;
};

const productDatabase = "rounds";
const longestPauseMs = 30_000;
/** How long a start may take: recovery after a crash may need it. */
const readyTimeoutMs = 60_000;

/**
 * Starts the embedded PostgreSQL of a data directory, or adopts the running one, and creates the database `rounds` if
 * it is missing. The server outlives this process if that is killed. @throws EmbeddedDatabaseError with a message that
 * says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, keepRunning = true } = options;
  const cluster = await prepareCluster(options);
  const watches = [await watchFreeSpace({ place: cluster.place, log }), watchLog(cluster.place)];
  const endWatches = () => {
    for (const watch of watches) watch.stop();
  };
  let recovery: Promise<void> | undefined;
  const ending = new AbortController();

  function onLost(): void {
    if (ending.signal.aborted || !keepRunning) return;
    log("The database ended unexpectedly. It is started again.", {
      severity: "warn",
      pid: current.server.pid,
    });
    recovery = recover();
  }

  async function recover(): Promise<void> {
    for (let pause = 500; !ending.signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        current = await acquire(cluster, log, onLost);
        log("The database runs again.", { pid: current.server.pid });
        return;
      } catch (error) {
        log(`The database could not be started again: ${errorText(error)}`, { severity: "error" });
        await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      }
    }
  }

  // Without this, a server would be started that nobody can use.
  await readPassword(cluster.place);
  const before = await runningPid(cluster);
  let current: Held;
  try {
    current = await acquire(cluster, log, onLost);
  } catch (error) {
    endWatches();
    await stopStarted(cluster, before, error);
    throw error;
  }
  const { server } = current;
  log(server.adopted ? "The database was running already." : "The database was started.", {
    pid: server.pid,
    version: server.version,
    directory: cluster.place.data,
  });

  async function end(): Promise<void> {
    ending.abort();
    endWatches();
    await recovery;
  }

  return {
    connection: { ...server.connection, database: productDatabase },
    dataDirectory: cluster.place.data,
    get adopted() {
      return current.server.adopted;
    },
    get pid() {
      return current.server.pid;
    },
    get serverVersion() {
      return current.server.version;
    },
    async leave() {
      await end();
      await current.hold.leave();
    },
    async stop() {
      await end();
      if (!(await current.hold.release())) {
        log("The database is left running: another process uses it.", { pid: current.server.pid });
        return;
      }
      if ((await identify(current.server.pid, cluster.place.data)) !== "ours") return;
      await shutDown(cluster, current.server.pid);
      log("The database was shut down.", { pid: current.server.pid });
    },
  };
}

/** Finds place, account and binaries of a data directory's cluster; creates the cluster if there is none. */
async function prepareCluster(options: EmbeddedOptions): Promise<Cluster> {
  const { dataDir, log } = options;
  const { place, account } = await findPlace(dataDir, log);
  const binaries = await findBinaries({ override: options.binaries, account, dataDir: place.dataDir, log });
  await initialise(place, account, binaries);
  await checkVersion(place, binaries);
  return { place, account, binaries, ...(options.settings && { extraSettings: options.settings }) };
}

/** The process of the cluster's server, if one runs. */
async function runningPid({ place }: Cluster): Promise<number | undefined> {
  const pid = (await readPidFile(place.data))?.pid;
  return pid !== undefined && (await identify(pid, place.data)) === "ours" ? pid : undefined;
}

/** After a failed start: shuts down what it has started, unless that is still repairing itself. */
async function stopStarted(cluster: Cluster, before: number | undefined, reason: unknown): Promise<void> {
  if (reason instanceof EmbeddedDatabaseError && reason.code === "no_start") return;
  const pid = await runningPid(cluster);
  if (pid !== undefined && pid !== before) await shutDown(cluster, pid).catch(() => {});
}

type Held = {
  server: RunningServer;
  hold: Hold;
};

/** Ensures server and database and takes hold; again, if another process shut it down in between. */
async function acquire(cluster: Cluster, log: Log, onLost: () => void): Promise<Held> {
  const deadline = performance.now() + readyTimeoutMs;
  for (;;) {
    const server = await ensureServer(cluster, log, Math.max(1000, deadline - performance.now()));
    try {
      await makeDatabase(server.connection);
      return { server, hold: await holdServer(server.connection, onLost) };
    } catch (error) {
      throwIfDamaged(error);
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function makeDatabase(connection: Connection): Promise<void> {
  const client = await connect(connection);
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [productDatabase]);
    // template0, because a connection to template1 would be in the way.
    if (rowCount === 0) await client.query(`create database ${productDatabase} template template0`);
  } catch (error) {
    // Another process created it at the same time: 42P04 duplicate_database, 23505 unique_violation.
    if (!["42P04", "23505"].includes(errorCode(error) ?? "")) throw error;
  } finally {
    await client.end();
  }
}
