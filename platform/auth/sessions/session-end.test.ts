import { decodeJwt } from "jose";
import { afterAll, expect, test } from "vitest";
import { goodPassword, type SessionBody, startService, type TestService } from "../testing/service.ts";

const services: TestService[] = [];
const start = async (settings: Parameters<typeof startService>[0]) => {
  const service = await startService(settings);
  services.push(service);
  return service;
};
afterAll(() => Promise.all(services.map((service) => service.close())));

const refresh = (service: TestService, refresh_token: string) =>
  service.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
const minutes = 60;
const hours = 60 * minutes;
const sessionNotFound = {
  code: "session_not_found",
  message: "Session from session_id claim in JWT does not exist",
};

test("a session ends at its maximum age however often it is refreshed, and its access token with it", async () => {
  const service = await start({ settings: { session_max_hours: 2 } });
  const first = await service.register("age@example.com");
  service.pass(50 * minutes);
  const second = (await refresh(service, first.refresh_token)).body as SessionBody;
  service.pass(50 * minutes);
  const last = (await refresh(service, second.refresh_token)).body as SessionBody & { expires_in: number };
  // 20 minutes are left, not an hour; the answer and the token agree.
  expect(last.expires_in).toBeGreaterThan(20 * minutes - 5);
  expect(last.expires_in).toBeLessThanOrEqual(20 * minutes);
  expect(decodeJwt(last.access_token).exp).toBe(last.expires_at);
  expect((await service.ask("/user", { bearer: last.access_token })).status).toBe(200);

  service.pass(20 * minutes);
  const { status, body } = await refresh(service, last.refresh_token);
  expect([status, body]).toEqual([
    400,
    { code: "session_expired", message: "Invalid Refresh Token: Session Expired" },
  ]);
  // The expired session does not prevent signing in again.
  const again = { email: "age@example.com", password: goodPassword };
  expect((await service.ask("/token?grant_type=password", { body: again })).status).toBe(200);
});

test("a session without refreshes ends, and one that is refreshed continues", async () => {
  const service = await start({ settings: { session_idle_hours: 3 } });
  const idle = await service.register("idle@example.com");
  let busy = await service.register("busy@example.com");
  for (let times = 0; times < 3; times++) {
    service.pass(1 * hours + 1);
    busy = (await refresh(service, busy.refresh_token)).body as SessionBody;
  }
  const { status, body } = await refresh(service, idle.refresh_token);
  expect([status, body]).toEqual([
    400,
    { code: "session_expired", message: "Invalid Refresh Token: Session Expired (Inactivity)" },
  ]);
  expect((await service.ask("/user", { bearer: busy.access_token })).status).toBe(200);
});

test("a token whose session has ended because of a new, shorter limit is refused everywhere", async () => {
  const before = await start({});
  const { access_token } = await before.register("shorter@example.com");
  for (const settings of [{ session_max_hours: 0.5 }, { session_idle_hours: 0.5 }]) {
    const after = await start({ database: before.database, settings });
    after.pass(29 * minutes);
    expect((await after.ask("/user", { bearer: access_token })).status).toBe(200);
    after.pass(2 * minutes);
    const { status, body } = await after.ask("/user", { bearer: access_token });
    expect([status, body]).toEqual([403, sessionNotFound]);
    expect(await after.auth.authenticate(`Bearer ${access_token}`)).toEqual({
      ok: false,
      reason: "session_ended",
    });
  }
});

test("if sessions may be idle for less than an hour, the access token ends in time for the client to refresh", async () => {
  const service = await start({ settings: { session_idle_hours: 0.25 } });
  const client = service.client();
  const { data } = await client.signUp({ email: "short@example.com", password: goodPassword });
  // The session may start in one second and its token in the next.
  const upToTheSecond = [15 * minutes, 15 * minutes - 1];
  expect(upToTheSecond).toContain(data.session?.expires_in);
  service.pass(10 * minutes);
  expect(upToTheSecond).toContain((await client.refreshSession()).data.session?.expires_in);
  service.pass(10 * minutes);
  expect((await client.getUser()).data.user?.email).toBe("short@example.com");
});
