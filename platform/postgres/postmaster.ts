import { randomBytes } from "node:crypto";
import { link, readFile, realpath, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "./failure.ts";
import type { Log } from "./log.ts";
import type { Place } from "./place.ts";
import { inspectProcess } from "./processes.ts";

/** What a server writes into `postmaster.pid` in its data directory; it grows while the server starts. */
export type PidFile = {
  /** The whole text, to distinguish one server's file from the next one's. */
  text: string;
  /** Undefined while the file is being created, and in one that a power cut left empty. */
  pid: number | undefined;
  dataDirectory: string;
  port: number | undefined;
  socketDirectory: string | undefined;
};

/**
 * Whose process the pid of a `postmaster.pid` is. Pids are reused, so after a crash, and especially in containers, the
 * file may name any other process: `"other"` is returned only if that is proven.
 */
export type Identity = "ours" | "other" | "gone" | "unknown";

/** Reads the pid file of a data directory; undefined when there is none. */
export async function readPidFile(data: string): Promise<PidFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(data, "postmaster.pid"), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  const [pid = "", dataDirectory = "", , port = "", socketDirectory = ""] = text.split("\n");
  // A server in single-user mode writes its pid as a negative number.
  return {
    text,
    pid: Math.abs(Number.parseInt(pid, 10)) || undefined,
    dataDirectory: dataDirectory.trim(),
    port: Number.parseInt(port, 10) || undefined,
    socketDirectory: socketDirectory.trim() || undefined,
  };
}

/** Checks whether the process is the PostgreSQL server of this data directory. */
export async function identify(pid: number, data: string): Promise<Identity> {
  const facts = await inspectProcess(pid);
  if (facts === "gone") return "gone";
  if (facts === "hidden") {
    // A process that this one may not even signal belongs to another user, and PostgreSQL starts only as the owner of
    // its data. Root may signal everything, so it learns nothing here.
    return process.getuid?.() === 0 || canSignal(pid) ? "unknown" : "other";
  }
  if (facts.program !== "postgres" && facts.program !== "postmaster") return "other";
  if (process.platform === "win32") return "ours"; // the connection proves which data it serves
  if (facts.uid !== undefined && facts.uid !== (await stat(data)).uid) return "other";
  if (facts.directory !== undefined) return facts.directory === (await realpath(data)) ? "ours" : "other";
  // With a space at the end, otherwise the directory could be the beginning of another one's name.
  return `${facts.commandLine} `.includes(` -D ${data} `) ? "ours" : "other";
}

/**
 * Moves a pid file aside whose process was proven to be another one; PostgreSQL would refuse to start. Another process
 * may have started the server since the file was read: then the file is put back.
 */
export async function movePidFileAside(place: Place, stale: PidFile, log: Log): Promise<void> {
  const file = join(place.data, "postmaster.pid");
  const aside = join(place.data, `stale-postmaster.pid.${randomBytes(4).toString("hex")}`);
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) === stale.text) {
    await rename(aside, join(place.data, "stale-postmaster.pid"));
    log("The database was not shut down properly: its lock file names no PostgreSQL and was moved aside.", {
      pid: stale.pid,
    });
    return;
  }
  await link(aside, file).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error;
  });
}

/** Waits until the process has ended; false if it still runs after the time. */
export async function waitForEnd(pid: number, data: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while ((await identify(pid, data)) === "ours") {
    if (performance.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
