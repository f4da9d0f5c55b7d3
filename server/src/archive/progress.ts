import { databaseError } from "@rounds/database/database-error.ts";
import type { ArchiveNews } from "@rounds/domain/archive/archive.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";

/** How often there is a line, so that nobody takes a long statement for a lost connection. */
const pauseMilliseconds = 500;

/**
 * Runs work and yields the newest of what it tells as lines of JSON, one in a while. Errors of the work become the last
 * line; those that its client can't mend are also given to `onFailure`. If the reader goes away, the work is aborted.
 */
export async function* tellWhileWorking(
  work: (tell: (news: ArchiveNews) => void, signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<string, void, undefined> {
  const gone = new AbortController();
  let latest: ArchiveNews = { stage: "checking", rows: 0, of: 0 };
  let isOver = false;
  const working = work((news) => {
    latest = news;
  }, gone.signal)
    .catch((error: unknown) => {
      if (gone.signal.aborted) return;
      latest = { problem: problemOf(error, onFailure) };
    })
    .finally(() => {
      isOver = true;
    });
  try {
    while (!isOver) {
      yield lineOf(latest);
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        working,
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, pauseMilliseconds);
        }),
      ]);
      clearTimeout(timer);
    }
    yield lineOf(latest);
  } finally {
    gone.abort();
    await working;
  }
}

const lineOf = (news: ArchiveNews) => `${JSON.stringify(news)}\n`;

function problemOf(error: unknown, onFailure: (error: unknown) => void) {
  const known = error instanceof AppError ? error : databaseError(error);
  const { code, message, details, status } = known ?? new AppError("internal", { cause: error });
  if (status >= 500) onFailure(error);
  const { file, line } = (details ?? {}) as { file?: string; line?: number };
  return { code, message, ...(file && { file }), ...(line && { line }) };
}
