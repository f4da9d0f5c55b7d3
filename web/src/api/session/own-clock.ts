import { jsonFields } from "../json.ts";
/**
 * The answer with the end of its session (`expires_at`, in seconds) by this device's clock, computed from `askedAt`
 * (milliseconds since 1970) and the token's life (`expires_in`). The server's value follows the server's clock: on a
 * device whose clock is hours ahead, every token would look expired, and the auth client would refresh it again and
 * again; on a device whose clock is behind, it would refresh too late. An answer without a session is unchanged.
 */
export async function byOwnClock(answer: Response, askedAt: number): Promise<Response> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if (!isSession(body)) return answer;
  const expires_at = Math.floor(askedAt / 1000) + body.expires_in;
  return new Response(JSON.stringify({ ...body, expires_at }), { status: answer.status });
}

function isSession(body: unknown): body is { expires_in: number } {
  const { access_token, expires_in } = jsonFields(body);
  return typeof access_token === "string" && typeof expires_in === "number";
}
