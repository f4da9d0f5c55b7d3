import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { EmbeddedDatabaseError, errorCode } from "../failure.ts";

/** The part of PostgreSQL's `backup_manifest` that lists the files of the backup. */
type Manifest = {
  Files: (({ Path: string } | { "Encoded-Path": string }) & {
    Size: number;
    "Checksum-Algorithm"?: string;
    Checksum?: string;
  })[];
};

/** Files that PostgreSQL leaves out of the manifest: the log has its own checksums. */
const notListed = /^pg_wal\//;

const readWholeUpTo = 4 * 1024 * 1024;

/**
 * Reads a manifest and checks its own checksum: the SHA-256 of everything before its last line.
 * See "Backup Manifest Format" in PostgreSQL's documentation.
 */
export function readManifest(text: Buffer): Manifest {
  const lastLine = text.lastIndexOf('"Manifest-Checksum"');
  const expected = /"Manifest-Checksum": "([0-9a-f]{64})"/.exec(
    text.subarray(lastLine).toString("latin1"),
  )?.[1];
  const actual = createHash("sha256").update(text.subarray(0, Math.max(lastLine, 0)));
  if (lastLine < 0 || expected !== actual.digest("hex")) throw damaged("its list of files is not intact");
  return JSON.parse(text.toString("utf8"));
}

/** Compares an unpacked data directory with the manifest: every file, its size and its SHA-256. */
export async function checkAgainstManifest(data: string, manifest: Manifest): Promise<void> {
  const listed = new Set<string>();
  for (const file of manifest.Files) {
    const name = "Path" in file ? file.Path : Buffer.from(file["Encoded-Path"], "hex").toString("utf8");
    listed.add(name);
    const found = await stat(join(data, name)).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") throw damaged(`${name} is missing`);
      throw error;
    });
    if (found.size !== file.Size) throw damaged(`${name} has ${found.size} bytes instead of ${file.Size}`);
    if (file["Checksum-Algorithm"] !== "SHA256") throw damaged(`${name} has no SHA-256 checksum`);
    if ((await sha256(join(data, name))) !== file.Checksum) throw damaged(`${name} has changed`);
  }
  for (const name of await filesBelow(data)) {
    if (!listed.has(name) && !notListed.test(name)) throw damaged(`${name} does not belong to it`);
  }
}

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  // A database is mostly a thousand small files, for which a stream costs ten times as much as reading.
  if ((await stat(file)).size <= readWholeUpTo) hash.update(await readFile(file));
  else await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** The error for a backup that is not as it was written; `reason` completes the sentence “The backup is damaged: …”. */
export function damaged(reason: string, cause?: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError("backup_file", `The backup is damaged: ${reason}. Nothing was changed.`, {
    cause,
  });
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .map((name) => name.split(sep).join("/"));
}
