import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, ask, type Connection, connectionTo } from "./connection.ts";
import { EmbeddedDatabaseError } from "./failure.ts";
import { explainDiskFull } from "./free-space.ts";
import type { Log } from "./log.ts";
import { type Identity, identify, movePidFileAside, type PidFile, readPidFile } from "./postmaster.ts";
import { lastLogLines } from "./server-log.ts";
import {
  type Cluster,
  type Launch,
  launch,
  recordedFingerprint,
  recordServer,
  shutDown,
} from "./server-process.ts";

export type RunningServer = {
  pid: number;
  version: string;
  connection: Connection;
  /** Whether the server was running, started by another process or an earlier run of this one. */
  adopted: boolean;
};

/** How often a server may end by itself, without a temporary reason, before that is an error. */
const failedStartsAllowed = 3;

/** An empty lock file was left by a power cut, or is just being written, which takes no time. */
const emptyLockFileMs = 2000;

/**
 * Ensures that this cluster's server runs, and returns once it answers. A live server is adopted (or restarted, if its
 * programs were replaced and nobody uses it), the lock file of a dead one is moved away, and otherwise a server is
 * started. All of it may happen in several processes at once; PostgreSQL's own lock lets one server start, and the
 * others adopt it.
 */
export async function ensureServer(cluster: Cluster, log: Log, timeoutMs: number): Promise<RunningServer> {
  const { place } = cluster;
  const deadline = performance.now() + timeoutMs;
  let launched: Launch | undefined;
  let failures = 0;
  let emptySince: number | undefined;
  let waitingFor = "it to start";

  for (;;) {
    const lock = await readPidFile(place.data);
    const identity: Identity | "empty" =
      lock === undefined ? "gone" : lock.pid === undefined ? "empty" : await identify(lock.pid, place.data);
    if (identity !== "empty") emptySince = undefined;

    switch (identity) {
      case "ours": {
        if (!lock?.pid) break;
        const server = await adopt(cluster, lock, lock.pid, launched, log);
        if (server.kind === "running") return server.server;
        if (server.kind === "stopped") launched = undefined;
        else waitingFor = server.reason;
        break;
      }
      case "unknown":
        waitingFor = `process ${lock?.pid}, about which this user may learn nothing`;
        break;
      case "empty":
        emptySince ??= performance.now();
        if (lock && performance.now() - emptySince > emptyLockFileMs)
          await movePidFileAside(place, lock, log);
        break;
      case "other":
      case "gone": {
        if (launched && launched.ended === undefined) break; // ours is starting
        if (lock && (await servedFromElsewhere(cluster, lock))) {
          waitingFor = "a PostgreSQL to end that serves these data from another container";
          break;
        }
        if (launched?.ended !== undefined && !passes(launched.ended)) {
          failures += 1;
          if (failures >= failedStartsAllowed) throw cannotStart(cluster, launched.ended);
        }
        if (identity === "other" && lock) await movePidFileAside(place, lock, log);
        if (launched?.ended !== undefined) await sleep(150);
        launched = await launch(cluster);
        break;
      }
    }
    if (performance.now() > deadline) {
      throw new EmbeddedDatabaseError(
        "no_start",
        `The database did not get ready within ${Math.round(timeoutMs / 1000)} s (waiting for: ${waitingFor}). ` +
          "After a crash it may still be repairing itself: that goes on, so try again later. " +
          `Its log ${place.log} ends with:\n${await lastLogLines(place)}`,
      );
    }
    await sleep(25);
  }
}

/**
 * Containers that share a volume don't see each other's processes, so a lock file may look dead while its server
 * lives. PostgreSQL itself would not notice, and two servers destroy the data; the socket shows it.
 */
async function servedFromElsewhere(cluster: Cluster, lock: PidFile): Promise<boolean> {
  if (process.platform === "win32") return false;
  const connection = await connectionTo(cluster.place, lock);
  return connection !== undefined && (await ask(connection)).kind === "ready";
}

type Adoption =
  | { kind: "running"; server: RunningServer }
  | { kind: "stopped" }
  | { kind: "not-yet"; reason: string };

async function adopt(
  cluster: Cluster,
  lock: PidFile,
  pid: number,
  launched: Launch | undefined,
  log: Log,
): Promise<Adoption> {
  const { place, binaries } = cluster;
  if (lock.dataDirectory !== place.data && process.platform !== "win32") {
    // Proven to be this directory's server, but started under another name of the directory.
    log(`The database was moved here while it ran in ${lock.dataDirectory}. It is restarted.`, { pid });
    await shutDown(cluster, pid);
    return { kind: "stopped" };
  }
  const connection = await connectionTo(place, lock);
  if (connection === undefined) return { kind: "not-yet", reason: "it to start" };
  const answer = await ask(connection);
  if (answer.kind === "not-yet") return answer;
  if ((await realpath(answer.dataDirectory)) !== (await realpath(place.data))) {
    throw new EmbeddedDatabaseError(
      "in_use",
      `Another database answers in place of ${place.data}: that of ${answer.dataDirectory}.`,
    );
  }

  const own = lock.pid === launched?.pid || (process.platform === "win32" && launched !== undefined);
  if (own) {
    await recordServer(cluster, pid);
  } else if (await isReplaced(cluster, pid, answer)) {
    if (answer.holders === 0) {
      log(`PostgreSQL's programs were replaced while it ran. It is restarted with ${binaries.version}.`, {
        pid,
      });
      await shutDown(cluster, pid);
      return { kind: "stopped" };
    }
    log("PostgreSQL's programs were replaced while another process uses it. Restart Rounds when you can.", {
      severity: "warn",
      pid,
      running_version: answer.version,
    });
  }
  return { kind: "running", server: { pid, version: answer.version, connection, adopted: !own } };
}

async function isReplaced(
  cluster: Cluster,
  pid: number,
  answer: Answer & { kind: "ready" },
): Promise<boolean> {
  if (answer.version !== cluster.binaries.version) return true;
  const fingerprint = await recordedFingerprint(cluster.place, pid);
  return fingerprint !== undefined && fingerprint !== cluster.binaries.fingerprint;
}

/**
 * Whether a start failed for a temporary reason: another starter was faster, or a process of a killed server is still
 * busy and holds its shared memory (about 5 s).
 */
function passes(ended: string): boolean {
  return /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/.test(ended);
}

function cannotStart(cluster: Cluster, ended: string): EmbeddedDatabaseError {
  const { place } = cluster;
  if (explainDiskFull(new Error(ended))) {
    return new EmbeddedDatabaseError(
      "disk_full",
      `The disk that holds ${place.data} is full, so the database can't start. ` +
        "Nothing saved is lost: free some space and start Rounds again.",
    );
  }
  return new EmbeddedDatabaseError(
    "no_start",
    `PostgreSQL could not be started. Its log ${place.log} says:\n${ended}`,
  );
}
