import { readdir, readFile } from "node:fs/promises";

/** Clock ticks per second, Linux's unit of process times (`getconf CLK_TCK`, 100 on every platform of Node). */
const ticks = 100;

/** A process's processor time, in seconds: its own, and that of its ended children. */
type Used = { self: number; ended: number; parent: number };

async function readUsed(pid: number | string): Promise<Used | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in brackets may contain spaces and brackets.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => fields[at]);
  if (user === undefined || system === undefined || endedUser === undefined || endedSystem === undefined)
    return undefined;
  return { self: (user + system) / ticks, ended: (endedUser + endedSystem) / ticks, parent: parent ?? 0 };
}

/** Processor seconds that a process has used so far; undefined if the system does not say (Linux does). */
export async function processorSeconds(pid: number | undefined): Promise<number | undefined> {
  return pid === undefined ? undefined : (await readUsed(pid))?.self;
}

/**
 * Processor seconds that a PostgreSQL has used so far: its postmaster, every process that works for it, and those that
 * ended. Undefined if the system does not say, or the server is on another machine.
 */
export async function databaseSeconds(postmaster: number | undefined): Promise<number | undefined> {
  if (postmaster === undefined) return undefined;
  const own = await readUsed(postmaster);
  if (own === undefined) return undefined;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const used = await Promise.all(pids.map(readUsed));
  const children = used.filter((one) => one?.parent === postmaster);
  return own.self + own.ended + children.reduce((sum, one) => sum + (one?.self ?? 0), 0);
}
