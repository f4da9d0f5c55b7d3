import { Inflate } from "fflate";
import { damagedFile, mostUnpackedBytes, UnreadableFile } from "./file-limits.ts";

/** The files of a workbook that are needed to read a sheet, by their paths. */
type Unpacked = Record<string, Uint8Array<ArrayBuffer>>;

type Entry = { path: string; method: number; packed: number; unpacked: number; offset: number };

/** A workbook has a few files for each sheet. */
const mostEntries = 2000;
/** How many packed bytes are unpacked at once; DEFLATE makes at most 1,032 bytes of one. */
const step = 4096;

const tooLarge =
  "This workbook is too large when it is unpacked: more than 50 MB. Please save the sheet with the doctors as CSV.";

/** The paths of the files in a zip archive (APPNOTE 6.3.10, 4.3.12), and what unpacks those that `needs` chooses. */
export function openZip(bytes: Uint8Array): { paths: string[]; unpack: (needs: RegExp) => Unpacked } {
  const entries = readDirectory(bytes);
  return {
    paths: entries.map(({ path }) => path),
    unpack(needs) {
      const wanted = entries.filter(({ path }) => needs.test(path));
      // What the archive says about itself comes first; what is unpacked is counted all the same.
      let left = mostUnpackedBytes - wanted.reduce((sum, { unpacked }) => sum + unpacked, 0);
      if (left < 0) throw new UnreadableFile(tooLarge);
      left = mostUnpackedBytes;
      const files: Unpacked = {};
      for (const entry of wanted) {
        const file = unpackEntry(bytes, entry, left);
        left -= file.length;
        files[entry.path] = file;
      }
      return files;
    },
  };
}

function readDirectory(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    let end = bytes.length - 22;
    // A comment of at most 65,535 bytes may follow.
    const first = Math.max(0, end - 0xffff);
    while (end >= first && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < first) throw new UnreadableFile(damagedFile);
    const count = view.getUint16(end + 10, true);
    if (count > mostEntries) throw new UnreadableFile(tooLarge);
    const entries: Entry[] = [];
    let at = view.getUint32(end + 16, true);
    for (let number = 0; number < count; number++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new UnreadableFile(damagedFile);
      const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const nameEnd = at + 46 + (nameLength ?? 0);
      entries.push({
        path: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)).replaceAll("\\", "/"),
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        unpacked: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
      at = nameEnd + (extra ?? 0) + (comment ?? 0);
    }
    return entries;
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableFile(damagedFile) : error;
  }
}

function unpackEntry(bytes: Uint8Array, entry: Entry, most: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { method, offset, packed } = entry;
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== 0x04034b50)
    throw new UnreadableFile(damagedFile);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (content.length < packed || (method !== 0 && method !== 8)) throw new UnreadableFile(damagedFile);
  return method === 0 ? limited([content], content.length, most) : inflate(content, most);
}

function inflate(content: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((part) => {
    length += part.length;
    if (length > most) throw new UnreadableFile(tooLarge);
    parts.push(part);
  });
  try {
    for (let at = 0; at < content.length; at += step) {
      stream.push(content.subarray(at, at + step), at + step >= content.length);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(damagedFile);
  }
  return limited(parts, length, most);
}

function limited(parts: readonly Uint8Array[], length: number, most: number): Uint8Array<ArrayBuffer> {
  if (length > most) throw new UnreadableFile(tooLarge);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
