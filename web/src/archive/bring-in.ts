import type { ArchiveNews } from "@rounds/domain/archive/archive.ts";
import { partBytes } from "@rounds/domain/archive/limits.ts";
import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { ApiError, asApiError, unreachableError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { newId } from "../api/new-id.ts";
import { readLines } from "../api/read-lines.ts";

export type ArchiveResult = Extract<ArchiveNews, { done: unknown }>["done"];
/** How far it is: bytes while the file is sent, rows after that. */
export type ArchiveProgress = {
  stage: "sending" | "checking" | "storing" | "finishing";
  done: number;
  of: number;
};

/** A lost part is sent again so many times, after a pause. */
const mostTries = 3;
const pauseMilliseconds = 1500;

/**
 * Sends an archive part by part and brings it in. `tell` hears how far it is. Throws an `ApiError`; nothing was changed then,
 * unless the last answer was lost (`unreachable`).
 */
export async function bringArchiveIn(
  file: File,
  tell: (progress: ArchiveProgress) => void,
): Promise<ArchiveResult> {
  const id = newId();
  const of = file.size;
  tell({ stage: "sending", done: 0, of });
  await patiently(() =>
    call(archiveRoutes.upload, { body: { id, file_name: file.name.slice(-200), bytes: of } }),
  );
  for (let number = 0; number * partBytes < of; number++) {
    const content = await base64Of(file.slice(number * partBytes, (number + 1) * partBytes));
    const { received } = await patiently(() =>
      call(archiveRoutes.part, { params: { id }, body: { number, content } }),
    );
    tell({ stage: "sending", done: received, of });
  }
  tell({ stage: "checking", done: 0, of: 0 });
  let result: ArchiveResult | undefined;
  await readLines(archiveRoutes.bringIn, { params: { id } }, (line) => {
    // Our own server's line, in the shape that it sends.
    const news = line as ArchiveNews;
    if ("done" in news) result = news.done;
    else if ("problem" in news) throw problemOf(news.problem);
    else tell({ stage: news.stage, done: news.rows, of: news.of });
  });
  if (!result) throw unreachableError();
  return result;
}

function problemOf({ code, message }: { code: string; message: string }): ApiError {
  return new ApiError(422, { code: code as ApiError["code"], message });
}

/** Repeats a call that got no answer: each of them is safe to repeat. */
async function patiently<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === mostTries || !asApiError(error).retryable) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  }
}

function base64Of(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () =>
      reject(
        new ApiError(0, {
          code: "validation_failed",
          message: "The file can't be read any more. Please choose it again.",
        }),
      );
    reader.readAsDataURL(part);
  });
}
