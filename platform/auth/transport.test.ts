import type { JWK } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { goodPassword, startService } from "./testing/service.ts";

const service = await startService();
afterAll(() => service.close());

describe("the two error shapes", () => {
  const weak = { email: "a@b.co", password: "12345" };
  const message = "Password should be at least 6 characters.";
  const newShape = { code: "weak_password", message, weak_password: { reasons: ["length"] } };
  const oldShape = {
    code: 422,
    error_code: "weak_password",
    msg: message,
    weak_password: { reasons: ["length"] },
  };

  test.each(["2024-01-01", "2024-05-17", "2999-12-31"])("%s reads the new one", async (version) => {
    const { status, body, headers } = await service.ask("/signup", {
      body: weak,
      headers: { "x-supabase-api-version": version },
    });
    expect([status, body, headers.get("x-supabase-api-version")]).toEqual([422, newShape, "2024-01-01"]);
  });

  test.each(["", "2023-12-31", "2024-13-01", "latest", "1", "2024-01-01T00:00:00Z"])(
    "%j reads the old one",
    async (version) => {
      const { status, body, headers } = await service.ask("/signup", {
        body: weak,
        headers: { "x-supabase-api-version": version },
      });
      expect([status, body, headers.get("x-supabase-api-version")]).toEqual([422, oldShape, null]);
    },
  );

  test("without the header", async () => {
    const response = await fetch(`${service.url}/user`);
    expect([response.status, await response.json()]).toEqual([
      401,
      { code: 401, error_code: "no_authorization", msg: "This endpoint requires a valid Bearer token" },
    ]);
  });

  test("the outer server's handlers never answer", async () => {
    for (const path of ["/nowhere", "/factors", "/token", "/signup/", "/"]) {
      const { status, body } = await service.ask(path);
      expect([path, status, body.code]).toEqual([path, 404, "not_found"]);
    }
  });
});

test("HEAD does nothing that GET would do", async () => {
  for (const path of ["/verify?token=x&type=signup", "/health"]) {
    const response = await fetch(service.url + path, { method: "HEAD", redirect: "manual" });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

describe("an internal error", () => {
  test("reveals nothing of its cause, in both shapes, and the log contains no personal data", async () => {
    const logs: string[] = [];
    const broken = await startService({ logs });
    const { access_token, refresh_token } = await broken.register("secret@example.com");
    await broken.database.pool.query(
      "alter table auth.users add constraint broken check (last_sign_in_at < created_at) not valid",
    );
    const signIn = { email: "secret@example.com", password: goodPassword };
    const message = "Unexpected failure, please check server logs for more information";
    const { status, body } = await broken.ask("/token?grant_type=password", { body: signIn });
    expect([status, body]).toEqual([500, { code: "unexpected_failure", message }]);
    const old = await broken.ask("/token?grant_type=password", {
      body: signIn,
      headers: { "x-supabase-api-version": "" },
    });
    expect(old.body).toEqual({ code: 500, error_code: "unexpected_failure", msg: message });
    await broken.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
    await broken.ask("/user", { bearer: access_token });
    await broken.ask("/user", { bearer: `${access_token}x` });
    await broken.close();
    const log = logs.join("");
    expect(log).toContain('"constraint":"broken"');
    for (const secret of ["secret@example", goodPassword, access_token, refresh_token, "argon2"]) {
      expect(log).not.toContain(secret);
    }
  });
});

test("answers and errors are not cached", async () => {
  for (const path of ["/settings", "/user", "/nowhere"]) {
    const { headers } = await service.ask(path);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
});

describe("discovery", () => {
  test("GET /health", async () => {
    const { status, body } = await service.ask("/health");
    expect([status, body]).toEqual([
      200,
      { version: expect.any(String), name: "Rounds", description: expect.any(String) },
    ]);
  });

  test("GET /settings", async () => {
    expect((await service.ask("/settings")).body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
    });
  });

  test("GET /.well-known/jwks.json publishes public keys only", async () => {
    const { body, headers } = await service.ask("/.well-known/jwks.json");
    expect(headers.get("cache-control")).toBe("public, max-age=600");
    const keys = body.keys as JWK[];
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual([
      "alg",
      "crv",
      "key_ops",
      "kid",
      "kty",
      "use",
      "x",
      "y",
    ]);
  });
});
