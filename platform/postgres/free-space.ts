import { realpath, statfs } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, errorText } from "./failure.ts";
import type { Log } from "./log.ts";
import type { Place } from "./place.ts";

const megabyte = 1024 * 1024;

/** Below this a warning is due. PostgreSQL's log alone adds files of 16 MB. */
const nearlyFullBytes = 256 * megabyte;

/** The size of a new database, with some reserve. */
export const neededForNewBytes = 96 * megabyte;

/** Free bytes of the volume of a directory, as far as ordinary users may fill it. */
export async function freeBytes(directory: string): Promise<number> {
  const found = await statfs(directory);
  return found.bavail * found.bsize;
}

/** Bytes for people. */
export function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / megabyte)} MB`;
}

/**
 * Warns while the disk is filling up: once when the free space falls below `warnBelowBytes`, again when half of the
 * rest is gone, and reports when there is room again. The data and PostgreSQL's log may be on different volumes; both
 * are checked. Resolves after the first check; never rejects.
 */
export async function watchFreeSpace(options: {
  place: Pick<Place, "data">;
  log: Log;
  warnBelowBytes?: number;
  intervalMs?: number;
}): Promise<{ stop(): void }> {
  const { place, log, warnBelowBytes = nearlyFullBytes, intervalMs = 30_000 } = options;
  const lastWarning = new Map<string, number>();

  async function look(): Promise<void> {
    for (const directory of await volumes(place.data)) {
      const free = await freeBytes(directory).catch(() => undefined);
      if (free === undefined) continue;
      const warnedAt = lastWarning.get(directory);
      if (free >= warnBelowBytes) {
        if (warnedAt !== undefined) log(`There is room again for the database: ${inMegabytes(free)} free.`);
        lastWarning.delete(directory);
      } else if (warnedAt === undefined || free < warnedAt / 2) {
        lastWarning.set(directory, free);
        log(
          `The disk that holds the database is nearly full: ${inMegabytes(free)} left for ${directory}. ` +
            "When it is full, nothing more can be saved until there is space.",
          { severity: "warn", directory, free_bytes: free },
        );
      }
    }
  }

  await look();
  const timer = setInterval(() => void look(), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** The data directory, and that of the write-ahead log if it is elsewhere. */
async function volumes(data: string): Promise<string[]> {
  const wal = await realpath(join(data, "pg_wal")).catch(() => undefined);
  return wal === undefined || wal === join(data, "pg_wal") ? [data] : [data, wal];
}

/**
 * A message for people if an error means that the database's disk is full; undefined for other errors. PostgreSQL
 * reports 53100 and continues once there is space; nothing acknowledged is lost.
 */
export function explainDiskFull(error: unknown): string | undefined {
  const code = errorCode(error);
  const full =
    code === "53100" ||
    code === "ENOSPC" ||
    code === "EDQUOT" ||
    /No space left on device|Disk quota exceeded/.test(errorText(error));
  if (!full) return undefined;
  return (
    "The disk that holds the database is full, so this was not saved. Everything saved before is safe. " +
    "Free some space and try again."
  );
}
