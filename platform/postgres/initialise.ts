import { randomBytes } from "node:crypto";
import { chmod, copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { type Binaries, program } from "./binaries.ts";
import { superuser } from "./connection.ts";
import { EmbeddedDatabaseError, errorCode } from "./failure.ts";
import { explainDiskFull, freeBytes, inMegabytes, neededForNewBytes } from "./free-space.ts";
import { lookAt } from "./look-at.ts";
import { giveTo, makePrivateDirectory, makeRootDirectory, type Place, placeAt } from "./place.ts";
import { runProgram } from "./run-program.ts";

const hourMs = 3_600_000;

/**
 * Creates a new, empty cluster, unless there is one. It is created in a directory beside its place and then moved
 * there with one rename: a killed process leaves nothing half made, and of several that start at once one wins and the
 * others use its cluster.
 */
export async function initialise(place: Place, account: Account, binaries: Binaries): Promise<void> {
  if (await lookAt(place.root)) return;
  const free = await freeBytes(place.home);
  if (free < neededForNewBytes) {
    throw new EmbeddedDatabaseError(
      "disk_full",
      `There is no room for a database in ${place.home}: ${inMegabytes(free)} are free, ` +
        `${inMegabytes(neededForNewBytes)} are needed.`,
    );
  }

  const building = placeAt(place.home, place.dataDir, `postgres.new-${randomBytes(6).toString("hex")}`);
  try {
    await makeRootDirectory(building.root, account);
    await removeAbandoned(place.home, building.root, "postgres.new-");
    await makePrivateDirectory(building.data, account);
    await runInitdb(building, account, binaries, await writePassword(building));
    try {
      await rename(building.root, place.root);
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(errorCode(error) ?? "")) throw error;
      if (!(await lookAt(place.data))) throw error; // not merely a faster process
    }
    await syncDirectory(place.home);
  } finally {
    await rm(building.root, { recursive: true, force: true });
  }
}

/** Writes a new password for the superuser and returns it. */
export async function writePassword(place: Place): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  await writeFile(place.password, `${password}\n`, { mode: 0o600, flag: "wx" });
  const handle = await open(place.password, "r");
  await handle.sync();
  await handle.close();
  return password;
}

/** Makes a rename in the directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  await handle.sync();
  await handle.close();
}

/**
 * Removes what processes killed long ago left half made beside the database. Age is judged by comparison with a new
 * file, so that a wrong clock does no harm.
 */
export async function removeAbandoned(home: string, justMade: string, prefix: string): Promise<void> {
  const now = (await stat(justMade)).mtimeMs;
  for (const name of await readdir(home)) {
    const file = join(home, name);
    if (!name.startsWith(prefix) || file === justMade) continue;
    const found = await lookAt(file);
    if (found && now - found.mtimeMs > hourMs) await rm(file, { recursive: true, force: true });
  }
}

/** Refuses data of another major version, before anything is started or stopped. */
export async function checkVersion(place: Place, binaries: Binaries): Promise<void> {
  const text = await readFile(join(place.data, "PG_VERSION"), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new EmbeddedDatabaseError(
      "data_place",
      `${place.data} holds no PostgreSQL database (PG_VERSION is missing). ` +
        `Move ${place.root} away to begin with an empty database, or restore a backup.`,
    );
  }
  const major = Number.parseInt(text, 10);
  if (major === binaries.major) return;
  throw new EmbeddedDatabaseError(
    "data_version",
    `The database in ${place.data} was made by PostgreSQL ${major}, but ${binaries.directory} is ` +
      `PostgreSQL ${binaries.major}, which can't read it. Set POSTGRES_BIN to the programs of PostgreSQL ${major}.`,
  );
}

async function runInitdb(
  building: Place,
  account: Account,
  binaries: Binaries,
  password: string,
): Promise<void> {
  // initdb runs as the account and must read the password; the permanent file is closed to it.
  const passwordFile = join(building.root, "password-for-initdb");
  await copyFile(building.password, passwordFile);
  await chmod(passwordFile, 0o600);
  await giveTo(account, passwordFile);

  const initdb = (locale: string[]) =>
    runProgram(
      program(binaries, "initdb"),
      [
        `--pgdata=${building.data}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--data-checksums",
        ...locale,
      ],
      account,
    );
  // PostgreSQL's own C.UTF-8 sorts alike on every system; before version 17 the system's has to do. Even the former
  // requires the system to know a locale of that name, which old Linux and macOS do not.
  const own = binaries.major >= 17;
  let result = await initdb([`--locale-provider=${own ? "builtin" : "libc"}`, "--locale=C.UTF-8"]);
  if (result.status !== 0 && /invalid locale name/.test(result.errors)) {
    result = await initdb(
      own
        ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        : ["--locale-provider=libc", "--locale=C"],
    );
  }
  await rm(passwordFile, { force: true });
  if (result.status === 0) return;

  const reason = (result.errors.trim() || result.spawnError || "no reason given").replaceAll(password, "…");
  if (explainDiskFull(new Error(reason))) {
    throw new EmbeddedDatabaseError(
      "disk_full",
      `The disk is full: no database could be made in ${building.home}.`,
    );
  }
  if (/could not look up effective user ID/.test(reason)) {
    throw new EmbeddedDatabaseError(
      "account",
      `PostgreSQL needs the user that it runs as to have a name, and uid ${process.getuid?.()} has none in ` +
        "/etc/passwd. Start Rounds as a named user or as root, or set DATABASE_URL.",
    );
  }
  throw new EmbeddedDatabaseError(
    "no_start",
    `The database could not be made in ${building.home}: ${reason}`,
  );
}
