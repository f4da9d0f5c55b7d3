import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { create, extract, Parser, type ReadEntry } from "tar";
import { EmbeddedDatabaseError, errorText } from "../failure.ts";
import { explainDiskFull } from "../free-space.ts";
import { damaged, sha256 } from "./backup-manifest.ts";

/*
 * A backup is one plain tar file, which can be looked into and unpacked with any tar, of
 *   rounds-backup.json   what it is, and the size and checksum of the other two
 *   backup_manifest      PostgreSQL's own list of all files with their checksums
 *   base.tar.gz          the data directory as PostgreSQL packed it, with the log it takes to use it
 * The npm package `tar` packs and unpacks (npm itself uses it): minimal systems have no tar program, and
 * those that have one have three different kinds.
 */

const aboutFile = "rounds-backup.json";
const manifestFile = "backup_manifest";
const baseFile = "base.tar.gz";
const backupFormat = "rounds-backup";
const formatVersion = 1;

/** The parts that PostgreSQL writes for a backup. */
export const backupParts = [manifestFile, baseFile] as const;

export type AboutBackup = {
  /** As the server reported it: `18.4`. */
  server_version: string;
  /** When the backup started, by the server's clock: ISO 8601 in UTC. */
  made_at: string;
};

type StoredAbout = AboutBackup & {
  format: typeof backupFormat;
  format_version: number;
  files: { name: string; size: number; sha256: string }[];
};

/** Packs the parts in `directory` into `file`, which must not exist, and flushes it to the disk. */
export async function packBackup(directory: string, file: string, about: AboutBackup): Promise<void> {
  const files = [];
  for (const name of backupParts) {
    const part = join(directory, name);
    files.push({ name, size: (await stat(part)).size, sha256: await sha256(part) });
  }
  const stored: StoredAbout = { format: backupFormat, format_version: formatVersion, ...about, files };
  await writeFile(join(directory, aboutFile), `${JSON.stringify(stored, null, 2)}\n`, { flag: "wx" });

  // A backup contains everybody's data: only the user who made it may read it.
  const handle = await open(file, "wx", 0o600);
  try {
    const packed = create({ cwd: directory, portable: true, strict: true }, [aboutFile, ...backupParts]);
    for await (const chunk of packed) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Reads a backup file from start to end and checks every part against its recorded checksum. `useBase` gets the packed
 * data directory and must read all of it, or throw; `onProgress` hears now and then how many bytes were read.
 */
export async function readBackup(
  file: string,
  begin: (about: AboutBackup) => Promise<void>,
  useBase: (packed: AsyncIterable<Buffer>) => Promise<void>,
  onProgress: (bytes: number) => void = () => {},
): Promise<{ about: AboutBackup; manifest: Buffer }> {
  let about: StoredAbout | undefined;
  let manifest: Buffer | undefined;
  const seen = new Set<string>();

  async function readEntry(entry: ReadEntry): Promise<void> {
    if (seen.has(entry.path)) throw damaged(`${entry.path} is in it twice`);
    seen.add(entry.path);
    if (about === undefined) {
      about = readAbout(entry.path, await collect(entry));
      return begin(about);
    }
    const expected = about.files.find((candidate) => candidate.name === entry.path);
    if (!expected) throw damaged(`${entry.path} does not belong to it`);
    const hash = createHash("sha256");
    async function* checked(): AsyncIterable<Buffer> {
      // The package types its chunks as text or bytes; without an encoding they are bytes.
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    }
    if (entry.path === baseFile) await useBase(checked());
    else manifest = await collect(checked());
    if (entry.size !== expected.size || hash.digest("hex") !== expected.sha256) {
      throw damaged(`${entry.path} has changed`);
    }
  }

  await readTar(file, readEntry, onProgress);
  const missing = [aboutFile, ...backupParts].find((name) => !seen.has(name));
  if (missing || !about || !manifest) throw damaged(`${missing ?? manifestFile} is missing`);
  return { about, manifest };
}

/** The most bytes that may follow the end of a tar: programs fill the last record, of 10 KiB, with zeros. */
const maxPadding = 1024 * 1024;

/**
 * What of a tar's bytes its parser may still get. It keeps all that follows the end, and copies it with every further chunk, so
 * it must not get that. Throws if it is not a little padding of zeros.
 */
function untilEnd(parser: Pick<Parser, "once">): (chunk: Buffer) => boolean {
  let isEnded = false;
  let padding = 0;
  parser.once("eof", () => {
    isEnded = true;
  });
  return (chunk) => {
    if (!isEnded) return true;
    padding += chunk.length;
    if (padding > maxPadding || chunk.some((byte) => byte !== 0))
      throw damaged("there is more behind its end");
    return false;
  };
}

/** Unpacks a data directory that PostgreSQL packed. */
export async function unpackBase(packed: AsyncIterable<Buffer>, data: string): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  let foreign: string | undefined;
  const unpack = extract({
    cwd: data,
    strict: true,
    preserveOwner: false,
    filter: (name, entry) => {
      if ("type" in entry && !["File", "Directory"].includes(entry.type)) foreign ??= `${name} is a link`;
      return foreign === undefined;
    },
  });
  const failed = new Promise<never>((_, reject) => unpack.on("error", reject));
  failed.catch(() => {}); // it is checked below
  const closed = new Promise<void>((resolve) => unpack.once("close", () => resolve()));
  const isWanted = untilEnd(unpack);
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        if (!isWanted(chunk) || unpack.write(chunk)) done();
        else unpack.once("drain", () => done());
      } catch (error) {
        done(error as Error);
      }
    },
    final(done) {
      unpack.end();
      closed.then(() => done(), done);
    },
  });
  await Promise.race([pipeline(packed, createGunzip(), sink), failed]);
  if (foreign !== undefined) throw damaged(foreign);
}

/** How often reading says how far it is, in bytes. */
const progressStep = 256 * 1024 * 1024;

/** Calls `onEntry` for each file of a tar, one after another; each must be read to its end. */
async function readTar(
  file: string,
  onEntry: (entry: ReadEntry) => Promise<void>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const source = createReadStream(file);
  const parser = new Parser({ strict: true });
  const isWanted = untilEnd(parser);
  let reported = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      let work = Promise.resolve();
      parser.on("entry", (entry: ReadEntry) => {
        work = work.then(() => onEntry(entry));
        work.catch(reject);
      });
      parser.on("error", reject);
      parser.on("end", () => work.then(resolve, reject));
      source.on("error", reject);
      source.on("end", () => parser.end());
      source.on("data", (chunk) => {
        if (source.bytesRead - reported >= progressStep) {
          reported = source.bytesRead;
          onProgress(reported);
        }
        try {
          // Bytes: the stream was given no encoding.
          if (!isWanted(chunk as Buffer) || parser.write(chunk as Buffer)) return;
        } catch (error) {
          source.destroy();
          return reject(error);
        }
        source.pause();
        parser.once("drain", () => source.resume());
      });
    });
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError || explainDiskFull(error)) throw error;
    if (source.bytesRead === 0) {
      throw new EmbeddedDatabaseError("backup_file", `${file} can't be read: ${errorText(error)}`, {
        cause: error,
      });
    }
    throw damaged(`${file} can't be read as a backup of Rounds (${errorText(error)})`, error);
  } finally {
    source.destroy();
  }
}

async function collect(chunks: AsyncIterable<Buffer> | ReadEntry): Promise<Buffer> {
  const all: Buffer[] = [];
  // As above: an entry gives bytes.
  for await (const chunk of chunks as AsyncIterable<Buffer>) all.push(chunk);
  return Buffer.concat(all);
}

function readAbout(name: string, text: Buffer): StoredAbout {
  if (name !== aboutFile) throw damaged(`it does not begin with ${aboutFile}, so it is no backup of Rounds`);
  const about: StoredAbout = JSON.parse(text.toString("utf8"));
  if (about.format !== backupFormat) throw damaged("it is no backup of Rounds");
  if (about.format_version !== formatVersion) {
    throw new EmbeddedDatabaseError(
      "backup_file",
      `The backup was made by a newer Rounds (format ${about.format_version}). Update Rounds first.`,
    );
  }
  return about;
}
