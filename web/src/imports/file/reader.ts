import { UnreadableFile } from "./file-limits.ts";
import type { ReaderAnswer, ReaderCall } from "./reader-worker.ts";
import type { Reading } from "./reading.ts";

export type Reader = Reading & { close: () => void };

const notLoaded =
  "The reader could not be loaded. Please check your connection, reload the page and try again.";

/** Starts a worker that reads one file. Its calls throw an `UnreadableFile` with a sentence. */
export function startReader(): Reader {
  const worker = new Worker(new URL("./reader-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  let failed = false;
  worker.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => {
    const caller = waiting.get(data.number);
    waiting.delete(data.number);
    if ("problem" in data) caller?.reject(new UnreadableFile(data.problem));
    else caller?.resolve(data.value as never);
  };
  worker.onerror = () => {
    failed = true;
    for (const { reject } of waiting.values()) reject(new UnreadableFile(notLoaded));
    waiting.clear();
  };
  const ask =
    <Name extends keyof Reading>(name: Name) =>
    (...args: Parameters<Reading[Name]>) =>
      new Promise<never>((resolve, reject) => {
        if (failed) return reject(new UnreadableFile(notLoaded));
        const number = ++last;
        waiting.set(number, { resolve, reject });
        worker.postMessage({ number, name, args } satisfies ReaderCall);
      });
  return {
    open: ask("open"),
    look: ask("look"),
    portion: ask("portion"),
    close: () => worker.terminate(),
  };
}
