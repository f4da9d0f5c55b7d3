import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A text file that is made while it is sent: its parts, from the first on. */
export type Download = { file_name: string; content: AsyncGenerator<string, void, undefined> };

/**
 * Sends a file of a media type, in UTF-8. Its first part is made before anything is sent, so that what fails until
 * then is answered like any other error; what fails later breaks the connection, so that half a file never looks
 * whole. Nothing more is made when the client goes away.
 */
export async function sendDownload(reply: FastifyReply, type: string, { file_name, content }: Download) {
  const first = await content.next();
  let begun = false;
  const parts: AsyncIterableIterator<string> = {
    async next() {
      if (begun) return await content.next();
      begun = true;
      return first;
    },
    // Not a generator of its own: one that was never started would not end the content.
    async return() {
      await content.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => parts,
  };
  return reply
    .type(`${type}; charset=utf-8`)
    .header("content-disposition", `attachment; filename="${file_name}"`)
    .send(Readable.from(parts));
}
