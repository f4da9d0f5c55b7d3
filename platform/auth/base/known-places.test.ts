import { afterAll, describe, expect, test } from "vitest";
import { goodPassword, startService } from "../testing/service.ts";
import { deviceIn } from "./known-places.ts";
import { defaultLimits } from "./limits.ts";

// Fewer guesses than the real limits allow, because each costs a hash.
const limits = {
  ...defaultLimits,
  sign_in_account: { ...defaultLimits.sign_in_account, count: 4, burst: 4 },
  verify_account: { ...defaultLimits.verify_account, count: 3, burst: 3 },
};
const service = await startService({ limits });
afterAll(() => service.close());

let addresses = 0;
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const from = (ip: string, cookie?: string) => ({
  "x-forwarded-for": ip,
  ...(cookie !== undefined && { cookie, "sec-fetch-site": "same-origin" }),
});
const signIn = (email: string, password: string, headers: Record<string, string>) =>
  service.ask("/token?grant_type=password", { body: { email, password }, headers });

/** Somebody who signed in at an address with a browser; the cookie is the browser's. */
async function owner(email: string) {
  const ip = newAddress();
  const { headers } = await service.ask("/signup", {
    body: { email, password: goodPassword },
    headers: from(ip, ""),
  });
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
  return { email, ip, cookie, cookies: headers.getSetCookie() };
}

/** Strangers guess, each from another address, until they are refused. */
async function guessFromEverywhere(email: string) {
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => signIn(email, "a guess", from(newAddress()))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 429, 429]);
}

describe("wrong passwords from strangers", () => {
  test("don't lock out somebody at an address, or with a browser, that the account knows", async () => {
    const { email, ip, cookie } = await owner("victim@example.com");
    await guessFromEverywhere(email);
    expect((await signIn(email, goodPassword, from(newAddress()))).status).toBe(429);
    expect((await signIn(email, goodPassword, from(ip))).status).toBe(200);
    expect((await signIn(email, goodPassword, from(newAddress(), cookie))).status).toBe(200);
    // What the owner does gives the strangers no new guesses.
    expect((await signIn(email, "a guess", from(newAddress()))).status).toBe(429);
  });

  test("from the owner's own office don't either, if the browser is known", async () => {
    const { email, ip, cookie } = await owner("office@example.com");
    const colleague = () => signIn(email, "a guess", from(ip));
    for (let n = 0; n < 4; n++) expect((await colleague()).status).toBe(400);
    expect((await colleague()).status).toBe(429);
    // The office has used up its address's limit, too.
    const others = Array.from({ length: 40 }, (_, n) => signIn(`x${n}@office.example`, "x", from(ip)));
    expect((await Promise.all(others)).map(({ status }) => status)).toContain(429);
    expect((await signIn(email, goodPassword, from(ip, cookie))).status).toBe(200);
  });

  test("are limited at a known place as well", async () => {
    const { email, ip, cookie } = await owner("bounded@example.com");
    for (const headers of [from(ip), from(newAddress(), cookie)]) {
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) statuses.push((await signIn(email, "a guess", headers)).status);
      expect(statuses).toEqual([400, 400, 400, 400, 429]);
    }
  });

  test("don't reveal who has an account", async () => {
    const { email } = await owner("real@example.com");
    const { cookie } = await owner("insider@example.com");
    for (const aim of [email, "unreal@example.com"]) {
      const statuses: number[] = [];
      // A browser known to another account is a stranger here.
      for (let n = 0; n < 5; n++)
        statuses.push((await signIn(aim, "a guess", from(newAddress(), cookie))).status);
      expect([aim, statuses]).toEqual([aim, [400, 400, 400, 400, 429]]);
    }
  });

  test("wrong codes don't either", async () => {
    const { email, ip } = await owner("codes@example.com");
    const verify = (token: string, at: string) =>
      service.ask("/verify", { body: { type: "recovery", email, token }, headers: from(at) });
    for (let n = 0; n < 3; n++) expect((await verify("000000", newAddress())).status).toBe(403);
    expect((await verify("000000", newAddress())).status).toBe(429);
    expect((await verify("000000", ip)).status).toBe(403);
  });
});

describe("the cookie of a browser", () => {
  test("is only for the auth service of the product's own pages, and only for people who signed in", async () => {
    const { cookies } = await owner("cookie@example.com");
    expect(cookies[0]).toMatch(
      /^rounds-device=[A-Za-z0-9_-]{43}; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const refused = await signIn("cookie@example.com", "a guess", from(newAddress(), ""));
    expect(refused.headers.get("set-cookie")).toBeNull();
    const program = await signIn("cookie@example.com", goodPassword, from(newAddress()));
    expect([program.status, program.headers.get("set-cookie")]).toEqual([200, null]);
  });

  test("is known to an account that continues its session, and stored as a hash", async () => {
    const session = await service.register("goes-on@example.com");
    const { refresh_token } = session;
    const { headers } = await service.ask("/token?grant_type=refresh_token", {
      body: { refresh_token },
      headers: from(newAddress(), ""),
    });
    const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
    await guessFromEverywhere("goes-on@example.com");
    expect((await signIn("goes-on@example.com", goodPassword, from(newAddress(), cookie))).status).toBe(200);
    const rows = await service.database.db.selectFrom("auth.known_places").selectAll().execute();
    for (const { key_hash } of rows) expect(key_hash).toHaveLength(32);
  });

  test("an account knows twenty places of a kind, the last used ones", async () => {
    const { user } = await service.register("traveller@example.com");
    for (let n = 0; n < 25; n++) {
      service.pass(20);
      await signIn("traveller@example.com", goodPassword, from(newAddress()));
    }
    const { count } = await service.database.db
      .selectFrom("auth.known_places")
      .select((row) => row.fn.countAll<string>().as("count"))
      .where("user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(20);
  });

  test("is read whatever surrounds it", () => {
    const name = "A".repeat(43);
    expect(deviceIn({ cookie: `a=b; rounds-device=${name}; c=d` })).toBe(name);
    for (const cookie of [
      undefined,
      "",
      `rounds-device=${name}x`,
      `x-rounds-device=${name}`,
      ";".repeat(9000),
    ])
      expect(deviceIn(cookie === undefined ? {} : { cookie })).toBeUndefined();
  });
});
