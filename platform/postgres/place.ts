import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { type Account, barrierFor, chooseAccount, nameOf, ownName } from "./account.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "./failure.ts";
import type { Log } from "./log.ts";
import { lookAt } from "./look-at.ts";

/**
 * Where the database lives.
 *
 *     home/                    DATA_DIR, or a directory of systemDirectory (see `newHome`)
 *       postgres/              = root. Belongs to whoever starts Rounds
 *         data/                the cluster. Belongs to the account PostgreSQL runs as, like run/
 *         run/                 the private socket directory
 *         password             of the superuser `rounds`
 *         postgres.log
 *         server.json          which binaries the running server was started from
 *       postgres.before-restore-1/ …   what a restore moved aside
 */
export type Place = {
  /** The real path of the product's DATA_DIR. */
  dataDir: string;
  home: string;
  root: string;
  data: string;
  password: string;
  log: string;
  serverRecord: string;
};

/** Contains what root keeps for an unprivileged account: databases and binaries it can reach. */
export const systemDirectory = "/var/lib/rounds";

/** A finished restore waits under this name for its last rename (see `restore.ts`). */
export const restoredFolder = "postgres.restored";

/** The file in DATA_DIR that names the home of a database that had to go elsewhere. */
const pointerFile = "postgres.location";

/** The files and folders of a database that lives in `home`; nothing is looked up or made. */
export function placeAt(home: string, dataDir = home, name = "postgres"): Place {
  const root = join(home, name);
  return {
    dataDir,
    home,
    root,
    data: join(root, "data"),
    password: join(root, "password"),
    log: join(root, "postgres.log"),
    serverRecord: join(root, "server.json"),
  };
}

/** Where the database of a DATA_DIR is, or will be, and the account that runs it. */
export type FoundPlace = {
  place: Place;
  account: Account;
  /** Whether there is already a database. */
  exists: boolean;
};

/**
 * Finds the database that belongs to DATA_DIR, or chooses the place for a new one, and the account that may run it.
 * Creates DATA_DIR if it is missing, but no database.
 */
export async function findPlace(dataDirectory: string, log: Log): Promise<FoundPlace> {
  const dataDir = await makeDataDirectory(dataDirectory);
  const place = placeAt((await homeFromPointer(dataDir)) ?? dataDir, dataDir);
  try {
    await finishInterruptedRestore(place);
    // Of the new database only `root` is certainly readable to another user: data/ may be closed.
    const root = await lookAt(place.root);
    const data = root ? await lookAt(place.data) : undefined;
    if (root && !data) {
      throw new EmbeddedDatabaseError(
        "data_place",
        `${place.root} exists, but holds no database. Move it away to begin with an empty database.`,
      );
    }
    if (data) {
      const account = await chooseAccount(data);
      await checkOwner(place, account, data);
      return { place, account, exists: true };
    }
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    throw await foreignData(place, (await lookAt(place.root).catch(() => undefined))?.uid, error);
  }

  const account = await chooseAccount(undefined);
  const home = await newHome(dataDir, account, log);
  return { place: placeAt(home, dataDir), account, exists: false };
}

/** Creates a directory only for its owner; if root runs PostgreSQL as an account, for that account. */
export async function makePrivateDirectory(directory: string, account: Account): Promise<void> {
  await mkdir(directory, { mode: 0o700 });
  await giveTo(account, directory);
}

/** Gives a file or directory that root created to the account PostgreSQL runs as. */
export async function giveTo(account: Account, file: string): Promise<void> {
  if (account.kind === "handed-over") await chown(file, account.uid, account.gid);
}

/** What root writes for an ordinary user's database stays that user's. */
export async function giveToRootsOwner({ root }: Place, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(root);
  await lchown(file, uid, gid);
}

/**
 * Creates the directory that will become `root`. It belongs to the person who starts Rounds: if that is root,
 * PostgreSQL's account may pass through, but neither read the password nor put links into it.
 */
export async function makeRootDirectory(directory: string, account: Account): Promise<void> {
  await mkdir(directory, { mode: 0o700 });
  if (account.kind === "handed-over") await chmod(directory, 0o711);
}

/**
 * A restore puts the new database in place with two renames. If it was ended between them, the second is done here, so
 * that no start finds nothing and creates an empty database.
 */
async function finishInterruptedRestore(place: Place): Promise<void> {
  if (await lookAt(place.root)) return;
  if (!(await lookAt(join(place.home, restoredFolder)))) return;
  await rename(join(place.home, restoredFolder), place.root).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error; // another process was faster
  });
}

async function makeDataDirectory(directory: string): Promise<string> {
  try {
    // If root starts Rounds, PostgreSQL's account must be able to pass through.
    await mkdir(directory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    return await realpath(directory);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      "data_place",
      `The data directory ${directory} can't be made or opened as ${ownName()}: ${errorText(error)}. ` +
        "Set DATA_DIR to a directory that this user can write to.",
      { cause: error },
    );
  }
}

async function homeFromPointer(dataDir: string): Promise<string | undefined> {
  const pointer = join(dataDir, pointerFile);
  const text = await readFile(pointer, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new EmbeddedDatabaseError("data_place", `${pointer} can't be read: ${errorText(error)}`);
  });
  if (text === undefined) return undefined;

  const [home = "", origin = ""] = text.split("\n");
  if (!(await lookAt(home))) {
    throw new EmbeddedDatabaseError(
      "data_place",
      `The database of ${dataDir} was kept in ${home}, which is gone. ` +
        `Put it back, or delete ${pointer} to begin with an empty database.`,
    );
  }
  if (origin !== dataDir && (await lookAt(join(origin, pointerFile)))) {
    throw new EmbeddedDatabaseError(
      "data_place",
      `${dataDir} is a copy of ${origin}: both point to the database in ${home}. ` +
        `Delete ${pointer} to begin with an empty database here, then restore a backup into it.`,
    );
  }
  return home;
}

/**
 * A new database goes below DATA_DIR. Only if root starts Rounds and PostgreSQL's account can't get there (below
 * /root, or a home directory closed to others), it goes to a directory of its own below systemDirectory, and a
 * pointer in DATA_DIR remembers where, even if the permissions change.
 */
async function newHome(dataDir: string, account: Account, log: Log): Promise<string> {
  const barrier = await barrierFor(account, dataDir);
  if (barrier === undefined) return dataDir;
  if (barrier === dataDir && (await readdir(dataDir)).length === 0) {
    // It contains nothing that its mode could protect, so it may be opened to pass through.
    await chmod(dataDir, 0o711);
    if ((await barrierFor(account, dataDir)) === undefined) return dataDir;
  }

  const home = join(systemDirectory, shortHash(dataDir));
  try {
    await mkdir(home, { recursive: true, mode: 0o711 });
    await chmod(systemDirectory, 0o755);
    await chmod(home, 0o711);
  } catch (error) {
    throw cannotKeepElsewhere(dataDir, barrier, account, errorText(error));
  }
  const second = await barrierFor(account, home);
  if (second !== undefined) {
    throw cannotKeepElsewhere(dataDir, barrier, account, `${second} is closed to it, too`);
  }

  const note =
    `Rounds was started as root. PostgreSQL runs as “${account.name}” then, which may not enter ${barrier},\n` +
    "so the database is kept in the directory of the first line. Back it up with `npm run backup`.\n";
  const pointer = join(dataDir, pointerFile);
  await writeFile(`${pointer}.${process.pid}`, `${home}\n${dataDir}\n\n${note}`);
  await rename(`${pointer}.${process.pid}`, pointer);
  log(
    `The database is kept in ${home}: PostgreSQL runs as “${account.name}”, which can't enter ${barrier}.`,
    {
      data_dir: dataDir,
      database_dir: home,
    },
  );
  return home;
}

function cannotKeepElsewhere(dataDir: string, barrier: string, account: Account, reason: string) {
  return new EmbeddedDatabaseError(
    "data_place",
    `Rounds was started as root, so PostgreSQL runs as “${account.name}”, which can't enter ${barrier} to get ` +
      `to ${dataDir}; and ${systemDirectory} can't be used instead: ${reason}. ` +
      "Set DATA_DIR to a directory open to others, or start Rounds as an ordinary user.",
  );
}

async function checkOwner(place: Place, account: Account, data: { uid: number }): Promise<void> {
  if (account.kind === "own" && account.uid !== undefined && account.uid !== data.uid) {
    throw await foreignData(place, data.uid);
  }
  const barrier = await barrierFor(account, place.root);
  if (barrier !== undefined) {
    throw new EmbeddedDatabaseError(
      "data_place",
      `The database in ${place.data} runs as “${account.name}”, which can't enter ${barrier}. ` +
        `Open it with: chmod o+x ${barrier}`,
    );
  }
}

async function foreignData(place: Place, uid: number | undefined, cause?: unknown) {
  const owner = uid === undefined ? "another user" : `the user ${await nameOf(uid)}`;
  return new EmbeddedDatabaseError(
    "data_owner",
    `The database in ${place.root} belongs to ${owner}, but Rounds was started as “${ownName()}” ` +
      "(it was probably started as root before). Start Rounds as that user or as root, " +
      `or, while it is stopped, hand the data over once: sudo chown -R ${ownName()} ${place.home}`,
    { cause },
  );
}

/** A short name for a path, the same on every start. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
