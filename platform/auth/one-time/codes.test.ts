import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { type Landing, open, readMail } from "../testing/mailbox.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
afterAll(() => service.close());

let people = 0;
async function member(): Promise<SessionBody & { email: string }> {
  const email = `person${++people}@example.com`;
  return { ...(await service.register(email)), email };
}

/** A member who was mailed a sign-in code. */
async function withCode() {
  const { email } = await member();
  await service.ask("/otp", { body: { email } });
  return { email, ...(await readMail(service, email)) };
}

const verify = (body: Record<string, unknown>) => service.ask("/verify", { body });
const wrong = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, "0");
const expired = { code: "otp_expired", message: "Token has expired or is invalid" };

describe("a code", () => {
  test("works once, only for its address and its type", async () => {
    const { email, code } = await withCode();
    const other = await member();
    for (const body of [
      { type: "email", email: other.email, token: code },
      { type: "email", email: "nobody@example.com", token: code },
      { type: "recovery", email, token: code },
      { type: "signup", email, token: code },
      { type: "invite", email, token: code },
    ]) {
      const reply = await verify(body);
      expect([reply.status, reply.body], JSON.stringify(body)).toEqual([403, expired]);
    }
    expect((await verify({ type: "email", email, token: code })).status).toBe(200);
    expect((await verify({ type: "email", email, token: code })).body).toEqual(expired);
  });

  test("if twenty use it at once, one gets a session", async () => {
    const { email, code } = await withCode();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => verify({ type: "email", email, token: code })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(19);
  });

  test("is void after five wrong guesses, even simultaneous ones; its link stays valid", async () => {
    const { email, code, link } = await withCode();
    await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        verify({ type: "email", email, token: wrong(String(Number(code) + at)) }),
      ),
    );
    const right = await verify({ type: "email", email, token: code });
    expect([right.status, right.body]).toEqual([403, expired]);
    expect((await open(service, link)).fragment.get("access_token")).toEqual(expect.any(String));
  });

  test("survives four wrong guesses", async () => {
    const { email, code } = await withCode();
    for (let guess = 0; guess < 4; guess++) {
      expect((await verify({ type: "email", email, token: wrong(code) })).status).toBe(403);
    }
    expect((await verify({ type: "email", email, token: code })).status).toBe(200);
  });

  test("expires after a day", async () => {
    const { email, code } = await withCode();
    service.pass(24 * 3600 + 1);
    expect((await verify({ type: "email", email, token: code })).body).toEqual(expired);
  });

  test("is void after another code of the user was used, or the password changed", async () => {
    const { email, session } = await member().then((one) => ({ email: one.email, session: one }));
    await service.ask("/recover", { body: { email } });
    const recovery = await readMail(service, email);
    await service.ask("/otp", { body: { email } });
    const otp = await readMail(service, email);
    expect((await verify({ type: "email", email, token: otp.code })).status).toBe(200);
    expect((await verify({ type: "recovery", email, token: recovery.code })).body).toEqual(expired);

    await service.ask("/recover", { body: { email } });
    const late = await readMail(service, email);
    const changed = await service.ask("/user", {
      method: "PUT",
      bearer: session.access_token,
      body: { password: "another horse" },
    });
    expect(changed.status).toBe(200);
    expect((await open(service, late.link)).fragment.get("error_code")).toBe("otp_expired");
  });

  test("does not sign in a banned user", async () => {
    const { email, code, link } = await withCode();
    await sql`update auth.users set banned_until = '2999-01-01' where email = ${email}`.execute(
      service.database.db,
    );
    const reply = await verify({ type: "email", email, token: code });
    expect([reply.status, reply.body]).toEqual([403, { code: "user_banned", message: "User is banned" }]);
    expect((await open(service, link)).fragment.get("error_code")).toBe("user_banned");
  });

  test("is never stored in plain text, and neither is its link", async () => {
    const { email, code, link } = await withCode();
    const token = link.searchParams.get("token") ?? "";
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(token)::text as text from auth.one_time_tokens token where sent_to = ${email}
      union all select to_jsonb(message)::text from auth.messages message where recipient = ${email}
      union all select to_jsonb(entry)::text from auth.audit_log entry
    `.execute(service.database.db);
    expect(rows.length).toBeGreaterThan(2);
    for (const { text } of rows) {
      expect(text).not.toContain(token);
      expect(text).not.toMatch(new RegExp(`"${code}"`));
    }
  });
});

describe("POST /verify refuses", () => {
  test.each([
    [{ token: "123456", email: "a@example.com" }, 400, "Verify requires a verification type"],
    [
      { type: "sideways", token: "123456", email: "a@example.com" },
      400,
      "Verify requires a verification type",
    ],
    [{ type: "toString", token: "1", email: "a@example.com" }, 400, "Verify requires a verification type"],
    [{ type: "email", email: "a@example.com" }, 400, "Verify requires either a token or a token hash"],
    [{ type: "email", token: "123456", email: "nobody" }, 422, "Invalid email format"],
    [{ type: "email", token: "123456" }, 422, "Invalid email format"],
    [{ type: "sms", token: "123456", phone: "abc" }, 400, "Invalid phone number format (E.164 required)"],
  ])("%j", async (body, status, message) => {
    const reply = await verify(body);
    expect([reply.status, reply.body]).toEqual([status, { code: "validation_failed", message }]);
  });

  test("an unknown token hash", async () => {
    const reply = await verify({ type: "email", token_hash: "nothing" });
    expect([reply.status, reply.body]).toEqual([
      403,
      { code: "otp_expired", message: "Email link is invalid or has expired" },
    ]);
  });
});

test("the token of a link can be posted as token_hash, through the client library", async () => {
  const { email, link } = await withCode();
  const token_hash = link.searchParams.get("token") ?? "";
  const { data, error } = await service.client().verifyOtp({ type: "magiclink", token_hash });
  expect([error, data.user?.email]).toEqual([null, email]);
  const again = await verify({ type: "magiclink", token_hash });
  expect(again.body).toEqual({
    code: "otp_expired",
    message: "Email link is invalid or has expired",
  });
});

describe("GET /verify", () => {
  test.each([
    ["", "Verify requires a verification type"],
    ["?type=signup", "Verify requires a token or a token hash"],
    ["?token=abc", "Verify requires a verification type"],
  ])("%s is refused in JSON", async (query, message) => {
    const reply = await service.ask(`/verify${query}`);
    expect([reply.status, reply.body]).toEqual([400, { code: "validation_failed", message }]);
  });

  test("a link with another type than its own leads to an error", async () => {
    const { link } = await withCode();
    link.searchParams.set("type", "recovery");
    expect((await open(service, link)).fragment.get("error_code")).toBe("otp_expired");
  });

  test("a forbidden redirect leads to the product", async () => {
    const { link } = await withCode();
    link.searchParams.set("redirect_to", "https://evil.example/");
    const { to, fragment } = await open(service, link);
    expect([to.origin, fragment.has("access_token")]).toEqual(["http://rounds.test", true]);
  });
});

describe("a change of address", () => {
  const put = (bearer: string, body: Record<string, unknown>) =>
    service.ask("/user", { method: "PUT", bearer, body });

  async function changing() {
    const { email, access_token } = await member();
    const wanted = `new${people}@example.com`;
    const { status, body } = await put(access_token, { email: wanted });
    expect([status, body.email, body.new_email]).toEqual([200, email, wanted]);
    expect(body.email_change_sent_at).toEqual(expect.any(String));
    const [toNew, toOld] = [await readMail(service, wanted), await readMail(service, email)];
    expect([toNew.kind, toOld.kind]).toEqual(["email_change_new", "email_change_current"]);
    return { email, wanted, access_token, toNew, toOld };
  }
  const emailOf = async (bearer: string) => {
    const { body } = await service.ask("/user", { bearer });
    return [body.email, body.new_email];
  };

  test("waits for both addresses, by code", async () => {
    const { email, wanted, access_token, toNew, toOld } = await changing();
    const half = await verify({ type: "email_change", email, token: toOld.code });
    expect([half.status, half.body]).toEqual([
      200,
      {
        msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
        code: "200",
      },
    ]);
    expect(await emailOf(access_token)).toEqual([email, wanted]);
    expect((await verify({ type: "email_change", email, token: toOld.code })).body).toEqual(expired);
    const { body } = await verify({ type: "email_change", email: wanted, token: toNew.code });
    expect((body as SessionBody).user).toMatchObject({ email: wanted });
    expect(await emailOf(access_token)).toEqual([wanted, undefined]);
    expect(
      (await service.ask("/token?grant_type=password", { body: { email: wanted, password: goodPassword } }))
        .status,
    ).toBe(200);
    // The former address is notified.
    expect((await readMail(service, email)).kind).toBe("email_changed");
  });

  test("and by link, in either order", async () => {
    const { wanted, access_token, toNew, toOld } = await changing();
    const first = await open(service, toNew.link);
    expect(first.to.hash).toBe(
      "#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=",
    );
    const second: Landing = await open(service, toOld.link);
    expect(second.fragment.get("type")).toBe("email_change");
    expect(await emailOf(access_token)).toEqual([wanted, undefined]);
  });

  test("the new address alone is not enough, however often it confirms", async () => {
    const { email, wanted, access_token, toNew } = await changing();
    await open(service, toNew.link);
    await service.ask("/resend", { body: { type: "email_change", email: wanted } });
    expect((await open(service, toNew.link)).fragment.get("error_code")).toBe("otp_expired");
    expect(await emailOf(access_token)).toEqual([email, wanted]);
  });

  test("a second request voids the confirmations of the first", async () => {
    const { email, access_token, toOld } = await changing();
    await open(service, toOld.link);
    const other = `other${people}@example.com`;
    await put(access_token, { email: other });
    const letter = await readMail(service, other);
    expect((await open(service, letter.link)).fragment.has("message")).toBe(true);
    expect(await emailOf(access_token)).toEqual([email, other]);
  });

  test("an address that somebody took in the meantime is refused at the end", async () => {
    const { email, wanted, toNew, toOld } = await changing();
    await service.register(wanted);
    await open(service, toOld.link);
    const reply = await verify({ type: "email_change", email: wanted, token: toNew.code });
    expect([reply.status, reply.body.code]).toEqual([422, "email_exists"]);
    expect(
      (await service.ask("/token?grant_type=password", { body: { email, password: goodPassword } })).status,
    ).toBe(200);
  });

  test("waits only for the new one if the settings say so", async () => {
    const own = await startService({ settings: { email_change: "new" } });
    try {
      const { access_token } = await own.register("old@example.com");
      await own.ask("/user", { method: "PUT", bearer: access_token, body: { email: "new@example.com" } });
      const { code } = await readMail(own, "new@example.com");
      const { body } = await own.ask("/verify", {
        body: { type: "email_change", email: "new@example.com", token: code },
      });
      expect((body as SessionBody).user.email).toBe("new@example.com");
    } finally {
      await own.close();
    }
  });
});
