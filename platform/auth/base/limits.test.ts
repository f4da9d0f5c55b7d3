import { GoTrueClient } from "@supabase/auth-js";
import { afterAll, describe, expect, test } from "vitest";
import { goodPassword, memory, type Reply, startService, type TestService } from "../testing/service.ts";
import { privateSettings } from "../testing/settings.ts";
import { addressKey, defaultLimits, limitsOf, tryRequest, waitForLimit } from "./limits.ts";

// The real limits, on two servers that share a database; but fewer guesses, because each costs a hash.
const limits = {
  ...defaultLimits,
  sign_in_account: { ...defaultLimits.sign_in_account, count: 5, burst: 5 },
};
const one = await startService({ limits });
const two = await startService({ limits, database: one.database });
afterAll(async () => {
  await two.close();
  await one.close();
});

let addresses = 0;
const newAddress = () => ({ "x-forwarded-for": `203.0.113.${++addresses}` });
const codes = (replies: Reply[]) => replies.map(({ status }) => status);
const limited = (replies: Reply[]) => replies.filter(({ status }) => status === 429);

describe("limits", () => {
  test("allows 30 sign-ups at once from one address, counted across servers; other addresses are not affected", async () => {
    const headers = newAddress();
    const attempt = (service: TestService) =>
      service.ask("/signup", { body: { email: "bad", password: goodPassword }, headers });
    const replies = await Promise.all(
      Array.from({ length: 36 }, (_, index) => attempt(index % 2 ? one : two)),
    );
    expect(limited(replies)).toHaveLength(6);
    expect(codes(replies).filter((status) => status === 400)).toHaveLength(30);
    const [refused] = limited(replies);
    expect(refused?.body).toEqual({ code: "over_request_rate_limit", message: "Request rate limit reached" });
    // One request becomes available every 10 seconds.
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(9);
    expect(Number(refused?.headers.get("retry-after"))).toBeLessThanOrEqual(10);
    const elsewhere = await one.ask("/signup", {
      body: { email: "bad", password: goodPassword },
      headers: newAddress(),
    });
    expect(elsewhere.status).toBe(400);
  });

  test("refills over time, as Retry-After says, and refusals cost nothing", async () => {
    const headers = newAddress();
    const attempt = () =>
      one.ask("/token?grant_type=refresh_token", { body: { refresh_token: "A".repeat(43) }, headers });
    expect(limited(await Promise.all(Array.from({ length: 40 }, attempt)))).toHaveLength(10);
    const refused = await attempt();
    one.pass(Number(refused.headers.get("retry-after")));
    expect((await attempt()).status).toBe(400);
    expect((await attempt()).status).toBe(429);
    // 150 in 5 minutes.
    one.pass(20);
    expect(limited(await Promise.all(Array.from({ length: 15 }, attempt)))).toHaveLength(5);
    // However long nothing was used, no more than the burst is saved up.
    one.pass(3600);
    expect(limited(await Promise.all(Array.from({ length: 35 }, attempt)))).toHaveLength(5);
  });

  test("counts refreshes by session: an office behind one address reaches no limit, a loop does", async () => {
    const headers = newAddress();
    const refresh = (refresh_token: string) =>
      one.ask("/token?grant_type=refresh_token", { body: { refresh_token }, headers });
    const twenty = async (email: string) => {
      let { refresh_token } = await one.register(email);
      for (let n = 0; n < 20; n++) {
        const { status, body } = await refresh(refresh_token);
        expect([email, status]).toEqual([email, 200]);
        refresh_token = body.refresh_token as string;
      }
      return refresh_token;
    };
    const [looping = "", other = ""] = await Promise.all(
      ["a", "b", "c"].map((who) => twenty(`${who}@office.example`)),
    );
    const replies = await Promise.all(Array.from({ length: 40 }, () => refresh(looping)));
    expect(new Set(codes(replies))).toEqual(new Set([200, 503]));
    const refused = await refresh(looping);
    expect([refused.status, refused.body.code]).toEqual([503, "over_request_rate_limit"]);
    expect((await refresh(other)).status).toBe(200);
    one.pass(Number(refused.headers.get("retry-after")));
    expect((await refresh(looping)).status).toBe(200);
  });

  test("counts guesses at one account from anywhere, whether it exists or not", async () => {
    const victim = await one.register("victim@example.com");
    for (const email of [victim.user.email, "nobody@example.com"]) {
      const guess = (spelling: string) =>
        one.ask("/token?grant_type=password", {
          body: { email: spelling, password: "a guess" },
          headers: newAddress(),
        });
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) => guess(index % 2 ? email : ` ${email.toUpperCase()}`)),
      );
      expect([email, limited(replies).length]).toEqual([email, 3]);
      expect(limited(replies)[0]?.body.code).toBe("over_request_rate_limit");
    }
    one.pass(60);
    const right = { body: { email: victim.user.email, password: goodPassword }, headers: newAddress() };
    expect((await one.ask("/token?grant_type=password", right)).status).toBe(200);
    // After proving to be the owner, the count starts anew.
    const guess = () =>
      one.ask("/token?grant_type=password", {
        body: { email: victim.user.email, password: "a slip" },
        headers: newAddress(),
      });
    expect(limited(await Promise.all(Array.from({ length: 5 }, guess)))).toHaveLength(0);
  });

  test("PUT /user has its own limit, and the old error shape works for 429 too", async () => {
    const { access_token } = await one.register("busy@example.com");
    const headers = { ...newAddress(), "x-supabase-api-version": "" };
    const change = () =>
      one.ask("/user", { method: "PUT", bearer: access_token, body: { data: { a: 1 } }, headers });
    const replies = await Promise.all(Array.from({ length: 33 }, change));
    expect(limited(replies)).toHaveLength(3);
    expect(limited(replies)[0]?.body).toEqual({
      code: 429,
      error_code: "over_request_rate_limit",
      msg: "Request rate limit reached",
    });
  });

  test("counts changes of second factors by user, and a session that ends others by itself", async () => {
    const { user, access_token: bearer } = await one.register("changing@example.com");
    const times = (count: number, ask: (n: number) => Promise<Reply>) =>
      Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
    const add = (n: number) =>
      one.ask("/factors", { body: { factor_type: "totp", friendly_name: `${n}` }, bearer });
    const remove = () => one.ask(`/factors/${user.id}`, { method: "DELETE", bearer });
    expect(limited(await times(20, add))).toHaveLength(0);
    expect(limited(await times(16, remove))).toHaveLength(6);
    expect((await add(20)).body.code).toBe("over_request_rate_limit");

    const out = (token: string, scope: string) =>
      one.ask(`/logout?scope=${scope}`, { method: "POST", bearer: token });
    expect(limited(await times(36, () => out(bearer, "others")))).toHaveLength(6);
    // Other sessions have their own count, and none keeps a session from ending itself.
    const again = { email: user.email, password: goodPassword };
    const { body } = await one.ask("/token?grant_type=password", { body: again });
    expect((await out(bearer, "local")).status).toBe(204);
    expect((await out(String(body.access_token), "others")).status).toBe(204);
    expect((await out(String(body.access_token), "global")).status).toBe(204);
  });

  test("a clock that is set back locks nobody out for longer than the limit itself does", async () => {
    const headers = newAddress();
    const attempt = () => one.ask("/signup", { body: { email: "bad", password: goodPassword }, headers });
    const twoDays = 2 * 86_400;
    one.pass(twoDays);
    await Promise.all(Array.from({ length: 30 }, attempt));
    one.pass(-twoDays);
    const refused = await attempt();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    // From then on the limit works normally: neither always refused nor always allowed.
    one.pass(20);
    expect(codes([await attempt(), await attempt(), await attempt()])).toEqual([400, 400, 429]);
    // Another server whose clock is a little behind waits as long as the first would.
    one.pass(30);
    await Promise.all(Array.from({ length: 30 }, attempt));
    one.pass(-30);
    expect(Number((await attempt()).headers.get("retry-after"))).toBeGreaterThan(30);
  });

  test("asking only for the waiting time is not affected by a clock that was set back either", async () => {
    let now = 2 * 86_400_000;
    const counting = { db: one.database.db, clock: () => now, limits };
    for (let turn = 0; turn < 30; turn++) expect(await tryRequest(counting, "mails", "everybody")).toBe(0);
    now = 0;
    expect(await waitForLimit(counting, "mails", "everybody")).toBe(120);
    now = 120_000;
    expect(await waitForLimit(counting, "mails", "everybody")).toBe(0);
  });

  test("the client library stays signed in while its clock is two hours ahead", async () => {
    const limits = { refresh: { ...defaultLimits.refresh, count: 3, burst: 3 } };
    const service = await startService({ limits });
    service.pass(-7200);
    const answers: number[] = [];
    const client = new GoTrueClient({
      url: service.url,
      storage: memory(),
      persistSession: true,
      autoRefreshToken: false,
      fetch: async (...request: Parameters<typeof fetch>) => {
        const answer = await fetch(...request);
        answers.push(answer.status);
        // The library waits a moment before it asks again.
        if (answer.status === 503) service.pass(Number(answer.headers.get("retry-after")));
        return answer;
      },
    });
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    await client.signUp({ email: "ahead@example.com", password: goodPassword });
    for (let n = 0; n < 6; n++) {
      const { data, error } = await client.getSession();
      expect([data.session?.user.email, error]).toEqual(["ahead@example.com", null]);
    }
    expect(answers).toContain(503);
    expect(answers).not.toContain(429);
    expect(events).not.toContain("SIGNED_OUT");
    await service.close();
  });

  test("the client library gets a 429 with its code", async () => {
    const strict = { ...defaultLimits.sign_in, count: 1, burst: 1 };
    const service = await startService({ limits: { sign_in: strict }, database: one.database });
    const client = service.client();
    await client.signInWithPassword({ email: "a@b.co", password: "x" });
    const { error } = await client.signInWithPassword({ email: "a@b.co", password: "x" });
    expect(error).toMatchObject({
      status: 429,
      code: "over_request_rate_limit",
      message: "Request rate limit reached",
    });
    await service.close();
  });

  test("the counters reveal no address and no account", async () => {
    const rows = await one.database.db.selectFrom("auth.rate_limits").selectAll().execute();
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows)
      expect([row.key_hash.length, row.limit_name in defaultLimits]).toEqual([32, true]);
  });
});

test("the factor of the settings multiplies all limits except those with their own settings", () => {
  const settings = {
    ...privateSettings(),
    signup: "open",
    public_url: "http://rounds.test",
    product_name: "R",
  };
  expect(limitsOf(settings)).toEqual(defaultLimits);
  const double = limitsOf({ ...settings, limit_factor: 2, mails_per_hour: 500 });
  expect(double.sign_in).toEqual({ per: "ip", count: 300, seconds: 300, burst: 60 });
  expect([double.mails.count, double.mails.burst, double.texts.count]).toEqual([500, 500, 30]);
  // One asker gets at most a third of the messages.
  expect([double.mails_asker.count, double.texts_asker.count]).toEqual([20, 10]);
  // A fraction leaves at least one request.
  expect(limitsOf({ ...settings, limit_factor: 0.001 }).verify).toMatchObject({ count: 1, burst: 1 });
  const off = limitsOf({ ...settings, limit_factor: 0 });
  for (const { count, burst } of Object.values(off)) expect(Math.min(count, burst)).toBeGreaterThan(1e15);
});

test("the key of an address", () => {
  expect(addressKey("203.0.113.7")).toBe("203.0.113.7");
  expect(addressKey("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressKey("2001:DB8:1:2::9")).toBe("2001:db8:1:2::/64");
  expect(addressKey("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(addressKey("::1")).toBe("0:0:0:0::/64");
  expect(addressKey("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});
