import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import { unreachableError } from "./api-error.ts";
import { answerOf, type InputOf } from "./client.ts";

/**
 * Calls a route that answers lines of JSON while it works, and passes each on. Throws an `ApiError` like a call, also if the
 * answer ends in the middle of a line.
 */
export async function readLines<R extends Route<RouteShape>>(
  route: R,
  input: InputOf<R>,
  onLine: (line: unknown) => void,
): Promise<void> {
  const answer = await answerOf(route, input, "*/*");
  const decoder = new TextDecoder();
  const reader = answer.body?.getReader();
  let rest = "";
  for (let isOver = !reader; !isOver; ) {
    const piece = await reader?.read().catch(() => {
      throw unreachableError();
    });
    isOver = piece?.done ?? true;
    rest += decoder.decode(piece?.value, { stream: !isOver });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line));
  }
  if (rest !== "") throw unreachableError();
}
