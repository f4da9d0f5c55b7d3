import { request } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { goodPassword, startService } from "./testing/service.ts";

const service = await startService();
const session = await service.register("somebody@example.com");
afterAll(() => service.close());

describe("bodies", () => {
  const signUp = { method: "POST" };

  test("bad JSON, without quoting what was sent", async () => {
    for (const raw of [
      "{",
      '{"password":"geheim',
      "geheim",
      '{"password": geheim}',
      "[1,",
      '"a',
      "{'a':1}",
      "\u0000",
    ]) {
      const { status, body, text } = await service.ask("/signup", { ...signUp, raw });
      expect([raw, status, body.code]).toEqual([raw, 400, "bad_json"]);
      expect(body.message).toMatch(/^Could not parse request body as JSON: /);
      expect(text).not.toContain("geheim");
    }
  });

  test("JSON that is not an object", async () => {
    for (const raw of ["[]", "1", '"x"', "true", "[{}]"]) {
      const { status, body } = await service.ask("/signup", { ...signUp, raw });
      expect([raw, status, body.code]).toEqual([raw, 400, "bad_json"]);
    }
  });

  test("a missing or empty body, spaces and null are an empty object", async () => {
    for (const raw of [undefined, "", "  \n", "null", "{}"]) {
      const { status, body } = await service.ask("/signup", raw === undefined ? signUp : { ...signUp, raw });
      expect([raw, status, body.code]).toEqual([raw, 422, "anonymous_provider_disabled"]);
    }
  });

  test("another or no content type, and a broken one", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json;charset=UTF-8",
    ]) {
      const { body } = await service.ask("/signup", {
        ...signUp,
        raw: "{}",
        headers: { "content-type": type },
      });
      expect([type, body.code]).toEqual([type, "anonymous_provider_disabled"]);
    }
    const untyped = await fetch(`${service.url}/signup`, {
      method: "POST",
      body: Buffer.from('{"email":"a@b.co"}'),
    });
    expect(await untyped.json()).toMatchObject({ msg: "Signup requires a valid password" });
    for (const type of ["", "json", "/", "a/b;;;=", "application/json; charset"]) {
      const { status } = await service.ask("/signup", {
        ...signUp,
        raw: "{}",
        headers: { "content-type": type },
      });
      expect([type, status >= 400 && status < 500]).toEqual([type, true]);
    }
  });

  test("more than 1 MiB", async () => {
    const raw = JSON.stringify({ email: "a@b.co", password: "x".repeat(1024 * 1024) });
    const { status, body } = await service.ask("/signup", { ...signUp, raw });
    expect([status, body.code]).toEqual([413, "request_entity_too_large"]);
    const chunked = await new Promise<number>((resolve, reject) => {
      const sending = request(
        `${service.url}/signup`,
        { method: "POST", headers: { "content-type": "application/json" } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sending.on("error", reject);
      for (let sent = 0; sent < 5; sent++) sending.write("x".repeat(300_000));
      sending.end();
    });
    expect(chunked).toBe(413);
  });

  const texts: [string, unknown][] = [
    ["a list", ["a@b.co"]],
    ["an object", { a: 1 }],
    ["a number", 1e308],
    ["true", true],
    ["NUL", "a\u0000@b.co"],
    ["half a surrogate pair", "a\ud800@b.co"],
    ["the other half", "\udfff@b.co"],
    ["deep lists", JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`)],
    ["line ends", "a@b.co\r\nX-Injected: 1"],
    ["SQL", "' or 1=1; drop table auth.users; --@b.co"],
    ["a script", "<script>alert(1)</script>@b.co"],
    ["right-to-left", "\u202eoc.b@a"],
    ["a very long text", "x".repeat(100_000)],
  ];
  const routes: [string, string, string[]][] = [
    ["POST", "/signup", ["email", "phone", "password", "data"]],
    ["POST", "/token?grant_type=password", ["email", "phone", "password"]],
    ["POST", "/token?grant_type=refresh_token", ["refresh_token"]],
    ["POST", "/token?grant_type=pkce", ["auth_code", "code_verifier"]],
    ["POST", "/token?grant_type=id_token", ["provider", "id_token"]],
    ["PUT", "/user", ["email", "phone", "password", "current_password", "data", "app_metadata"]],
  ];
  const good: Record<string, unknown> = {
    email: "good@example.com",
    password: goodPassword,
    provider: "google",
    id_token: "x",
    auth_code: "c",
    code_verifier: "v",
  };
  test.each(routes)("%s %s refuses every wrong text in every field", async (method, path, fields) => {
    for (const field of fields) {
      for (const [name, value] of texts) {
        const base = Object.fromEntries(fields.filter((key) => key in good).map((key) => [key, good[key]]));
        if (field === "phone") delete base.email;
        const { status, body } = await service.ask(path, {
          method,
          bearer: session.access_token,
          body: { ...base, [field]: value },
        });
        // User metadata may be any object.
        const expected = field === "data" && name === "an object" ? [200, 422] : [400, 401, 403, 404, 422];
        if (field === "password" && ["line ends", "SQL", "a script", "right-to-left"].includes(name))
          continue;
        expect([field, name, status, expected.includes(status)]).toEqual([field, name, status, true]);
        if (status !== 200) expect(body.code ?? body.error).toEqual(expect.any(String));
      }
    }
  });

  test("refuses NUL and half surrogate pairs, in keys and at any depth", async () => {
    for (const data of [
      { "a\u0000": 1 },
      { a: [{ b: "\u0000" }] },
      { "\ud83d": 1 },
      { a: { b: ["\udc00"] } },
    ]) {
      const { status, body } = await service.ask("/user", {
        method: "PUT",
        bearer: session.access_token,
        body: { data },
      });
      expect([status, body.code]).toEqual([400, "validation_failed"]);
    }
    const fine = { data: { note: "👩‍⚕️ डॉक्टर", big: 1e300, small: -1e-300, deep: [[[[[[1]]]]]] } };
    expect(
      (await service.ask("/user", { method: "PUT", bearer: session.access_token, body: fine })).status,
    ).toBe(200);
  });

  test("nesting too deep for recursion", async () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const raw = `{"email":"a@b.co","data":${open.repeat(100_000)}1${close.repeat(100_000)}}`;
      const { status, body } = await service.ask("/signup", { ...signUp, raw });
      expect([status, body.code, body.message]).toEqual([
        400,
        "validation_failed",
        "The request is nested too deeply",
      ]);
    }
  });

  test("2,000 random bodies: never a 500", async () => {
    const random = generator(20_250_101);
    const paths = routes.map(([method, path]) => ({ method, path }));
    const seen = new Map<number, number>();
    for (let done = 0; done < 2000; done += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { method, path } = paths[random(paths.length)] ?? { method: "POST", path: "/signup" };
          const raw = randomBody(random);
          const { status, text } = await service.ask(path, { method, raw, bearer: session.access_token });
          seen.set(status, (seen.get(status) ?? 0) + 1);
          expect([raw, status < 500, text === "" || text.startsWith("{")]).toEqual([raw, true, true]);
        }),
      );
    }
    expect([...seen.keys()].sort()).toEqual(expect.arrayContaining([400, 422]));
  }, 120_000);
});

/** Repeatable random whole numbers below a bound (a linear congruential generator). */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function randomBody(random: (below: number) => number): string {
  const names = [
    "email",
    "phone",
    "password",
    "data",
    "refresh_token",
    "current_password",
    "__proto__",
    "constructor",
    "nonce",
    "",
  ];
  const leaves = [
    null,
    true,
    0,
    -1,
    Number.POSITIVE_INFINITY,
    0.1,
    "",
    "a@b.co",
    "\u0000",
    "\ud800",
    "x".repeat(80),
    "12345",
    [],
    {},
    "A".repeat(43),
    "null",
  ];
  const value = (depth: number): unknown => {
    const kind = random(depth > 3 ? 6 : 9);
    if (kind < 6) return leaves[random(leaves.length)];
    if (kind === 6) return Array.from({ length: random(4) }, () => value(depth + 1));
    return object(depth + 1);
  };
  const object = (depth: number): unknown =>
    Object.fromEntries(Array.from({ length: random(5) }, () => [names[random(names.length)], value(depth)]));
  const text = JSON.stringify(random(10) === 0 ? value(0) : object(0)) ?? "";
  if (random(4) > 0) return text;
  // Damage: cut, double or replace a piece.
  const at = random(text.length + 1);
  const noise = ["", "}", '"', "\\u0000", "\\ud800", "1e999", "\u0007", "🙂", "//", "NaN"][random(10)];
  return text.slice(0, at) + noise + text.slice(at + random(3));
}
