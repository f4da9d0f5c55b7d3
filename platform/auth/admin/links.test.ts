import { afterAll, describe, expect, test } from "vitest";
import { administer } from "../testing/administration.ts";
import { anEmail, goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService({ signup: "closed", settings: { confirm_email: true } });
const admin = await administer(service);
await admin.create("administrator@example.com");
afterAll(() => service.close());

const generate = (body: Record<string, unknown>, query = "") =>
  admin.ask(`/admin/generate_link${query}`, { body });
const verifyHash = (type: string, token_hash: unknown) =>
  service.ask("/verify", { body: { type, token_hash } });
/** Opens a link as a browser does, and returns where it leads. */
async function follow(link: unknown): Promise<URL> {
  const address = String(link).replace("http://rounds.test/auth/v1", service.url);
  const answer = await fetch(address, { redirect: "manual" });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}
const mailsTo = async (email: string) =>
  (
    await service.database.pool.query("select kind from auth.messages where recipient = $1", [email])
  ).rows.map(({ kind }) => kind);

describe("POST /invite", () => {
  test("creates an account and sends its mail, through the client library, although sign-up is closed", async () => {
    const email = anEmail();
    const { data, error } = await admin.api.inviteUserByEmail(email, {
      data: { name: "Asha" },
      redirectTo: "http://rounds.test/welcome",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      role: "authenticated",
      invited_at: expect.any(String),
      user_metadata: { name: "Asha" },
      identities: [{ provider: "email" }],
    });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(await mailsTo(email)).toEqual(["invite"]);
    await service.auth.sendDue();
    const { rows } = await service.database.pool.query(
      "select text from auth.shown_messages s join auth.messages m using (id) where recipient = $1",
      [email],
    );
    const [link] = /http:\S+verify\S+/.exec(rows[0]?.text) ?? [];
    const arrived = await follow(link);
    expect(arrived.origin + arrived.pathname).toBe("http://rounds.test/welcome");
    expect(new URLSearchParams(arrived.hash.slice(1)).get("type")).toBe("invite");
    const confirmed = await admin.ask(`/admin/users/${data.user?.id}`);
    expect(confirmed.body.email_confirmed_at).toEqual(expect.any(String));
    expect((await admin.auditOf(data.user?.id ?? ""))[0]).toEqual(["user_invited", null]);
  });

  test("invites unconfirmed people again, and nobody else", async () => {
    const email = anEmail();
    const first = await admin.ask("/invite", { body: { email } });
    const second = await admin.ask("/invite", { body: { email: ` ${email.toUpperCase()}` } });
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    await admin.ask(`/admin/users/${first.body.id}`, { method: "PUT", body: { email_confirm: true } });
    const third = await admin.ask("/invite", { body: { email } });
    expect([third.status, third.body.code, third.body.message]).toEqual([
      422,
      "email_exists",
      "A user with this email address has already been registered",
    ]);
    expect(await mailsTo(email)).toEqual(["invite", "invite"]);
  });

  test.each([[{}], [{ email: "nobody" }]])("refuses %o", async (body) => {
    const { status, body: answer } = await admin.ask("/invite", { body });
    expect([status, answer.code]).toEqual([400, "validation_failed"]);
  });

  test("counts its mails like all others", async () => {
    const own = await startService({
      limits: { message_interval: { per: "key", count: 1, seconds: 60, burst: 1 } },
    });
    const { ask } = await administer(own);
    await ask("/invite", { body: { email: "often@example.com" } });
    const again = await ask("/invite", { body: { email: "often@example.com" } });
    expect([again.status, again.body.code]).toEqual([429, "over_email_send_rate_limit"]);
    await own.close();
  });
});

describe("POST /admin/generate_link", () => {
  test("signup creates the account; the link and the code confirm it, and no mail is sent", async () => {
    const email = anEmail();
    const { data, error } = await admin.api.generateLink({
      type: "signup",
      email,
      password: goodPassword,
      options: { data: { name: "Asha" }, redirectTo: "http://rounds.test/welcome" },
    });
    expect(error).toBeNull();
    const { properties } = data;
    expect(data.user).toMatchObject({ email, user_metadata: { name: "Asha" } });
    expect(Object.keys(properties ?? {}).sort()).toEqual([
      "action_link",
      "email_otp",
      "hashed_token",
      "redirect_to",
      "verification_type",
    ]);
    expect(properties).toMatchObject({
      verification_type: "signup",
      redirect_to: "http://rounds.test/welcome",
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    const link = new URL(properties?.action_link ?? "");
    expect(link.origin + link.pathname).toBe("http://rounds.test/auth/v1/verify");
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: properties?.hashed_token,
      type: "signup",
      redirect_to: "http://rounds.test/welcome",
    });
    expect(await mailsTo(email)).toEqual([]);
    const client = service.client();
    const verified = await client.verifyOtp({ email, token: properties?.email_otp ?? "", type: "signup" });
    expect([verified.error, verified.data.user?.email]).toEqual([null, email]);
    const signedIn = await service.client().signInWithPassword({ email, password: goodPassword });
    expect(signedIn.error).toBeNull();
    expect((await admin.auditOf(data.user?.id ?? "")).slice(0, 2)).toEqual([
      ["user_created", null],
      ["link_generated", null],
    ]);
  });

  test("signup sets the password of an unconfirmed person, and is refused for a confirmed one", async () => {
    const email = anEmail();
    const first = await generate({ type: "signup", email, password: goodPassword, data: { a: 1, b: 2 } });
    const second = await generate({ type: "signup", email, password: "another horse", data: { a: null } });
    expect([second.body.id, second.body.user_metadata]).toEqual([first.body.id, { b: 2 }]);
    expect((await verifyHash("signup", first.body.hashed_token)).body.code).toBe("otp_expired");
    expect((await verifyHash("signup", second.body.hashed_token)).status).toBe(200);
    // The former password may be a stranger's.
    const stranger = await service.client().signInWithPassword({ email, password: goodPassword });
    expect(stranger.error).toMatchObject({ code: "invalid_credentials" });
    const signedIn = await service.client().signInWithPassword({ email, password: "another horse" });
    expect(signedIn.error).toBeNull();
    const third = await generate({ type: "signup", email, password: goodPassword });
    expect([third.status, third.body.code]).toEqual([422, "email_exists"]);
  });

  test("invite creates the account, marked as invited", async () => {
    const email = anEmail();
    const { body } = await generate({ type: "invite", email });
    expect(body).toMatchObject({ email, invited_at: expect.any(String), verification_type: "invite" });
    expect((await verifyHash("invite", body.hashed_token)).body).toMatchObject({ user: { email } });
    const again = await generate({ type: "invite", email });
    expect([again.status, again.body.code]).toEqual([422, "email_exists"]);
  });

  test.each(["magiclink", "recovery"])("%s signs in a known person, once", async (type) => {
    const email = anEmail();
    await admin.create(email);
    const { body } = await generate({ type, email }, "?redirect_to=http://rounds.test/there");
    expect(body).toMatchObject({ verification_type: type, redirect_to: "http://rounds.test/there" });
    const arrived = await follow(body.action_link);
    expect(arrived.pathname).toBe("/there");
    const fragment = new URLSearchParams(arrived.hash.slice(1));
    expect(fragment.get("type")).toBe(type);
    const user = await service.ask("/user", { bearer: fragment.get("access_token") ?? "" });
    expect(user.body.email).toBe(email);
    expect((await follow(body.action_link)).hash).toContain("error_code=otp_expired");
  });

  test("magiclink signs up an unknown person; recovery and changes of address don't", async () => {
    const email = anEmail();
    const { body } = await generate({ type: "magiclink", email });
    expect(body.verification_type).toBe("signup");
    expect((await verifyHash("signup", body.hashed_token)).body).toMatchObject({ user: { email } });
    for (const type of ["recovery", "email_change_current", "email_change_new"]) {
      const unknown = await generate({ type, email: anEmail(), new_email: anEmail() });
      expect([unknown.status, unknown.body.code]).toEqual([404, "user_not_found"]);
    }
  });

  test("both links of a change of address together make the change", async () => {
    const [email, newEmail] = [anEmail(), anEmail()];
    const { id } = await admin.create(email);
    const current = await admin.api.generateLink({ type: "email_change_current", email, newEmail });
    expect(current.data.user).toMatchObject({ email, new_email: newEmail });
    expect(current.data.properties?.verification_type).toBe("email_change_current");
    const fresh = await generate({ type: "email_change_new", email, new_email: newEmail });
    expect(new URL(String(fresh.body.action_link)).searchParams.get("type")).toBe("email_change");
    const half = await verifyHash("email_change", current.data.properties?.hashed_token);
    expect([half.status, half.body.code]).toEqual([200, "200"]);
    const whole = await verifyHash("email_change", fresh.body.hashed_token);
    expect(whole.body).toMatchObject({ user: { id, email: newEmail } });
  });

  test("a confirmation of one new address does not confirm another", async () => {
    const [email, good, bad] = [anEmail(), anEmail(), anEmail()];
    await admin.create(email);
    const current = await generate({ type: "email_change_current", email, new_email: good });
    const other = await generate({ type: "email_change_new", email, new_email: bad });
    expect((await verifyHash("email_change", current.body.hashed_token)).body.code).toBe("otp_expired");
    const half = await verifyHash("email_change", other.body.hashed_token);
    expect(half.body.code).toBe("200");
    expect((await verifyHash("email_change", other.body.hashed_token)).body.code).toBe("otp_expired");
  });

  test("the address can't be changed to another account's", async () => {
    const [email, other] = [anEmail(), anEmail()];
    await admin.create(email);
    await admin.create(other);
    const { status, body } = await generate({ type: "email_change_new", email, new_email: other });
    expect([status, body.code]).toEqual([422, "email_exists"]);
  });

  const refusals: [string, Record<string, unknown>, string][] = [
    ["no type", { email: "x@example.com" }, "Invalid email action link type requested: "],
    [
      "another type",
      { type: "sms", email: "x@example.com" },
      "Invalid email action link type requested: sms",
    ],
    ["no address", { type: "recovery" }, "Unable to validate email address: invalid format"],
    ["no password", { type: "signup", email: "x@example.com" }, "Signup requires a valid password"],
    [
      "no new address",
      { type: "email_change_new", email: "administrator@example.com" },
      "Unable to validate email address: invalid format",
    ],
  ];
  test.each(refusals)("refuses %s", async (_, given, message) => {
    const { status, body } = await generate(given);
    expect([status, body.code, body.message]).toEqual([400, "validation_failed", message]);
  });

  test("does not lead to a forbidden address", async () => {
    const { body } = await generate({
      type: "recovery",
      email: "administrator@example.com",
      redirect_to: "https://evil.example/x",
    });
    expect(body.redirect_to).toBe("http://rounds.test");
  });

  test("two links for one unknown person at the same time create one account", async () => {
    const email = anEmail();
    const made = await Promise.all([1, 2, 3, 4].map(() => generate({ type: "invite", email })));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    const works = await Promise.all(made.map(({ body }) => verifyHash("invite", body.hashed_token)));
    expect(works.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("if only the new address must confirm, there is no link for the current one", async () => {
    const own = await startService({ settings: { email_change: "new" } });
    const { ask, create } = await administer(own);
    await create("one@example.com");
    const body = { type: "email_change_current", email: "one@example.com", new_email: "two@example.com" };
    const refused = await ask("/admin/generate_link", { body });
    expect([refused.status, refused.body.code]).toEqual([400, "validation_failed"]);
    const made = await ask("/admin/generate_link", { body: { ...body, type: "email_change_new" } });
    const changed = await own.ask("/verify", {
      body: { type: "email_change", token_hash: made.body.hashed_token },
    });
    expect((changed.body as SessionBody).user.email).toBe("two@example.com");
    await own.close();
  });
});
