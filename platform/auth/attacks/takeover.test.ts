import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { codeAt, expectRefusal, ownerOf } from "../testing/authenticator.ts";
import { open, readMail } from "../testing/mailbox.ts";
import { anEmail, goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService({ settings: { email_change: "new" } });
const confirming = await startService({ database: service.database, settings: { confirm_email: true } });
// The first account is an administrator; the attacker is not.
await service.register("first@example.com");
afterAll(async () => {
  await confirming.close();
  await service.close();
});

const by = { actor_id: null, client: { ip: null, user_agent: null } };
const signIn = (email: string, password: string) =>
  service.ask("/token?grant_type=password", { body: { email, password } });
const put = ({ access_token }: SessionBody, body: Record<string, unknown>) =>
  service.ask("/user", { method: "PUT", bearer: access_token, body });

describe("an address that belongs to somebody else", () => {
  test("is not confirmed by a link that went to the attacker's own earlier address", async () => {
    const attacker = await service.register();
    const [own, victim] = [anEmail(), anEmail()];
    await put(attacker, { email: own });
    const { link, code } = await readMail(service, own);
    // The mail to the victim waits, as it does while a mail server is slow.
    expect((await put(attacker, { email: victim })).body.new_email).toBe(victim);
    expect((await open(service, link)).fragment.get("error_code")).toBe("otp_expired");
    const body = { type: "email_change", email: own, token: code };
    expect((await service.ask("/verify", { body })).status).toBe(403);
    const me = await service.ask("/user", { bearer: attacker.access_token });
    expect([me.body.email, me.body.new_email]).toEqual([attacker.user.email, victim]);
  });

  test("does not sign in once the account has replaced it with another address", async () => {
    const owner = await service.register();
    const mistyped = anEmail();
    await put(owner, { email: mistyped });
    const { link } = await readMail(service, mistyped);
    await sql`update auth.users set new_email = null where id = ${owner.user.id}`.execute(
      service.database.db,
    );
    expect((await open(service, link)).fragment.get("error_code")).toBe("otp_expired");
  });

  test("no longer signs in by a link that was mailed before the address changed", async () => {
    const old = anEmail();
    const owner = await service.register(old);
    await service.ask("/recover", { body: { email: old } });
    const { link } = await readMail(service, old);
    await sql`update auth.users set email = ${anEmail()} where id = ${owner.user.id}`.execute(
      service.database.db,
    );
    expect((await open(service, link)).fragment.get("error_code")).toBe("otp_expired");
  });
});

test("an address that somebody else took in the meantime stays theirs, and the link leads back with an error", async () => {
  const attacker = await service.register();
  const wanted = anEmail();
  await put(attacker, { email: wanted });
  const { link } = await readMail(service, wanted);
  const theirs = await service.register(wanted);
  const landed = await open(service, link);
  expect([landed.status, landed.to.origin]).toEqual([303, "http://rounds.test"]);
  expect(landed.fragment.get("error_code")).toBe("email_exists");
  expect((await signIn(wanted, goodPassword)).body.user).toMatchObject({ id: theirs.user.id });
});

describe("an account that a stranger created in advance, with their own password", () => {
  async function trap(): Promise<string> {
    const email = anEmail();
    const { status } = await confirming.ask("/signup", {
      body: { email, password: "the stranger's", data: { name: "Eve" } },
    });
    expect(status).toBe(200);
    confirming.pass(61);
    service.pass(61);
    return email;
  }

  test("is not the stranger's when its owner signs in by a mailed code", async () => {
    const email = await trap();
    await confirming.ask("/otp", { body: { email } });
    const { code } = await readMail(confirming, email);
    const body = { type: "email", email, token: code };
    expect((await confirming.ask("/verify", { body })).status).toBe(200);
    expectRefusal(await signIn(email, "the stranger's"), [
      400,
      "invalid_credentials",
      "Invalid login credentials",
    ]);
  });

  test("nor when the owner asks for a new password and chooses none", async () => {
    const email = await trap();
    await confirming.ask("/recover", { body: { email } });
    const { link } = await readMail(confirming, email);
    expect((await open(confirming, link)).fragment.get("access_token")).toEqual(expect.any(String));
    expect((await signIn(email, "the stranger's")).body.code).toBe("invalid_credentials");
  });

  test("nor when the owner is invited, whichever of the mails they answer", async () => {
    const email = await trap();
    const sent = await readMail(confirming, email);
    await confirming.auth.accounts.invite(email, "admin", by);
    expect((await open(confirming, sent.link)).fragment.get("access_token")).toEqual(expect.any(String));
    expect((await signIn(email, "the stranger's")).body.code).toBe("invalid_credentials");
  });

  test("but a person who signs up with a password and confirms that sign-up keeps it", async () => {
    const email = anEmail();
    await confirming.ask("/signup", { body: { email, password: goodPassword } });
    const { link } = await readMail(confirming, email);
    await open(confirming, link);
    expect((await signIn(email, goodPassword)).status).toBe(200);
  });
});

test("a code that a client could exchange is void once the password changes", async () => {
  const email = anEmail();
  const owner = await service.register(email);
  const verifier = "v".repeat(50);
  const body = { email, code_challenge: verifier, code_challenge_method: "plain" };
  await service.ask("/otp", { body });
  const { link } = await readMail(service, email);
  const auth_code = (await open(service, link)).to.searchParams.get("code");
  expect((await put(owner, { password: "another horse" })).status).toBe(200);
  const exchanged = await service.ask("/token?grant_type=pkce", {
    body: { auth_code, code_verifier: verifier },
  });
  expect([exchanged.status, exchanged.body.code]).toEqual([404, "flow_state_not_found"]);
});

test("the password alone neither adds nor removes a second factor, and does not change the password", async () => {
  const owner = ownerOf(service);
  const email = anEmail();
  const session = await service.register(email);
  const factor = await owner.enroll(session);
  await owner.raise(session, factor);
  const thief = await owner.signIn(email);
  const refused = await Promise.all([
    service.ask("/factors", {
      bearer: thief.access_token,
      body: { factor_type: "totp", friendly_name: "mine" },
    }),
    owner.remove(thief, factor.id),
    put(thief, { password: "the thief's" }),
    put(thief, { email: "thief@example.com" }),
  ]);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [403, "insufficient_aal"],
    [422, "insufficient_aal"],
    [401, "insufficient_aal"],
    [401, "insufficient_aal"],
  ]);
  // A mailed link is only one factor too.
  await service.ask("/recover", { body: { email } });
  const landed = await open(service, (await readMail(service, email)).link);
  const recovered = { access_token: landed.fragment.get("access_token") } as SessionBody;
  expect((await put(recovered, { password: "the thief's" })).body.code).toBe("insufficient_aal");
  service.pass(60);
  const challenge = await owner.challenge(thief, factor.id);
  const raised = await owner.answer(thief, factor.id, challenge, codeAt(factor.secret, service.now()));
  expect(raised.status).toBe(200);
});
