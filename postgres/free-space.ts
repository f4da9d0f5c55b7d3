import { realpath, statfs } from "node:fs/promises";
import path from "node:path";
import { errorCode, errorText } from "./failure.ts";
import type { Log } from "./log.ts";
import type { Place } from "./place.ts";

const MEGABYTE = 1024 * 1024;

/** Below this a warning is due. PostgreSQL's log alone takes a new file of 16 MB at a time. */
export const WARN_BELOW_BYTES = 256 * MEGABYTE;

/** What a new database takes, with some room. */
export const NEEDED_FOR_NEW_BYTES = 96 * MEGABYTE;

/** Free bytes of the volume that holds a directory, as far as ordinary users may fill it. */
export async function freeBytes(directory: string): Promise<number> {
  const found = await statfs(directory);
  return found.bavail * found.bsize;
}

/** Bytes as a person reads them. */
export function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE)} MB`;
}

/**
 * Warns while the disk is running full: once when it falls below `warnBelowBytes`, again when half of
 * what was left is gone, and tells when there is room again. The data and PostgreSQL's log may lie on
 * different volumes; both are looked at. Resolves after the first look; never rejects.
 */
export async function watchFreeSpace(options: {
  place: Pick<Place, "data">;
  log: Log;
  warnBelowBytes?: number;
  intervalMs?: number;
}): Promise<{ stop(): void }> {
  const { place, log, warnBelowBytes = WARN_BELOW_BYTES, intervalMs = 30_000 } = options;
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

/** The data directory, and that of the write-ahead log where it was put elsewhere. */
async function volumes(data: string): Promise<string[]> {
  const wal = await realpath(path.join(data, "pg_wal")).catch(() => undefined);
  return wal === undefined || wal === path.join(data, "pg_wal") ? [data] : [data, wal];
}

/**
 * A message for people when an error means that the database's disk is full; undefined for other errors.
 * PostgreSQL says 53100 and goes on once there is space; nothing acknowledged is lost.
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
