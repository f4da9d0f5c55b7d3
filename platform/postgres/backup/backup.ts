import { randomBytes } from "node:crypto";
import { access, constants, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { connect } from "../connection.ts";
import { EmbeddedDatabaseError, errorCode, errorText } from "../failure.ts";
import { explainDiskFull, freeBytes, inMegabytes } from "../free-space.ts";
import { removeAbandoned } from "../initialise.ts";
import { type EmbeddedPostgres, startEmbedded } from "../launcher.ts";
import type { Log } from "../log.ts";
import { lookAt } from "../look-at.ts";
import { type FoundPlace, findPlace, makePrivateDirectory, makeRootDirectory } from "../place.ts";
import { type AboutBackup, backupParts, packBackup, readBackup } from "./backup-file.ts";

type BackupReport = AboutBackup & {
  file: string;
  bytes: number;
};

/** Space left for the running database while a backup is put together beside it. */
const reserveBytes = 128 * 1024 * 1024;

/** No packed database has ever taken more of its size than this. */
const packedShare = 0.4;

/**
 * Backs the embedded database up into one new file: complete, as of the end of the backup, while others keep working.
 * If the database is not running, it is started and stopped again. @throws EmbeddedDatabaseError with a message that
 * says what to do.
 */
export async function backUp(options: {
  dataDir: string;
  binaries?: string;
  file: string;
  log: Log;
  /** Gives the backup up; nothing is left of it then. */
  signal?: AbortSignal;
}): Promise<BackupReport> {
  const { log, signal } = options;
  const file = resolve(options.file);
  await checkTarget(file);
  const found = await findPlace(options.dataDir, log);
  if (!found.exists) {
    throw new EmbeddedDatabaseError(
      "data_place",
      `There is no database in ${found.place.home} yet, so there is nothing to back up.`,
    );
  }

  const postgres = await startEmbedded({ ...options, keepRunning: false });
  try {
    return await backUpRunning(postgres, found, file, signal);
  } catch (error) {
    if (!explainDiskFull(error)) throw error;
    throw new EmbeddedDatabaseError(
      "disk_full",
      `The disk is full: no backup was made. Free some space on the disk of ${found.place.root} and of ${file}.`,
      { cause: error },
    );
  } finally {
    // What others use keeps running.
    await postgres.stop();
  }
}

async function backUpRunning(
  postgres: EmbeddedPostgres,
  found: FoundPlace,
  file: string,
  signal: AbortSignal | undefined,
): Promise<BackupReport> {
  const { place, account } = found;
  const about = await describe(postgres, place.root);

  // PostgreSQL writes the parts itself, so they go where its account may write.
  const work = join(place.root, `backup-${randomBytes(6).toString("hex")}`);
  const unfinished = `${file}.unfinished`;
  try {
    await makeRootDirectory(work, account);
    await removeAbandoned(place.root, work, "backup-");
    const written = join(work, "written");
    await makePrivateDirectory(written, account);
    await runBaseBackup(postgres, written, signal);
    for (const name of backupParts) await rename(join(written, name), join(work, name));

    await rm(unfinished, { force: true });
    await packBackup(work, unfinished, about);
    signal?.throwIfAborted();
    // Reads the file once more: what can't be read now could not be restored later.
    await readBackup(
      unfinished,
      async () => {},
      async (packed) => {
        for await (const chunk of packed) void chunk;
      },
    );
    signal?.throwIfAborted();
    await checkTarget(file);
    await rename(unfinished, file);
    return { ...about, file, bytes: (await stat(file)).size };
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

/** Makes sure that the backup can be written, before it is made. The directory may be a link to one. */
async function checkTarget(file: string): Promise<void> {
  const directory = dirname(file);
  try {
    if (!(await stat(directory)).isDirectory()) throw noDirectory(directory);
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) throw noDirectory(directory);
    throw new EmbeddedDatabaseError(
      "backup_file",
      `The backup can't be written to ${directory}: ${errorText(error)}`,
      { cause: error },
    );
  }
  if (await lookAt(file)) {
    throw new EmbeddedDatabaseError(
      "backup_file",
      `${file} exists already. Choose another name, or remove it first.`,
    );
  }
}

function noDirectory(directory: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError("backup_file", `There is no directory ${directory} for the backup.`);
}

/** The backup's own description; also makes sure that there is room to put it together. */
async function describe(postgres: EmbeddedPostgres, root: string): Promise<AboutBackup> {
  const client = await connect(postgres.connection);
  try {
    const { rows } = await client.query<{ bytes: string; made_at: string }>(
      `select (select sum(pg_database_size(oid)) from pg_database)::text as bytes,
         to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as made_at`,
    );
    const needed = Number(rows[0]?.bytes) * packedShare + reserveBytes;
    const free = await freeBytes(root);
    if (free < needed) {
      throw new EmbeddedDatabaseError(
        "disk_full",
        `There is not enough room in ${root} to put a backup together: ${inMegabytes(free)} are free, ` +
          `about ${inMegabytes(needed)} are needed. No backup was made.`,
      );
    }
    return { server_version: postgres.serverVersion, made_at: rows[0]?.made_at ?? "" };
  } finally {
    await client.end();
  }
}

async function runBaseBackup(
  postgres: EmbeddedPostgres,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  // The driver passes `replication` on to the server; its types don't have it.
  const settings: pg.ClientConfig & { replication: string } = {
    ...postgres.connection,
    ssl: false,
    replication: "true",
  };
  const client = new pg.Client(settings);
  client.on("error", () => {}); // the current query gets the error too
  const end = () => void client.end().catch(() => {});
  signal?.addEventListener("abort", end);
  try {
    await client.connect();
    // Keeps the log that is written meanwhile until it is in the backup; it ends with the connection.
    const slot = `rounds_${randomBytes(6).toString("hex")}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    await client.query(
      `BASE_BACKUP (LABEL 'rounds', TARGET 'server', TARGET_DETAIL ${pg.escapeLiteral(directory)}, ` +
        "COMPRESSION 'gzip', WAL true, CHECKPOINT 'fast', MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (explainDiskFull(error)) throw error;
    const code = errorCode(error);
    throw new EmbeddedDatabaseError(
      "backup_file",
      `PostgreSQL could not make the backup: ${errorText(error)}${code ? ` (${code})` : ""}`,
      { cause: error },
    );
  } finally {
    signal?.removeEventListener("abort", end);
    await client.end().catch(() => {});
  }
}
