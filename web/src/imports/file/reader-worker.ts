import { UnreadableFile } from "./file-limits.ts";
import { createReading } from "./reading.ts";

// Reads a file beside the page, which is never busy with it.

/** One call of the page; the answer has its number. */
export type ReaderCall = { number: number; name: keyof ReturnType<typeof createReading>; args: unknown[] };
export type ReaderAnswer = { number: number } & ({ value: unknown } | { problem: string });

const reading = createReading();

self.onmessage = async ({ data: { number, name, args } }: MessageEvent<ReaderCall>) => {
  const answer = (content: { value: unknown } | { problem: string }) =>
    self.postMessage({ number, ...content } satisfies ReaderAnswer);
  try {
    const run = reading[name] as (...given: unknown[]) => Promise<unknown>;
    answer({ value: await run(...args) });
  } catch (error) {
    answer({
      problem:
        error instanceof UnreadableFile
          ? error.message
          : "This file can't be read. Please save it as CSV or .xlsx and choose it again.",
    });
  }
};
