import { expect, test } from "vitest";
import { byOwnClock } from "./own-clock.ts";

const session = { access_token: "a.b.c", refresh_token: "r", expires_in: 3600, user: { id: "u" } };

test.each([
  ["two hours ahead", 7_200_000],
  ["two hours behind", -7_200_000],
])("a session ends when its token does, on a device whose clock is %s", async (_, ahead) => {
  const serverSeconds = 1_750_000_000;
  const askedAt = serverSeconds * 1000 + ahead + 250;
  const answer = Response.json({ ...session, expires_at: serverSeconds + 3600 });
  const answered = await byOwnClock(answer, askedAt);
  expect([answered.ok, await answered.json()]).toEqual([
    true,
    { ...session, expires_at: serverSeconds + ahead / 1000 + 3600 },
  ]);
});

test("answers without a session are unchanged", async () => {
  for (const answer of [
    Response.json({ id: "u", expires_at: 5 }),
    Response.json([]),
    new Response(null, { status: 204 }),
    new Response("no JSON"),
  ])
    expect(await byOwnClock(answer, 0)).toBe(answer);
});
