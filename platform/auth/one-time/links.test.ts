import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { lettersTo, open, readMail } from "../testing/mailbox.ts";
import { anEmail, goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService({
  settings: { confirm_email: true, redirect_allow_list: ["https://*.rounds.example/**"] },
  limits: { message_interval: defaultLimits.message_interval },
});
afterAll(() => service.close());

/** An account with a confirmed address. */
async function confirmed(): Promise<{ email: string; session: SessionBody }> {
  const email = anEmail();
  await service.ask("/signup", { body: { email, password: goodPassword } });
  const { code } = await readMail(service, email);
  const { body } = await service.ask("/verify", { body: { type: "signup", email, token: code } });
  return { email, session: body as SessionBody };
}

const signIn = (email: string) =>
  service.ask("/token?grant_type=password", { body: { email, password: goodPassword } });

describe("a sign-up that must be confirmed", () => {
  test("answers the bare user, mails code and link, and signs nobody in before confirmation", async () => {
    const email = anEmail();
    const { status, body } = await service.ask("/signup", {
      body: { email, password: goodPassword, data: { full_name: "Asha" } },
    });
    expect([status, body.email, body.access_token, body.email_confirmed_at]).toEqual([
      200,
      email,
      undefined,
      undefined,
    ]);
    expect(body).toMatchObject({ role: "authenticated", confirmation_sent_at: expect.any(String) });
    expect(body.identities).toHaveLength(1);
    const refused = await signIn(email);
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: "email_not_confirmed", message: "Email not confirmed" },
    ]);
    const letter = await readMail(service, email);
    expect(letter.kind).toBe("confirmation");
    expect(letter.link.searchParams.get("type")).toBe("signup");
  });

  test("the client library confirms by the code, and is signed in", async () => {
    const email = anEmail();
    const client = service.client();
    const { data } = await client.signUp({ email, password: goodPassword });
    expect(data.session).toBeNull();
    const { code } = await readMail(service, email);
    const { data: confirmed, error } = await client.verifyOtp({ type: "email", email, token: code });
    expect(error).toBeNull();
    expect(confirmed.user).toMatchObject({ email, user_metadata: { email_verified: true } });
    expect(confirmed.user?.email_confirmed_at).toEqual(expect.any(String));
    expect((await client.getUser()).data.user?.email).toBe(email);
    expect((await signIn(email)).status).toBe(200);
  });

  test("the link leads back with a session in the fragment, once", async () => {
    const email = anEmail();
    await service.ask("/signup?redirect_to=https%3A%2F%2Fapp.rounds.example%2Fstart%3Fa%3D1", {
      body: { email, password: goodPassword },
    });
    const { link } = await readMail(service, email);
    expect(link.searchParams.get("redirect_to")).toBe("https://app.rounds.example/start?a=1");
    const landing = await open(service, link);
    expect(landing.status).toBe(303);
    expect(landing.to.href.split("#")[0]).toBe("https://app.rounds.example/start?a=1");
    expect([...landing.fragment.keys()]).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "sb",
      "token_type",
      "type",
    ]);
    expect(landing.fragment.get("type")).toBe("signup");
    const token = landing.fragment.get("access_token") ?? "";
    const { body } = await service.ask("/user", { bearer: token });
    expect(body.email).toBe(email);
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect([claims.aal, claims.amr[0].method]).toEqual(["aal1", "otp"]);

    const again = await open(service, link);
    expect(again.to.hash).toBe(
      "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=",
    );
  });

  test("an address that has an account gets the same answer and no mail", async () => {
    const { email } = await confirmed();
    service.pass(61);
    const before = (await lettersTo(service, email)).length;
    const { status, body } = await service.ask("/signup", {
      body: { email, password: "another horse", data: { full_name: "Eve" } },
    });
    expect([status, body.email, body.identities, body.role, body.user_metadata]).toEqual([
      200,
      email,
      [],
      "",
      { full_name: "Eve" },
    ]);
    expect(await lettersTo(service, email)).toHaveLength(before);
    expect((await signIn(email)).status).toBe(200);
  });

  test("an unconfirmed one gets the mail again, after a minute, and keeps its password", async () => {
    const email = anEmail();
    await service.ask("/signup", { body: { email, password: goodPassword } });
    const first = await readMail(service, email);
    const soon = await service.ask("/signup", { body: { email, password: "another horse" } });
    expect([soon.status, soon.body.code]).toEqual([429, "over_email_send_rate_limit"]);
    expect(soon.body.message).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
    service.pass(61);
    expect((await service.ask("/signup", { body: { email, password: "another horse" } })).status).toBe(200);
    const second = await readMail(service, email);
    expect(second.code === first.code && second.link.href === first.link.href).toBe(false);
    expect((await open(service, first.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await open(service, second.link)).fragment.get("access_token")).toEqual(expect.any(String));
    expect((await signIn(email)).status).toBe(200);
  });

  test("twenty sign-ups with one address at once create one account", async () => {
    const email = anEmail();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => service.ask("/signup", { body: { email, password: goodPassword } })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const users = service.database.db.selectFrom("auth.users").select("id").where("email", "=", email);
    expect(await users.execute()).toHaveLength(1);
  });

  test("the first confirmed account becomes the administrator, not the first created", async () => {
    const own = await startService({ settings: { confirm_email: true } });
    try {
      for (const email of ["mistyped@example.com", "first@example.com", "second@example.com"]) {
        await own.ask("/signup", { body: { email, password: goodPassword } });
      }
      for (const [email, role] of [
        ["first@example.com", "admin"],
        ["second@example.com", undefined],
        ["mistyped@example.com", undefined],
      ] as const) {
        const { code } = await readMail(own, email);
        const { body } = await own.ask("/verify", { body: { type: "signup", email, token: code } });
        expect([email, (body as SessionBody).user.app_metadata.role]).toEqual([email, role]);
      }
    } finally {
      await own.close();
    }
  });
});

describe("POST /recover", () => {
  test("the client library recovers by link and sets a new password", async () => {
    const { email } = await confirmed();
    service.pass(61);
    const { error } = await service
      .client()
      .resetPasswordForEmail(email, { redirectTo: "http://rounds.test/new-password" });
    expect(error).toBeNull();
    const { kind, link } = await readMail(service, email);
    expect(kind).toBe("recovery");
    const landing = await open(service, link);
    expect([landing.to.pathname, landing.fragment.get("type")]).toEqual(["/new-password", "recovery"]);
    const bearer = landing.fragment.get("access_token") ?? "";
    const changed = await service.ask("/user", { method: "PUT", bearer, body: { password: "new horse" } });
    expect(changed.status).toBe(200);
    expect((await signIn(email)).status).toBe(400);
  });

  test("and by code", async () => {
    const { email } = await confirmed();
    service.pass(61);
    await service.ask("/recover", { body: { email } });
    const { code } = await readMail(service, email);
    const { data, error } = await service
      .client()
      .verifyOtp({ type: "recovery", email: ` ${email.toUpperCase()}`, token: code });
    expect([error, data.user?.email]).toEqual([null, email]);
  });

  test("known and unknown addresses get the same answer, and only the known one gets mail", async () => {
    const { email } = await confirmed();
    service.pass(61);
    const stranger = anEmail();
    const replies = [];
    for (const address of [email, stranger]) {
      replies.push(await service.ask("/recover", { body: { email: address } }));
      replies.push(await service.ask("/recover", { body: { email: address } }));
    }
    expect(replies.map(({ status }) => status)).toEqual([200, 429, 200, 429]);
    expect([replies[0]?.text, replies[2]?.text]).toEqual(["{}", "{}"]);
    expect((await readMail(service, email)).kind).toBe("recovery");
    expect(await lettersTo(service, stranger)).toEqual([]);
  });

  test.each([
    [{}, 400, "validation_failed", "Password recovery requires an email"],
    [{ email: null }, 400, "validation_failed", "Password recovery requires an email"],
    [{ email: "nobody" }, 400, "validation_failed", "Unable to validate email address: invalid format"],
    [
      { email: "a@example.com", code_challenge: "x".repeat(43) },
      400,
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    ],
  ])("%j is refused", async (body, status, code, message) => {
    const reply = await service.ask("/recover", { body });
    expect([reply.status, reply.body]).toEqual([status, { code, message }]);
  });
});

describe("POST /otp", () => {
  test("signs a known person in by code and by link", async () => {
    const { email } = await confirmed();
    service.pass(61);
    const client = service.client();
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const letter = await readMail(service, email);
    expect([letter.kind, letter.link.searchParams.get("type")]).toEqual(["otp", "magiclink"]);
    const { data, error } = await client.verifyOtp({ type: "email", email, token: letter.code });
    expect([error, data.user?.email]).toEqual([null, email]);
    // Using one voids both.
    expect((await open(service, letter.link)).fragment.get("error_code")).toBe("otp_expired");
    service.pass(61);
    await client.signInWithOtp({ email });
    const { link } = await readMail(service, email);
    expect((await open(service, link)).fragment.get("type")).toBe("magiclink");
  });

  test("signs an unknown person up, with data, without a password", async () => {
    const email = anEmail();
    const client = service.client();
    await client.signInWithOtp({ email, options: { data: { full_name: "Ravi" } } });
    const letter = await readMail(service, email);
    expect(letter.link.searchParams.get("type")).toBe("signup");
    const { data } = await client.verifyOtp({ type: "email", email, token: letter.code });
    expect(data.user?.user_metadata).toEqual({ full_name: "Ravi", email_verified: true });
    expect((await signIn(email)).body.code).toBe("invalid_credentials");
  });

  test("create_user false refuses a stranger and works for a member", async () => {
    const stranger = await service.ask("/otp", { body: { email: anEmail(), create_user: false } });
    expect([stranger.status, stranger.body]).toEqual([
      422,
      { code: "otp_disabled", message: "Signups not allowed for otp" },
    ]);
    const { email } = await confirmed();
    service.pass(61);
    expect((await service.ask("/otp", { body: { email, create_user: false } })).text).toBe("{}");
  });

  test("creates no account if sign-up is closed, without revealing it", async () => {
    const closed = await startService({ signup: "closed" });
    try {
      const reply = await closed.ask("/otp", { body: { email: "stranger@example.com" } });
      expect([reply.status, reply.text]).toEqual([200, "{}"]);
      expect(await lettersTo(closed, "stranger@example.com")).toEqual([]);
      expect(await closed.database.db.selectFrom("auth.users").select("id").execute()).toEqual([]);
    } finally {
      await closed.close();
    }
  });

  test.each([
    [{}, 400, "validation_failed", "One of email or phone must be set"],
    [{ email: "", phone: null }, 400, "validation_failed", "One of email or phone must be set"],
    [{ phone: "+919800000000" }, 400, "phone_provider_disabled", "Unsupported phone provider"],
  ])("%j is refused", async (body, status, code, message) => {
    const reply = await service.ask("/otp", { body });
    expect([reply.status, reply.body]).toEqual([status, { code, message }]);
  });
});

describe("POST /resend", () => {
  test("sends the confirmation again; the earlier one is void", async () => {
    const email = anEmail();
    await service.ask("/signup", { body: { email, password: goodPassword } });
    const first = await readMail(service, email);
    service.pass(61);
    const { error } = await service.client().resend({ type: "signup", email });
    expect(error).toBeNull();
    const second = await readMail(service, email);
    expect((await open(service, first.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await open(service, second.link)).fragment.get("type")).toBe("signup");
  });

  test("gives the same answer for strangers and for those with nothing pending, without mail", async () => {
    const { email } = await confirmed();
    service.pass(61);
    const before = (await lettersTo(service, email)).length;
    for (const address of [email, anEmail()]) {
      for (const type of ["signup", "email_change"]) {
        const reply = await service.ask("/resend", { body: { type, email: address } });
        expect([reply.status, reply.text]).toEqual([200, "{}"]);
      }
    }
    expect(await lettersTo(service, email)).toHaveLength(before);
  });

  test.each([
    [
      { email: "a@example.com" },
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    ],
    [
      { type: "recovery", email: "a@example.com" },
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    ],
    [{ type: "signup" }, "validation_failed", "Type provided requires an email address"],
    [{ type: "sms" }, "validation_failed", "Type provided requires a phone number"],
    [{ type: "sms", phone: "+919800000000" }, "phone_provider_disabled", "Unsupported phone provider"],
  ])("%j is refused", async (body, code, message) => {
    const reply = await service.ask("/resend", { body });
    expect([reply.status, reply.body]).toEqual([400, { code, message }]);
  });
});

test("a server without mail says so", async () => {
  const mute = await startService({ settings: { mail: { by: "nothing" } } });
  try {
    const reply = await mute.ask("/recover", { body: { email: "a@example.com" } });
    expect([reply.status, reply.body.code]).toEqual([422, "email_provider_disabled"]);
  } finally {
    await mute.close();
  }
});

test("a link lives a day", async () => {
  const { email } = await confirmed();
  service.pass(61);
  await service.ask("/recover", { body: { email } });
  const { link } = await readMail(service, email);
  service.pass(24 * 3600 + 1);
  expect((await open(service, link)).fragment.get("error_code")).toBe("otp_expired");
});
