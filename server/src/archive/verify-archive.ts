import { createHash } from "node:crypto";
import { archiveFormat, type Manifest, manifest } from "@rounds/domain/archive/archive.ts";
import type { ArchiveColumn, PresentTable } from "./columns.ts";
import { ArchiveProblem } from "./problem.ts";
import { type ArchiveRow, readCsv } from "./read-csv.ts";
import { manifestFile, peopleColumns, peopleFile } from "./tables.ts";
import { type ArchiveBytes, type ArchiveEntry, readDirectory, readEntry } from "./zip-reader.ts";

const mostManifestBytes = 1024 * 1024;

/** What a file of an archive is stored into. */
type ArchiveTarget = { file: string; columns: ArchiveColumn[]; required?: boolean };

/** An archive whose table of contents is known to agree with its files. */
export type OpenArchive = {
  contents: Manifest;
  /** The rows of a file with its own columns, in pieces; undefined if the archive has no such file. */
  rowsOf(
    file: string,
  ): { columns: string[]; rows: AsyncGenerator<ArchiveRow[], void, undefined> } | undefined;
};

/** The columns of people in an archive. */
const people: ArchiveTarget = {
  file: peopleFile,
  columns: peopleColumns.map((name) => ({ name, type: "text", is_text: true })),
  required: true,
};

/**
 * Opens an archive and compares its directory with its table of contents: the same files, all of them known, with columns
 * that this release has. Throws an `ArchiveProblem`.
 */
export async function openArchive(
  archive: ArchiveBytes,
  tables: readonly PresentTable[],
): Promise<OpenArchive> {
  const targets = new Map([people, ...tables].map((target) => [target.file, target] as const));
  const entries = await readDirectory(archive, (name) => name === manifestFile || targets.has(name));
  const contents = await readManifest(archive, entries.get(manifestFile));
  const listed = new Set(contents.files.map(({ name }) => name));
  for (const name of entries.keys()) {
    if (name !== manifestFile && !listed.has(name))
      throw new ArchiveProblem("This file is not in the table of contents.", { file: name });
  }
  for (const { file, required } of targets.values()) {
    if (required && !listed.has(file)) throw new ArchiveProblem("This file is missing.", { file });
  }
  for (const { name, columns, bytes } of contents.files) {
    const entry = entries.get(name);
    const target = targets.get(name);
    if (!entry || !target) throw new ArchiveProblem("This file is missing.", { file: name });
    if (entry.bytes !== bytes)
      throw new ArchiveProblem("This file has another size than it should have.", { file: name });
    checkColumns(name, columns, target.columns);
  }
  return {
    contents,
    rowsOf(file) {
      const entry = entries.get(file);
      const described = contents.files.find(({ name }) => name === file);
      if (!entry || !described) return undefined;
      return { columns: described.columns, rows: checkedRows(archive, entry, described) };
    },
  };
}

async function readManifest(archive: ArchiveBytes, entry: ArchiveEntry | undefined): Promise<Manifest> {
  const file = manifestFile;
  if (!entry) throw new ArchiveProblem("This file is missing.", { file });
  if (entry.bytes > mostManifestBytes) throw new ArchiveProblem("This file is too large.", { file });
  const pieces: Buffer[] = [];
  for await (const piece of readEntry(archive, entry)) pieces.push(piece);
  const text = Buffer.concat(pieces).toString("utf8");
  const parsed = manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new ArchiveProblem("The table of contents can't be read.", { file });
  const { format, files } = parsed.data;
  if (format > archiveFormat)
    throw new ArchiveProblem("This archive was made by a newer release. Please upgrade this server first.", {
      file,
    });
  if (new Set(files.map(({ name }) => name)).size < files.length)
    throw new ArchiveProblem("The table of contents names a file twice.", { file });
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkColumns(file: string, given: readonly string[], known: readonly ArchiveColumn[]): void {
  const names = new Set(known.map(({ name }) => name));
  const unknown = given.find((name) => !names.has(name));
  if (unknown !== undefined)
    throw new ArchiveProblem(
      `This release has no column “${unknown}” there. Please upgrade this server first.`,
      {
        file,
        line: 1,
      },
    );
  if (new Set(given).size < given.length)
    throw new ArchiveProblem("A column is there twice.", { file, line: 1 });
}

/** The rows of a file without its head, held to what the table of contents says of it. */
async function* checkedRows(
  archive: ArchiveBytes,
  entry: ArchiveEntry,
  { name: file, columns, rows: expected, sha256 }: Manifest["files"][number],
): AsyncGenerator<ArchiveRow[], void, undefined> {
  const hash = createHash("sha256");
  async function* hashed() {
    for await (const piece of readEntry(archive, entry)) {
      hash.update(piece);
      yield piece;
    }
  }
  let count = -1;
  for await (const rows of readCsv(hashed(), file)) {
    for (const { line, cells } of rows) {
      if (cells.length !== columns.length)
        throw new ArchiveProblem(`This row has ${cells.length} cells instead of ${columns.length}.`, {
          file,
          line,
        });
    }
    const body = count < 0 ? rows.slice(1) : rows;
    if (count < 0 && rows[0]?.cells.some((name, at) => name !== columns[at]))
      throw new ArchiveProblem("The columns are not those of the table of contents.", { file, line: 1 });
    count += rows.length;
    if (body.length > 0) yield body;
  }
  if (count !== expected)
    throw new ArchiveProblem(`This file has ${Math.max(count, 0)} rows instead of ${expected}.`, { file });
  if (hash.digest("hex") !== sha256)
    throw new ArchiveProblem("The content was changed: it does not agree with its checksum.", { file });
}
