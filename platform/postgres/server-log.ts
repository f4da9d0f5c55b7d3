import { constants } from "node:fs";
import { type FileHandle, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { EmbeddedDatabaseError, errorText } from "./failure.ts";
import { giveToRootsOwner, type Place } from "./place.ts";

/** A log that is longer is moved aside, in bytes. */
const longestLog = 16 * 1024 * 1024;
/** Windows has none. */
const { O_NOFOLLOW = 0 } = constants;
/** No message needs more of it, in bytes. */
const mostShown = 16_384;

/** Opens the file to which the server writes; a long one is moved aside first. */
export async function openLog(place: Place) {
  const size = await stat(place.log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > longestLog) await rename(place.log, `${place.log}.1`).catch(() => {});
  const { O_APPEND, O_CREAT, O_RDWR } = constants;
  try {
    const log = await open(place.log, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
    await giveToRootsOwner(place, place.log);
    return log;
  } catch (error) {
    throw new EmbeddedDatabaseError("data_place", `${place.log} can't be written: ${errorText(error)}`, {
      cause: error,
    });
  }
}

/**
 * Moves aside what a running server has written last, as soon as it is longer than `longest` bytes. The server goes on at the
 * file's beginning; what it writes at that very moment is lost. No link is followed: the folder may be another user's than root.
 */
export async function shortenLog(place: Place, longest = longestLog): Promise<void> {
  const log = await open(place.log, constants.O_RDWR | O_NOFOLLOW);
  try {
    if ((await log.stat()).size <= longest) return;
    const aside = `${place.log}.1`;
    await rm(aside, { force: true });
    await writeFile(aside, await readEnd(log, longest, 0), { mode: 0o600, flag: "wx" });
    await giveToRootsOwner(place, aside);
    await log.truncate();
  } finally {
    await log.close();
  }
}

/** The last bytes of a file, at most so many, from a position on. */
async function readEnd(file: FileHandle, most: number, offset: number): Promise<Buffer> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(most),
    position: Math.max(offset, size - most),
  });
  return buffer.subarray(0, bytesRead);
}

/** Keeps the log of a running server short until it is stopped. */
export function watchLog(place: Place): { stop(): void } {
  const timer = setInterval(() => void shortenLog(place).catch(() => {}), 60_000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** The log file from a position on; at most its last 4000 characters. */
export async function readLog(place: Place, offset: number): Promise<string> {
  const log = await open(place.log);
  try {
    return (await readEnd(log, mostShown, offset)).toString("utf8").slice(-4000).trim();
  } finally {
    await log.close();
  }
}

/** The last lines of the log, for a message. */
export async function lastLogLines(place: Place, lines = 6): Promise<string> {
  const text = await readLog(place, 0).catch(() => "");
  return text.split("\n").slice(-lines).join("\n");
}
