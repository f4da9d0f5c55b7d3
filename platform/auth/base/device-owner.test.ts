import { afterAll, expect, test } from "vitest";
import { goodPassword, startService } from "../testing/service.ts";
import { replaceServiceKey } from "./service-key.ts";

const service = await startService();
afterAll(() => service.close());

/** Signs somebody up with a browser that sends these cookies. */
async function signUp(email: string, cookie = "") {
  const { headers, body } = await service.ask("/signup", {
    body: { email, password: goodPassword },
    headers: { cookie, "sec-fetch-site": "same-origin" },
  });
  const [name = "", owner = ""] = headers.getSetCookie();
  return {
    name: pairOf(name),
    owner: pairOf(owner),
    attributes: owner,
    ...(body as { user: { id: string } }),
  };
}
const pairOf = (cookie: string) => cookie.split(";", 1)[0] ?? "";

test("a browser keeps its user for the realtime service alone, beside its name", async () => {
  const { user, owner, attributes } = await signUp("browser@example.com");
  expect(attributes).toMatch(
    /^rounds-owner=[^;]{94}; Path=\/realtime\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  );
  expect(service.auth.deviceOwner({ cookie: `a=b; ${owner}; c=d` })).toBe(user.id);
});

test("a browser that was named before keeps its name, and gets its user with the next session", async () => {
  const { name } = await signUp("before@example.com");
  const later = await signUp("later@example.com", name);
  expect(later.name).toBe(name);
  expect(service.auth.deviceOwner({ cookie: later.owner })).toBe(later.user.id);
});

test("a cookie that is not ours, was changed or is too old names nobody", async () => {
  const { user, owner, name } = await signUp("somebody@example.com");
  const other = await signUp("other@example.com");
  const [, end = "", signature = ""] = owner.split(".");
  for (const cookie of [
    undefined,
    "",
    name,
    "rounds-owner=",
    `rounds-owner=${other.user.id}.${end}.${signature}`,
    `rounds-owner=${user.id}.${end}0.${signature}`,
    `rounds-owner=${user.id}.${end}.${"A".repeat(43)}`,
    `x-${owner}`,
    `${owner}x`,
  ]) {
    expect([cookie, service.auth.deviceOwner(cookie === undefined ? {} : { cookie })]).toEqual([
      cookie,
      undefined,
    ]);
  }
  const days = 86_400;
  service.pass(179 * days);
  expect(service.auth.deviceOwner({ cookie: owner })).toBe(user.id);
  service.pass(2 * days);
  expect(service.auth.deviceOwner({ cookie: owner })).toBeUndefined();
});

test("every server accepts it, until the service key is replaced", async () => {
  const { user, owner } = await signUp("servers@example.com");
  const other = await startService({ database: service.database });
  expect(other.auth.deviceOwner({ cookie: owner })).toBe(user.id);
  await replaceServiceKey(service.database.db, service.now);
  const later = await startService({ database: service.database });
  expect(later.auth.deviceOwner({ cookie: owner })).toBeUndefined();
  await other.close();
  await later.close();
});
