import { Readable } from "node:stream";
import { asDate } from "@rounds/http/clock.ts";
import { ZipFile } from "yazl";

/** A file to be packed: its content, whole or piece by piece. */
export type PackedFile = { name: string; content: string | AsyncIterable<string | Uint8Array> };

/**
 * A ZIP that is created while it is read. The next file is asked for once the content of the one before was read, so memory
 * holds one piece. `moment` is that of the files, in milliseconds since 1970; by default now.
 */
export async function* writeZip(
  files: AsyncGenerator<PackedFile, void, undefined>,
  moment?: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // What breaks while a file is read breaks the ZIP too.
  const fail = (error: unknown) => output.destroy(error as Error);
  zip.on("error", fail);
  const options = { compressionLevel: 6, ...(moment !== undefined && { mtime: asDate(moment) }) };
  let source: Readable | undefined;

  async function addNext(): Promise<void> {
    for (;;) {
      const next = await files.next();
      if (next.done) return zip.end();
      const { name, content } = next.value;
      if (typeof content === "string") {
        zip.addBuffer(Buffer.from(content), name, options);
        continue;
      }
      source = Readable.from(content, { highWaterMark: 1 });
      source.once("end", () => addNext().catch(fail));
      zip.addReadStream(source, name, options);
      return;
    }
  }

  try {
    // An error before the first content is answered before anything is sent.
    await addNext();
    for await (const part of output) yield part as Uint8Array;
  } finally {
    source?.destroy();
    await files.return();
  }
}
