import { Readable } from "node:stream";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { FastifyReply } from "fastify";

/** A part of a file: text, sent in UTF-8, or bytes. */
export type FilePart = string | Uint8Array;

/** A file that is created while it is sent: its media type, and its parts, from the first on. */
export type Download = {
  file_name: string;
  type: string;
  content: AsyncGenerator<FilePart, void, undefined>;
  /** It may take as long as it moves: work that its reader waits for. */
  is_endless?: boolean;
};

export type DownloadLimits = {
  /** How many files a server sends at once: each may hold a database connection until it is read. */
  total: number;
  /** How many of them one person may have. */
  per_person: number;
  /** How long a reader may read nothing, in milliseconds; less than PostgreSQL's limit for an idle transaction. */
  still_milliseconds: number;
  /** How long a whole file may take. */
  longest_milliseconds: number;
};

export const usualDownloads: DownloadLimits = {
  total: 4,
  per_person: 2,
  still_milliseconds: 30_000,
  longest_milliseconds: 600_000,
};

/** The separate limit of files, so that slow readers leave the database to the others. */
export function createDownloads(limits: DownloadLimits) {
  const open = new Map<string, number>();
  let total = 0;

  /** Counts the answer as a download of that person until it is closed, and throws if there are too many. */
  function enter(person: string, { raw: response }: FastifyReply): void {
    // Its reader has already gone: nobody would read the answer, or notice its end.
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

  /**
   * Closes the connection of a reader who takes too long. The timer of a socket would not do: while something waits to
   * be sent, it waits a second time.
   */
  function watch({ raw: response }: FastifyReply, isEndless: boolean): Reader {
    const end = () => void response.destroy();
    const late = isEndless ? undefined : setTimeout(end, limits.longest_milliseconds).unref();
    let still: NodeJS.Timeout | undefined;
    const waits = () => clearTimeout(still);
    const reads = () => {
      waits();
      if (!response.destroyed) still = setTimeout(end, limits.still_milliseconds).unref();
    };
    response.once("close", () => {
      waits();
      clearTimeout(late);
    });
    reads();
    return { reads, waits };
  }

  return {
    /**
     * Sends the file that `make` returns, once there is room for it. Its first part is
     * created before anything is sent, so that an error until then is answered like any other; a later error breaks
     * the connection, so that half a file never looks complete. Nothing more is created once the client has gone, and
     * nothing at all for HEAD.
     */
    async send(reply: FastifyReply, person: string, make: () => Promise<Download>) {
      enter(person, reply);
      const { file_name, type, content, is_endless = false } = await make();
      const answer = (body: Readable) =>
        reply
          .type(type.startsWith("text/") ? `${type}; charset=utf-8` : type)
          .header("content-disposition", `attachment; filename="${file_name}"`)
          .send(body);
      if (reply.request.method === "HEAD") {
        await content.return();
        return answer(Readable.from([]));
      }
      const first = await content.next();
      return answer(Readable.from(partsFrom(first, content, watch(reply, is_endless))));
    },
  };
}

export type Downloads = ReturnType<typeof createDownloads>;

/** Whoever reads a file: `waits` while its next part is created, which is not their time, and `reads` once it is there. */
type Reader = { waits: () => void; reads: () => void };

/** The parts of a file whose first part was already created. */
function partsFrom(
  first: IteratorResult<FilePart, void>,
  content: Download["content"],
  reader: Reader,
): AsyncIterableIterator<FilePart> {
  let begun = false;
  const parts: AsyncIterableIterator<FilePart> = {
    async next() {
      if (begun) {
        reader.waits();
        return await content.next().finally(reader.reads);
      }
      begun = true;
      reader.reads();
      return first;
    },
    // Not a generator: one that was never started would not end the content.
    async return() {
      await content.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => parts,
  };
  return parts;
}
