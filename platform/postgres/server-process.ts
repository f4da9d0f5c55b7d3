import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { type Account, spawnIdentity } from "./account.ts";
import { type Binaries, program } from "./binaries.ts";
import { EmbeddedDatabaseError } from "./failure.ts";
import { freePort } from "./free-port.ts";
import { giveToRootsOwner, type Place } from "./place.ts";
import { waitForEnd } from "./postmaster.ts";
import { programEnvironment, runProgram } from "./run-program.ts";
import { lastLogLines, openLog, readLog } from "./server-log.ts";
import { serverSettings } from "./settings.ts";
import { makeSocketDirectory, socketPort } from "./socket-directory.ts";

/** Everything needed to run one database. */
export type Cluster = {
  place: Place;
  account: Account;
  binaries: Binaries;
  /** Settings that replace the usual ones: of a test, or while a restore verifies its work. */
  extraSettings?: Record<string, string>;
};

/** A server that this process started; it keeps running when this process ends. */
export type Launch = {
  pid: number | undefined;
  /** Why it ended, in its own words, once it has. */
  ended: string | undefined;
};

const shutdownTimeoutMs = 60_000;

/** Starts `postgres`, apart from this process and its terminal, writing to the log file. */
export async function launch(cluster: Cluster): Promise<Launch> {
  const { place, account, binaries } = cluster;
  const windows = process.platform === "win32";
  const listen = windows
    ? ({ loopback: true } as const)
    : { socketDirectory: await makeSocketDirectory(place, account) };
  const port = windows ? await freePort() : socketPort;
  const settings = await serverSettings(listen, cluster.extraSettings);
  const log = await openLog(place);
  try {
    const offset = (await log.stat()).size;
    // On Windows only pg_ctl can remove the administrator's rights, without which postgres refuses.
    const [file, args] = windows
      ? [
          program(binaries, "pg_ctl"),
          ["start", "-W", "-D", place.data, "-o", ["-p", port, ...settings].join(" ")],
        ]
      : [program(binaries, "postgres"), ["-D", place.data, "-p", String(port), ...settings]];
    const child = spawn(file, args, {
      ...spawnIdentity(account),
      cwd: "/",
      env: programEnvironment(),
      detached: true,
      windowsHide: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    child.unref();
    return watchLaunch(child, place, offset);
  } finally {
    await log.close();
  }
}

function watchLaunch(child: ChildProcess, place: Place, offset: number): Launch {
  const launched: Launch = { pid: child.pid, ended: undefined };
  child.on("error", (error) => {
    launched.ended = error.message;
  });
  child.on("exit", (status, signal) => {
    if (process.platform === "win32" && status === 0) return; // pg_ctl has done its part
    const fallback = signal ? `ended by ${signal}` : `ended with status ${status}`;
    readLog(place, offset).then(
      (text) => {
        launched.ended = text || fallback;
      },
      () => {
        launched.ended = fallback;
      },
    );
  });
  return launched;
}

/**
 * Shuts down a server that was proven to be this place's (`-m fast`): clients are disconnected, what was acknowledged
 * is kept. It is never killed; one that takes too long continues to shut down by itself.
 */
export async function shutDown(cluster: Cluster, pid: number): Promise<void> {
  // The signal goes to this very process: a server that another starter puts in its place is not affected.
  const sent = await runProgram(
    program(cluster.binaries, "pg_ctl"),
    ["kill", "INT", String(pid)],
    cluster.account,
  );
  if (await waitForEnd(pid, cluster.place.data, shutdownTimeoutMs)) return;
  throw new EmbeddedDatabaseError(
    "in_use",
    `PostgreSQL (pid ${pid}) did not end within ${shutdownTimeoutMs / 1000} s: ` +
      `${sent.errors.trim() || (await lastLogLines(cluster.place, 2))}`,
  );
}

/** Remembers which build the running server was started from. */
export async function recordServer(cluster: Cluster, pid: number): Promise<void> {
  const file = cluster.place.serverRecord;
  const unfinished = `${file}.${randomBytes(4).toString("hex")}`;
  const record = JSON.stringify({ pid, fingerprint: cluster.binaries.fingerprint });
  await writeFile(unfinished, record, { mode: 0o600, flag: "wx" });
  await giveToRootsOwner(cluster.place, unfinished);
  await rename(unfinished, file);
}

/** The build from which a server was started, if known. */
export async function recordedFingerprint(place: Place, pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(place.serverRecord, "utf8");
    const record: { pid: number; fingerprint: string } = JSON.parse(text);
    return record.pid === pid ? record.fingerprint : undefined;
  } catch {
    return undefined; // none, or half written: the version alone decides then
  }
}
