import { Readable } from "node:stream";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { FastifyReply } from "fastify";

/** A text file that is made while it is sent: its parts, from the first on. */
export type Download = { file_name: string; content: AsyncGenerator<string, void, undefined> };

export type DownloadLimits = {
  /** How many files a server sends at once: each may hold a connection of the database until it is read. */
  total: number;
  /** How many of them one person may have. */
  per_person: number;
  /** How long a reader may take nothing, in milliseconds; less than PostgreSQL leaves a transaction idle. */
  still_milliseconds: number;
  /** How long a file may take altogether. */
  longest_milliseconds: number;
};

export const usualDownloads: DownloadLimits = {
  total: 4,
  per_person: 2,
  still_milliseconds: 30_000,
  longest_milliseconds: 600_000,
};

/** The allowance that files have of their own, so that readers who don't read leave the database to the others. */
export function createDownloads(limits: DownloadLimits) {
  const open = new Map<string, number>();
  let total = 0;

  /** Counts the answer as a download of that person until it is closed, and throws when there are too many. */
  function enter(person: string, { raw: response }: FastifyReply): void {
    // Its reader has gone already: nobody would read the answer, nor hear its end.
    if (response.destroyed) throw new AppError("malformed_request");
    const own = open.get(person) ?? 0;
    if (own >= limits.per_person) {
      const message = "Your other downloads have to finish first.";
      throw new AppError("too_many_requests", { message });
    }
    if (total >= limits.total) throw new AppError("unavailable");
    total++;
    open.set(person, own + 1);
    response.once("close", () => {
      total--;
      const left = (open.get(person) ?? 1) - 1;
      if (left > 0) open.set(person, left);
      else open.delete(person);
    });
  }

  /** Ends a reader who takes nothing, or takes too long. */
  function watch({ raw: response }: FastifyReply): void {
    const end = () => void response.destroy();
    response.setTimeout(limits.still_milliseconds, end);
    const late = setTimeout(end, limits.longest_milliseconds).unref();
    response.once("close", () => clearTimeout(late));
  }

  return {
    /**
     * Sends the file that `make` gives, of a media type, in UTF-8, once there is room for it. Its first part is made
     * before anything is sent, so that what fails until then is answered like any other error; what fails later breaks
     * the connection, so that half a file never looks whole. Nothing more is made when the client goes away.
     */
    async send(reply: FastifyReply, person: string, type: string, make: () => Promise<Download>) {
      enter(person, reply);
      const { file_name, content } = await make();
      const first = await content.next();
      watch(reply);
      return reply
        .type(`${type}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="${file_name}"`)
        .send(Readable.from(partsFrom(first, content)));
    },
  };
}

export type Downloads = ReturnType<typeof createDownloads>;

/** The parts of a file of which the first was made already. */
function partsFrom(
  first: IteratorResult<string, void>,
  content: Download["content"],
): AsyncIterableIterator<string> {
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
  return parts;
}
