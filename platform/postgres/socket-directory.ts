import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "./failure.ts";
import { lookAt } from "./look-at.ts";
import { giveTo, type Place, shortHash, systemDirectory } from "./place.ts";

/** The port is only part of the socket's name: nothing listens on the network. */
export const socketPort = 5432;

/** The longest path of a Unix socket on every system: macOS allows 104 bytes with the closing zero. */
const longestSocketPath = 103;

/**
 * Makes sure of a directory that only PostgreSQL's account may enter, for its socket. That is `run`
 * beside the data. Where the path is too long for a socket, it is, in this order:
 * - as root, below systemDirectory, where nobody else can write;
 * - else below /var/tmp, under a name made from user and path; the directory is used only if it is this
 *   user's own and closed to others. Systems that clean /var/tmp leave live sockets alone, and PostgreSQL
 *   touches its socket once an hour;
 * - else below XDG_RUNTIME_DIR, which comes last because it goes away when the user logs out, whatever
 *   still runs.
 */
export async function makeSocketDirectory(place: Place, account: Account): Promise<string> {
  const beside = join(place.root, "run");
  const name = shortHash(place.root);
  const candidates =
    account.kind === "handed-over"
      ? [beside, join(systemDirectory, `run-${name}`)]
      : [
          beside,
          join("/var/tmp", `rounds-${account.uid ?? "own"}-${name}`),
          ...(process.env.XDG_RUNTIME_DIR ? [join(process.env.XDG_RUNTIME_DIR, `rounds-${name}`)] : []),
        ];
  const reasons: string[] = [];
  for (const directory of candidates) {
    const length = Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`));
    const problem =
      length > longestSocketPath ? "the path is too long" : await claimPrivately(directory, account);
    if (problem === undefined) return directory;
    reasons.push(`${directory} (${problem})`);
  }
  throw new EmbeddedDatabaseError(
    "data_place",
    `No directory can hold PostgreSQL's socket: ${reasons.join("; ")}. Set DATA_DIR to a shorter path.`,
  );
}

/** Creates the directory, or checks an existing one; returns the problem in words if it can't be trusted. */
async function claimPrivately(directory: string, account: Account): Promise<string | undefined> {
  try {
    if (directory.startsWith(`${systemDirectory}/`)) {
      await mkdir(systemDirectory, { recursive: true });
      await chmod(systemDirectory, 0o755);
    }
    await mkdir(directory, { mode: 0o700 });
    await giveTo(account, directory);
    return undefined;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") return errorText(error);
  }
  const found = await lookAt(directory);
  if (process.platform === "win32") return found?.isDirectory() ? undefined : "not a directory";
  if (!found?.isDirectory()) return "not a directory";
  if ((found.mode & 0o077) !== 0) return "open to others";
  if (found.uid === account.uid) return undefined;
  // Root ended between creating the directory and changing its owner.
  if (found.uid !== process.getuid?.()) return "belongs to another user";
  await giveTo(account, directory);
  return undefined;
}
