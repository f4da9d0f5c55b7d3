import { type Member, Refusal, type requestOf } from "@rounds/testkit/caller.ts";

/**
 * Sends a request under a key, by which a repetition is known and what it did can be undone; throws a `Refusal` as a call
 * does.
 */
export async function under(
  key: string,
  by: Pick<Member, "send">,
  given: ReturnType<typeof requestOf>,
): Promise<void> {
  const { path, headers, ...request } = given;
  const answer = await by.send(path, { ...request, headers: { ...headers, "idempotency-key": key } });
  if (answer.status >= 300) throw new Refusal(answer.status, JSON.parse(answer.text));
}
