import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import { call, type InputOf, type ResponseOf } from "./client.ts";
import { newId } from "./new-id.ts";

/** Under which key the server did what led to an answer. */
const batches = new WeakMap<object, string>();

/** Notes the key of the request that an answer is of; by it, what was done can be undone. */
export function noteBatch<Answer>(answer: Answer, key: string): Answer {
  if (typeof answer === "object" && answer !== null) batches.set(answer, key);
  return answer;
}

/** The key under which something was done; undefined if the server has not said that it was. */
export function batchOf(answer: unknown): string | undefined {
  return typeof answer === "object" && answer !== null ? batches.get(answer) : undefined;
}

/** Calls a route that changes something, under a key by which that can be undone: by default one of its own. */
export async function callUndoable<R extends Route<RouteShape>>(
  route: R,
  input: InputOf<R>,
  key = newId(),
): Promise<ResponseOf<R>> {
  return noteBatch(await call(route, input, undefined, key), key);
}
