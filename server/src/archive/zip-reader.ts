import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { ArchiveProblem } from "./problem.ts";

/** Where the bytes of an archive are: any of them, in any order. */
export type ArchiveBytes = {
  size: number;
  /** These bytes; fewer only at the end. */
  read(offset: number, length: number): Promise<Buffer>;
};

/** A file in an archive: its sizes in bytes. */
export type ArchiveEntry = {
  name: string;
  bytes: number;
  packed: number;
  crc: number;
  method: number;
  offset: number;
};

const mostFiles = 64;
const mostDirectoryBytes = 64 * 1024;
/** All files together, unpacked. */
const mostUnpacked = 8 * 1024 ** 3;
/** Texts of people pack to a fifth or a tenth. A file of less than this many bytes may be anything. */
const mostRatio = 200;
const smallFile = 1024 * 1024;
const chunkBytes = 256 * 1024;

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const endBytes = 22;
const mostComment = 65_535;

/**
 * The files of a ZIP by its directory. Refuses, with an `ArchiveProblem`, what no archive needs: other ways of
 * compression, encryption, names that `isKnown` does not know, files that overlap, sizes beyond the limits.
 */
export async function readDirectory(
  archive: ArchiveBytes,
  isKnown: (name: string) => boolean,
): Promise<Map<string, ArchiveEntry>> {
  const end = await findEnd(archive);
  const count = end.readUInt16LE(10);
  const length = end.readUInt32LE(12);
  const offset = end.readUInt32LE(16);
  if (count > mostFiles || length > mostDirectoryBytes || offset + length > archive.size)
    throw new ArchiveProblem("The directory of this archive is damaged.");
  const directory = await archive.read(offset, length);
  const entries = new Map<string, ArchiveEntry>();
  for (let at = 0, number = 0; number < count; number++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== directoryEntry)
      throw new ArchiveProblem("The directory of this archive is damaged.");
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
    const entry: ArchiveEntry = {
      name,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    checkEntry(entry, isEncrypted, isKnown);
    if (entries.has(name)) throw new ArchiveProblem("This file is in the archive twice.", { file: name });
    entries.set(name, entry);
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  checkPlaces([...entries.values()], offset);
  return entries;
}

/** The record at the end that says where the directory is. Without it the file was cut, or is no ZIP. */
async function findEnd(archive: ArchiveBytes): Promise<Buffer> {
  const length = Math.min(archive.size, endBytes + mostComment);
  const tail = await archive.read(archive.size - length, length);
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) === directoryEnd && at + endBytes + tail.readUInt16LE(at + 20) === tail.length)
      return tail.subarray(at);
  }
  throw new ArchiveProblem("This is no archive, or its end is missing.");
}

function checkEntry(
  { name, method, packed, bytes }: ArchiveEntry,
  isEncrypted: boolean,
  isKnown: (name: string) => boolean,
): void {
  // The name is shown, so it must be short and plain.
  const file = name.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
  if (!isKnown(name))
    throw new ArchiveProblem("This file does not belong into an archive of Rounds.", { file });
  if (isEncrypted || (method !== 0 && method !== 8) || (method === 0 && packed !== bytes))
    throw new ArchiveProblem("This file is packed in a way that archives of Rounds are not.", { file });
  if (bytes > smallFile && bytes > packed * mostRatio)
    throw new ArchiveProblem("This file would unpack to far more than it holds.", { file });
}

function checkPlaces(entries: ArchiveEntry[], directory: number): void {
  let unpacked = 0;
  let free = 0;
  for (const { name, offset, packed, bytes } of entries.sort((one, other) => one.offset - other.offset)) {
    unpacked += bytes;
    if (unpacked > mostUnpacked) throw new ArchiveProblem("This archive would unpack to more than 8 GB.");
    if (offset < free || offset + 30 + packed > directory)
      throw new ArchiveProblem("This file overlaps another one.", { file: name });
    free = offset + 30 + packed;
  }
}

/** The content of a file in pieces; throws an `ArchiveProblem` if it is not what the directory says. */
export async function* readEntry(
  archive: ArchiveBytes,
  entry: ArchiveEntry,
): AsyncGenerator<Buffer, void, undefined> {
  const { name: file, bytes, crc } = entry;
  const damaged = () => new ArchiveProblem("This file is damaged.", { file });
  const header = await archive.read(entry.offset, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== localHeader) throw damaged();
  const nameLength = header.readUInt16LE(26);
  const name = await archive.read(entry.offset + 30, nameLength);
  if (name.toString("utf8") !== file) throw damaged();
  const start = entry.offset + 30 + nameLength + header.readUInt16LE(28);
  const packed = readRange(archive, start, entry.packed);
  let sum = 0;
  let count = 0;
  for await (const piece of entry.method === 0 ? packed : inflated(packed, file)) {
    count += piece.length;
    if (count > bytes) throw damaged();
    sum = crc32(piece, sum);
    yield piece;
  }
  if (count !== bytes || sum !== crc) throw damaged();
}

async function* readRange(
  archive: ArchiveBytes,
  start: number,
  length: number,
): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < length; ) {
    const piece = await archive.read(start + at, Math.min(chunkBytes, length - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

async function* inflated(
  packed: AsyncGenerator<Buffer, void, undefined>,
  file: string,
): AsyncGenerator<Buffer, void, undefined> {
  const inflate = createInflateRaw({ chunkSize: chunkBytes });
  // An error of either end reaches the loop below.
  pipeline(Readable.from(packed), inflate, () => {});
  try {
    for await (const piece of inflate) yield piece;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith("Z_") ? new ArchiveProblem("This file is damaged.", { file }) : error;
  } finally {
    inflate.destroy();
  }
}
