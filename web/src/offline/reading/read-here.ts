import { replaceEqualDeep } from "@tanstack/react-query";
import { ApiError, unreachableError } from "../../api/api-error.ts";
import { markAsOf, readAsOf } from "../../api/phone/as-of.ts";
import { type Asked, lateReadings, longestWait, type ReadHere } from "../../api/phone/from-phone.ts";
import { queryClient } from "../../api/query-client.ts";

/** What the phone answered is known by its identity, so it is never put together with what the server answered. */
function keepAnswersApart(): void {
  const { queries, ...others } = queryClient.getDefaultOptions();
  const structuralSharing = (old: unknown, data: unknown) =>
    (readAsOf(old) ?? readAsOf(data)) ? data : replaceEqualDeep(old, data);
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, structuralSharing } });
}

/** What the phone answered while the server is still about to. */
const awaited = new Set<unknown>();

/** What the phone knows of a read: the server's answer over its own rows, and when they were read. */
export type Known = { data: object; as_of: number };
/** Answers reads from the phone's rows. */
export type PhoneAnswers = {
  /** Undefined if the phone does not have it. */
  answer(asked: Asked): Known | undefined;
  /** What the server answered, as this phone shows it; for the next time it is kept. */
  shown(asked: Asked, answer: unknown): unknown;
  /** What the server answered to the same question the last time, if that is kept. Never rejects. */
  seen(asked: Asked): Promise<Known | undefined>;
  /** Whether the last request got an answer. */
  isReached(): boolean;
};

/** How long a server that is known not to answer may be silent before the phone answers, in milliseconds. */
const longestWaitUnreached = 100;
/** A read without any answer has failed after so long; sooner while the server is known not to answer. */
const maxWait = 20_000;
const maxWaitUnreached = 8_000;

/** The error of a read that was given up. To ask again by itself would only be more silence. */
class SilentError extends ApiError {
  constructor() {
    super(0, { code: "unreachable", message: unreachableError().message });
  }

  override get retryable(): boolean {
    return false;
  }
}

/**
 * Reads from the server; if that is silent or can't be reached, from the phone. The server's answer takes the place of
 * the phone's once it is there. Without an answer of either, the read fails.
 */
export function readHereWith(answers: PhoneAnswers): ReadHere {
  keepAnswersApart();
  return async (asked, reading) => {
    const wait = answers.isReached() ? longestWait : longestWaitUnreached;
    const first = await Promise.race([
      reading.then(
        (data) => ({ data }),
        (error: unknown) => ({ error }),
      ),
      late(navigator.onLine ? wait : 0),
    ]);
    if (first && "data" in first) return answers.shown(asked, first.data);
    if (first && !isServerAway(first.error)) throw first.error;
    const known = answers.answer(asked);
    if (!known) return await readSeen(asked, first && !navigator.onLine ? silence() : reading);
    markAsOf(known.data, known.as_of);
    if (!first) {
      lateReadings.add(reading);
      awaited.add(known.data);
      void reading
        .then(
          (data) => replace(known.data, answers.shown(asked, data)),
          // What is shown stays; the connection reads it again.
          () => {},
        )
        .finally(() => {
          lateReadings.delete(reading);
          awaited.delete(known.data);
        });
    }
    return known.data;
  };

  /** The server's answer, or what it answered the last time if it can't be reached. */
  async function readSeen(asked: Asked, reading: Promise<unknown>): Promise<unknown> {
    try {
      return answers.shown(asked, await Promise.race([reading, failure(answers)]));
    } catch (error) {
      const seen = isUnreached(error) ? await answers.seen(asked) : undefined;
      if (!seen) throw error;
      markAsOf(seen.data, seen.as_of);
      return seen.data;
    }
  }
}

/** A read that fails at once. */
function silence(): Promise<never> {
  return Promise.reject(new SilentError());
}

function late(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function failure(answers: PhoneAnswers): Promise<never> {
  await late(answers.isReached() ? maxWait : maxWaitUnreached);
  throw new SilentError();
}

function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether no answer came, or none of the product's: then the phone's is better. */
function isServerAway(error: unknown): boolean {
  return error instanceof Error && "status" in error && (error.status === 0 || Number(error.status) >= 500);
}

/** Shows the server's late answer wherever the phone's is shown. */
function replace(shown: object, data: unknown) {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { data: now, isInvalidated } = query.state;
    if (now !== shown) continue;
    queryClient.setQueryData(query.queryKey, data);
    // It was asked for before something changed, and must be read again all the same.
    if (isInvalidated) query.invalidate();
  }
}

/**
 * Reads again what was answered by the phone: its rows have changed, or the server can be reached again (`isBack`); then
 * also what nobody could answer. What a slow server is still about to answer is left to it.
 */
export function readFromPhoneAgain(isBack: boolean): void {
  const isOfPhone = (data: unknown) => readAsOf(data) !== undefined && !awaited.has(data);
  const isWanted = (error: unknown) => isBack && isUnreached(error);
  void queryClient.invalidateQueries({
    predicate: ({ state }) => isOfPhone(state.data) || isWanted(state.error),
  });
}

/** The keys of what screens read besides their rows: who the people are, what a person may do, and their views of a list. */
const besides = /^\["(views|account|coverage","representatives)/;

/** When the oldest rows on the screen were read; undefined if everything shown is the server's, or nothing is shown. */
export function shownAsOf(): number | undefined {
  let oldest: number | undefined;
  for (const { state, queryHash } of queryClient.getQueryCache().findAll({ type: "active" })) {
    const at = besides.test(queryHash) ? undefined : readAsOf(state.data);
    if (at !== undefined && (oldest === undefined || at < oldest)) oldest = at;
  }
  return oldest;
}
