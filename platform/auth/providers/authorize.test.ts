import { GoTrueClient } from "@supabase/auth-js";
import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { startIssuer } from "../testing/oidc-issuer.ts";
import { goodPassword, startService } from "../testing/service.ts";

const issuer = await startIssuer();
const dead = { name: "dead", issuer: "http://127.0.0.1:9", client_id: "rounds" };
const service = await startService({
  settings: {
    oidc_providers: [issuer.settings, dead],
    redirect_allow_list: ["https://app.example/**"],
  },
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

function pkceClient(): GoTrueClient {
  const held = new Map<string, string>();
  return new GoTrueClient({
    url: service.url,
    flowType: "pkce",
    autoRefreshToken: false,
    storage: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    },
  });
}

/** Opens one address of the service; returns where it sends the browser. */
async function follow(address: string): Promise<{ status: number; to: URL }> {
  const response = await fetch(address, { redirect: "manual" });
  if (response.status !== 302 && response.status !== 303) {
    throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  }
  return { status: response.status, to: new URL(response.headers.get("location") ?? "about:blank") };
}

/** The address of the service to which the issuer sends the browser, on the port of the test's service. */
function here(callback: URL): string {
  expect(callback.origin + callback.pathname).toBe("http://rounds.test/auth/v1/callback");
  return `${service.url}/callback${callback.search}`;
}

const authorize = (values: Record<string, string>) =>
  `${service.url}/authorize?${new URLSearchParams({ provider: "corp", ...values })}`;

/** From /authorize through the issuer to the answer of /callback. */
async function comeBack(values: Record<string, string>, sub: string) {
  const { to } = await follow(authorize(values));
  const callback = here(await issuer.walk(to.href, sub));
  return { callback, answer: await follow(callback) };
}

describe("GET /authorize", () => {
  test("sends the browser to the provider with state, nonce and our own challenge", async () => {
    const { status, to } = await follow(
      authorize({ scopes: "groups email", prompt: "login", client_id: "x", state: "y" }),
    );
    expect(status).toBe(302);
    expect(to.origin).toBe(issuer.settings.issuer);
    const sent = Object.fromEntries(to.searchParams);
    expect(sent).toEqual({
      client_id: "rounds",
      response_type: "code",
      redirect_uri: "http://rounds.test/auth/v1/callback",
      scope: "openid email profile groups",
      prompt: "login",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const rows = await service.database.db.selectFrom("auth.provider_sign_ins").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(sent.state);
  });

  test("refuses a provider that is not enabled, a challenge without a method, and malformed scopes", async () => {
    const cases: [Record<string, string>, number, string][] = [
      [{ provider: "google" }, 400, "Unsupported provider: provider is not enabled"],
      [{ provider: "" }, 400, "Unsupported provider: provider is not enabled"],
      [
        { code_challenge: "c".repeat(43) },
        400,
        "PKCE flow requires code_challenge_method and code_challenge",
      ],
      [{ scopes: 'a"b' }, 400, "scopes must be names with spaces between them"],
    ];
    for (const [values, status, message] of cases) {
      const reply = await service.ask(`/authorize?${new URLSearchParams({ provider: "corp", ...values })}`);
      expect([reply.status, reply.body]).toEqual([status, { code: "validation_failed", message }]);
    }
    const twice = await service.ask("/authorize?provider=corp&provider=corp");
    expect(twice.status).toBe(400);
  });

  test("a provider that does not answer is a 503, which clients try again", async () => {
    const { status, body } = await service.ask("/authorize?provider=dead");
    expect([status, body.code]).toEqual([503, "unexpected_failure"]);
  });
});

describe("GET /callback", () => {
  test("implicit: the session is in the fragment, in the protocol's order", async () => {
    issuer.people.set("asha", { email: "Asha@Corp.example", email_verified: true, name: "Asha Rao" });
    const { answer } = await comeBack({ redirect_to: "https://app.example/doctors?page=2" }, "asha");
    expect(answer.status).toBe(303);
    expect(answer.to.href.split("#")[0]).toBe("https://app.example/doctors?page=2");
    const given = new URLSearchParams(answer.to.hash.slice(1));
    expect([...given.keys()]).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "sb",
      "token_type",
    ]);
    const claims = decodeJwt(given.get("access_token") ?? "");
    expect(claims).toMatchObject({
      email: "asha@corp.example",
      amr: [{ method: "oauth" }],
      app_metadata: { provider: "corp", providers: ["corp"] },
      user_metadata: { name: "Asha Rao", full_name: "Asha Rao", email_verified: true },
    });
    const client = service.client();
    const { data } = await client.setSession({
      access_token: given.get("access_token") ?? "",
      refresh_token: given.get("refresh_token") ?? "",
    });
    expect(data.user?.identities).toMatchObject([{ provider: "corp", id: "asha" }]);
    expect((await client.refreshSession()).error).toBeNull();
  });

  test("the client library signs in by PKCE, and comes back as the same user", async () => {
    issuer.people.set("ravi", { email: "ravi@corp.example", email_verified: true });
    const users: (string | undefined)[] = [];
    for (let time = 0; time < 2; time++) {
      const client = pkceClient();
      const { data, error } = await client.signInWithOAuth({
        provider: "corp" as "google",
        options: { skipBrowserRedirect: true, redirectTo: "https://app.example/home", scopes: "offline" },
      });
      expect(error).toBeNull();
      const { to } = await follow(data.url ?? "");
      const { to: page, status } = await follow(here(await issuer.walk(to.href, "ravi")));
      expect([status, page.origin + page.pathname, page.hash]).toEqual([303, "https://app.example/home", ""]);
      const code = page.searchParams.get("code") ?? "";
      expect(code).toMatch(/^[0-9a-f-]{36}$/);
      const exchanged = await client.exchangeCodeForSession(code);
      expect(exchanged.error).toBeNull();
      expect(decodeJwt(exchanged.data.session?.access_token ?? "").amr).toMatchObject([{ method: "oauth" }]);
      users.push(exchanged.data.user?.id);
    }
    expect(users[0]).toBe(users[1]);
  });

  test("a forbidden redirect leads to the product itself", async () => {
    issuer.people.set("meera", { email: "meera@corp.example", email_verified: true });
    const { answer } = await comeBack({ redirect_to: "https://evil.example/" }, "meera");
    expect(answer.to.origin).toBe("http://rounds.test");
  });

  test("a state works once and for ten minutes", async () => {
    issuer.people.set("once", { email: "once@corp.example", email_verified: true });
    const { callback } = await comeBack({ redirect_to: "https://app.example/" }, "once");
    const again = await follow(callback);
    expectFailure(again.to, "http://rounds.test", "bad_oauth_state");

    const { to } = await follow(authorize({ redirect_to: "https://app.example/late" }));
    const late = here(await issuer.walk(to.href, "once"));
    service.pass(601);
    expectFailure((await follow(late)).to, "https://app.example", "bad_oauth_state");
    expectFailure((await follow(late)).to, "http://rounds.test", "bad_oauth_state");

    for (const query of ["", "?state=", "?state=unknown&code=x", "?state=a&state=b", "?code=x"]) {
      expectFailure(
        (await follow(`${service.url}/callback${query}`)).to,
        "http://rounds.test",
        "bad_oauth_state",
      );
    }
  });

  test("a refusal of the provider, a wrong code and another client's code lead back to the page", async () => {
    const start = async () => {
      const { to } = await follow(authorize({ redirect_to: "https://app.example/in" }));
      return { to, state: to.searchParams.get("state") ?? "" };
    };
    const refused = await start();
    const values = {
      state: refused.state,
      iss: issuer.settings.issuer,
      error: "access_denied",
      error_description: "The person <b>said</b> no",
    };
    const page = (await follow(`${service.url}/callback?${new URLSearchParams(values)}`)).to;
    expectFailure(page, "https://app.example", "bad_oauth_callback");
    expect(page.searchParams.get("error_description")).toBe("The person <b>said</b> no");

    const wrong = await start();
    const query = new URLSearchParams({ state: wrong.state, iss: issuer.settings.issuer, code: "guessed" });
    expectFailure(
      (await follow(`${service.url}/callback?${query}`)).to,
      "https://app.example",
      "bad_oauth_callback",
    );

    // A code that the issuer gave for another sign-in: our verifier does not match its challenge.
    const [mine, theirs] = [await start(), await start()];
    const foreign = await issuer.walk(theirs.to.href, "ravi");
    foreign.searchParams.set("state", mine.state);
    expectFailure((await follow(here(foreign))).to, "https://app.example", "bad_oauth_callback");

    // Another issuer's answer (RFC 9207).
    const mixed = await start();
    const landed = await issuer.walk(mixed.to.href, "ravi");
    landed.searchParams.set("iss", "https://other.example");
    expectFailure((await follow(here(landed))).to, "https://app.example", "bad_oauth_callback");
  });

  test("a provider that fails in between is distinguished from a refusal", async () => {
    const { settings, walk, close } = await startIssuer({ name: "mortal" });
    const mortal = await startService({ settings: { oidc_providers: [settings] } });
    try {
      const { to } = await follow(`${mortal.url}/authorize?provider=mortal`);
      const landed = await walk(to.href, "asha");
      await close();
      const page = (await follow(`${mortal.url}/callback${landed.search}`)).to;
      expect(page.origin).toBe("http://rounds.test");
      expect(page.searchParams.get("error")).toBe("server_error");
      expect(page.searchParams.get("error_code")).toBe("unexpected_failure");
    } finally {
      await mortal.close();
    }
  });

  test("a banned user gets the error on the page, by fragment and by PKCE", async () => {
    issuer.people.set("banned", { email: "banned@corp.example", email_verified: true });
    await service.register("banned@corp.example", goodPassword);
    await service.database.db
      .updateTable("auth.users")
      .set({ banned_until: "2999-01-01T00:00:00.000Z" })
      .where("email", "=", "banned@corp.example")
      .execute();
    const challenges: Record<string, string>[] = [
      {},
      { code_challenge: "c".repeat(43), code_challenge_method: "s256" },
    ];
    for (const challenge of challenges) {
      const { answer } = await comeBack({ redirect_to: "https://app.example/", ...challenge }, "banned");
      expectFailure(answer.to, "https://app.example", "user_banned");
    }
  });
});

test("starting and finishing sign-ins share one limit per address", async () => {
  const limited = await startService({
    settings: { oidc_providers: [issuer.settings] },
    limits: { provider: defaultLimits.provider },
  });
  try {
    const from = async (path: string, ip: string) =>
      (await fetch(limited.url + path, { redirect: "manual", headers: { "x-forwarded-for": ip } })).status;
    const statuses: number[] = [];
    for (let turn = 0; turn < 15; turn++) {
      statuses.push(
        await from("/authorize?provider=corp", "192.0.2.1"),
        await from("/callback", "192.0.2.1"),
      );
    }
    expect(statuses).toEqual(Array(15).fill([302, 303]).flat());
    expect(await from("/callback", "192.0.2.1")).toBe(429);
    expect(await from("/callback", "192.0.2.2")).toBe(303);
  } finally {
    await limited.close();
  }
});

test("manual linking and SAML are off", async () => {
  const { access_token } = await service.register("nolink@example.com");
  const linking = { code: "manual_linking_disabled", message: "Manual linking is disabled" };
  const link = await service.ask("/user/identities/authorize?provider=corp", { bearer: access_token });
  expect([link.status, link.body]).toEqual([404, linking]);
  const unlink = await service.ask("/user/identities/0b5a3f2e-0000-4000-8000-000000000000", {
    method: "DELETE",
    bearer: access_token,
  });
  expect([unlink.status, unlink.body]).toEqual([404, linking]);
  expect((await service.ask("/user/identities/authorize")).body.code).toBe("no_authorization");
  const sso = await service.client().signInWithSSO({ domain: "corp.example" });
  expect(sso.error).toMatchObject({
    status: 404,
    code: "saml_provider_disabled",
    message: "SAML 2.0 is disabled",
  });
});

/** A refusal as the page gets it: in the query and in the fragment. */
function expectFailure(page: URL, origin: string, code: string) {
  expect(page.origin).toBe(origin);
  for (const values of [page.searchParams, new URLSearchParams(page.hash.slice(1))]) {
    expect([values.get("error"), values.get("error_code")]).toEqual(["access_denied", code]);
    expect(values.get("error_description")).not.toBe("");
    expect(values.get("access_token")).toBeNull();
  }
}
