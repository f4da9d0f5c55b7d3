import { randomBytes } from "node:crypto";
import { chown, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import pg from "pg";
import type { Account } from "../account.ts";
import { type Binaries, findBinaries } from "../binaries.ts";
import { ask, type Connection, connect, connectionTo, superuser } from "../connection.ts";
import { ensureServer } from "../ensure-server.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "../failure.ts";
import { explainDiskFull } from "../free-space.ts";
import { removeAbandoned, syncDirectory, writePassword } from "../initialise.ts";
import type { Log } from "../log.ts";
import { lookAt } from "../look-at.ts";
import {
  findPlace,
  giveTo,
  giveToRootsOwner,
  makeRootDirectory,
  type Place,
  placeAt,
  restoredFolder,
} from "../place.ts";
import { identify, readPidFile } from "../postmaster.ts";
import { type Cluster, shutDown } from "../server-process.ts";
import { type AboutBackup, readBackup, unpackBase } from "./backup-file.ts";
import { checkAgainstManifest, damaged, readManifest } from "./backup-manifest.ts";

type RestoreReport = AboutBackup & {
  /** Tables of the product's database, and the rows in all of them. */
  tables: number;
  rows: number;
  /** Where the former database is. */
  movedTo: string | undefined;
  directory: string;
};

/** Recovery replays what was written while the backup was made. */
const proofTimeoutMs = 600_000;

/**
 * Replaces the embedded database with a backup. The backup is unpacked beside it, compared with its checksums, started
 * once and read completely; only then does it take the place. A former database is moved aside, and only if `replace`
 * is set. The product must not run meanwhile. @throws EmbeddedDatabaseError with a message that says what to do;
 * nothing has changed then.
 */
export async function restoreBackup(options: {
  dataDir: string;
  binaries?: string;
  file: string;
  replace: boolean;
  /** A statement to run in the restored database, such as to note that it is an older state. */
  finish?: string;
  log: Log;
  /** Gives up while the backup is unpacked and proved; what was started for it is shut down, and nothing has changed. */
  signal?: AbortSignal;
}): Promise<RestoreReport> {
  const { log, replace, finish, signal } = options;
  const file = resolve(options.file);
  const { place, account, exists } = await findPlace(options.dataDir, log);
  const binaries = await findBinaries({
    override: options.binaries,
    account,
    dataDir: place.dataDir,
    log,
  });
  if (exists) {
    await refuseWhileInUse({ place, account, binaries }, log);
    if (!replace) {
      throw new EmbeddedDatabaseError(
        "in_use",
        `There is a database in ${place.root}. To put the backup in its place, add --replace: ` +
          "the database that is there is moved aside, not deleted.",
      );
    }
  }

  const staging = placeAt(place.home, place.dataDir, `postgres.restoring-${randomBytes(6).toString("hex")}`);
  try {
    await makeRootDirectory(staging.root, account);
    await removeAbandoned(place.home, staging.root, "postgres.restoring-");
    const about = await unpack(file, staging, { account, binaries, log, signal });
    signal?.throwIfAborted();
    const counted = await prove({ place: staging, account, binaries }, finish, log, signal);
    if (exists)
      for (const made of [staging.password, staging.log, staging.root]) await giveToRootsOwner(place, made);
    const movedTo = await swap(staging, { place, account, binaries }, exists, log);
    return { ...about, ...counted, movedTo, directory: place.root };
  } catch (error) {
    if (!explainDiskFull(error)) throw error;
    throw new EmbeddedDatabaseError(
      "disk_full",
      `The disk is full: the backup could not be unpacked beside ${place.root}. Nothing was changed.`,
      { cause: error },
    );
  } finally {
    // Files of a failed unpacking may still be appearing.
    await rm(staging.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Refuses if somebody uses the database; a server left behind by a killed process is shut down. */
async function refuseWhileInUse(cluster: Cluster, log: Log): Promise<void> {
  const { place } = cluster;
  const lock = await readPidFile(place.data);
  if (!lock) return;
  const identity = lock.pid === undefined ? "gone" : await identify(lock.pid, place.data);
  const connection = await connectionTo(place, lock);
  const answer = connection && (await ask(connection));
  const ready = answer?.kind === "ready";
  if (!ready && (identity === "gone" || identity === "other")) return;
  if (ready && identity === "ours" && answer.holders === 0 && lock.pid !== undefined) {
    log("The database was left running by a process that was killed. It is shut down.", { pid: lock.pid });
    return shutDown(cluster, lock.pid);
  }
  throw new EmbeddedDatabaseError(
    "in_use",
    `Rounds is running on this database (PostgreSQL has pid ${lock.pid}). Stop Rounds, then restore. ` +
      "Nothing was changed.",
  );
}

async function unpack(
  file: string,
  staging: Place,
  {
    account,
    binaries,
    log,
    signal,
  }: { account: Account; binaries: Binaries; log: Log; signal: AbortSignal | undefined },
): Promise<AboutBackup> {
  // A missing file is reported once it is read.
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  const { about, manifest } = await readBackup(
    file,
    async ({ server_version }) => {
      const major = Number.parseInt(server_version, 10);
      if (major === binaries.major) return;
      throw new EmbeddedDatabaseError(
        "data_version",
        `The backup was made by PostgreSQL ${major}, but ${binaries.directory} is PostgreSQL ${binaries.major}, ` +
          `which can't read it. Set POSTGRES_BIN to the programs of PostgreSQL ${major}.`,
      );
    },
    (packed) => unpackBase(untilAborted(packed, signal), staging.data),
    (bytes) => log(`Unpacking the backup: ${Math.floor((100 * bytes) / size)} % read.`),
  );
  await checkAgainstManifest(staging.data, readManifest(manifest));
  if (account.kind === "handed-over") await giveAllTo(account, staging.data);
  return { server_version: about.server_version, made_at: about.made_at };
}

/**
 * Starts the unpacked cluster, which replays its log, gives it a new password and reads every row. The backup contains
 * only the old password's hash, so this start accepts everybody who may enter the private socket directory:
 * PostgreSQL's account and the user who started this.
 */
async function prove(
  cluster: Cluster,
  finish: string | undefined,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<{ tables: number; rows: number }> {
  const { place, account } = cluster;
  const password = await writePassword(place);
  const trust = join(place.root, "trust.conf");
  await writeFile(
    trust,
    process.platform === "win32" ? "host all all 127.0.0.1/32 trust\n" : "local all all trust\n",
    {
      mode: 0o600,
      flag: "wx",
    },
  );
  await giveTo(account, trust);

  const proving: Cluster = { ...cluster, extraSettings: { hba_file: trust } };
  const server = await ensureServer(proving, log, proofTimeoutMs);
  async function readAll() {
    await runIn(server.connection, `alter role ${superuser} password ${pg.escapeLiteral(password)}`);
    const restored = { ...server.connection, database: "rounds" };
    if (finish) await runIn(restored, finish);
    return await countRows(restored);
  }
  try {
    return await unlessAborted(readAll, signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw damaged(`it was unpacked and started, but could not be read: ${errorText(error)}`, error);
  } finally {
    await shutDown(proving, server.pid);
    await rm(trust, { force: true });
    await rm(place.serverRecord, { force: true });
  }
}

/** The result of work, or a rejection as soon as the signal is aborted; work under way is left alone. */
async function unlessAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return await Promise.race([work(), aborted]);
}

async function* untilAborted(packed: AsyncIterable<Buffer>, signal: AbortSignal | undefined) {
  for await (const chunk of packed) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

async function runIn(connection: Connection, statement: string): Promise<void> {
  const client = await connect(connection);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Counting reads every page of every table, and PostgreSQL checks each page's checksum. */
async function countRows(connection: Connection): Promise<{ tables: number; rows: number }> {
  const client = await connect(connection);
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name
         from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind = 'r' and nspname <> 'information_schema' and nspname not like 'pg\\_%'`,
    );
    let rows = 0;
    for (const { name } of tables.rows) {
      const counted = await client.query<{ count: string }>(`select count(*)::text as count from ${name}`);
      rows += Number(counted.rows[0]?.count);
    }
    return { tables: tables.rows.length, rows };
  } finally {
    await client.end();
  }
}

/**
 * Puts the verified cluster in place. It first gets a name under which the next start would find it, so that a power
 * cut between the two following renames costs nothing (see `findPlace`).
 */
async function swap(staging: Place, target: Cluster, exists: boolean, log: Log): Promise<string | undefined> {
  const { place } = target;
  const finished = join(place.home, restoredFolder);
  // One that an earlier restore left here never took its place, or it would not have this name.
  await rm(finished, { recursive: true, force: true });
  let movedTo: string | undefined;
  if (exists) {
    await refuseWhileInUse(target, log);
    movedTo = await freeName(place);
    await rename(staging.root, finished);
    await rename(place.root, movedTo);
    const moved = placeAt(place.home, place.dataDir, basename(movedTo));
    if (await readPidFile(moved.data)) {
      // Rounds was started in between. Everything goes back.
      await rename(moved.root, place.root);
      await rename(finished, staging.root);
      throw new EmbeddedDatabaseError(
        "in_use",
        "Rounds was started while the backup was being restored. Stop it and restore again. Nothing was changed.",
      );
    }
  } else {
    await rename(staging.root, finished);
  }
  try {
    await rename(finished, place.root);
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST", "EPERM"].includes(errorCode(error) ?? "")) {
      await rm(finished, { recursive: true, force: true });
      throw new EmbeddedDatabaseError(
        "in_use",
        "Rounds was started while the backup was being restored and made a new database. " +
          "Stop it and restore again with --replace.",
        { cause: error },
      );
    }
    // A start that found nothing else has done this rename itself.
    if (errorCode(error) !== "ENOENT") throw error;
  }
  await syncDirectory(place.home);
  return movedTo;
}

async function freeName(place: Place): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = join(place.home, `postgres.before-restore-${number}`);
    if (!(await lookAt(name))) return name;
  }
}

async function giveAllTo(account: Account & { kind: "handed-over" }, directory: string): Promise<void> {
  await chown(directory, account.uid, account.gid);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
