import { afterAll, describe, expect, test } from "vitest";
import { codeAt, ownerOf } from "../testing/authenticator.ts";
import { open, readMail } from "../testing/mailbox.ts";
import { startIssuer } from "../testing/oidc-issuer.ts";
import { anEmail, goodPassword, type Reply, type SessionBody, startService } from "../testing/service.ts";
import { ethereumWallet } from "../testing/wallets.ts";

const issuer = await startIssuer();
const service = await startService({
  settings: {
    oidc_providers: [issuer.settings],
    web3_chains: ["ethereum"],
    password_change: "reauthentication",
  },
});
await service.register("first@example.com");
afterAll(async () => {
  await service.close();
  await issuer.close();
});

const by = { actor_id: null, client: { ip: null, user_agent: null } };
const token = (grant: string, body: Record<string, unknown>) =>
  service.ask(`/token?grant_type=${grant}`, { body });
const look = (bearer: string) => service.ask("/user", { bearer });

/** Uses the same proof ten times at once and once more afterwards: it may work once. */
async function expectOnce(show: () => Promise<Reply>, refusal: [number, string]): Promise<Reply> {
  const replies = await Promise.all(Array.from({ length: 10 }, show));
  const [taken, ...more] = replies.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  if (!taken) throw new Error(`it never worked: ${replies[0]?.text}`);
  service.pass(11);
  for (const reply of [...replies.filter((one) => one !== taken), await show()]) {
    expect([reply.status, reply.body.code ?? reply.body.error]).toEqual(refusal);
  }
  return taken;
}

describe("works once, even if ten use it at the same time", () => {
  test("a mailed code", async () => {
    const email = anEmail();
    await service.ask("/otp", { body: { email } });
    const { code } = await readMail(service, email);
    const body = { type: "email", email, token: code };
    await expectOnce(() => service.ask("/verify", { body }), [403, "otp_expired"]);
  });

  test("a mailed link, posted or opened, and the code beside it", async () => {
    const email = anEmail();
    await service.ask("/otp", { body: { email } });
    const { code, link } = await readMail(service, email);
    const token_hash = link.searchParams.get("token");
    const body = { type: "signup", token_hash };
    await expectOnce(() => service.ask("/verify", { body }), [403, "otp_expired"]);
    expect((await open(service, link)).fragment.get("error_code")).toBe("otp_expired");
    const other = { type: "email", email, token: code };
    expect((await service.ask("/verify", { body: other })).status).toBe(403);
  });

  test("an invitation", async () => {
    const email = anEmail();
    const invited = await service.auth.accounts.invite(email, "representative", by);
    const link = new URL(invited.link ?? "");
    const landings = await Promise.all(Array.from({ length: 10 }, () => open(service, link)));
    expect(landings.filter(({ fragment }) => fragment.has("access_token"))).toHaveLength(1);
    expect((await open(service, link)).fragment.get("error_code")).toBe("otp_expired");
  });

  test("the code of a PKCE client", async () => {
    const email = anEmail();
    const code_verifier = "v".repeat(43);
    await service.ask("/otp", {
      body: { email, code_challenge: code_verifier, code_challenge_method: "plain" },
    });
    const { link } = await readMail(service, email);
    const auth_code = (await open(service, link)).to.searchParams.get("code");
    await expectOnce(() => token("pkce", { auth_code, code_verifier }), [404, "flow_state_not_found"]);
  });

  test("the code for a new password", async () => {
    const email = anEmail();
    const { refresh_token } = await service.register(email);
    service.pass(25 * 3600);
    const { body } = await token("refresh_token", { refresh_token });
    const bearer = String(body.access_token);
    await service.ask("/reauthenticate", { bearer });
    const { code: nonce } = await readMail(service, email);
    const change = (password: string) =>
      service.ask("/user", { method: "PUT", bearer, body: { password, nonce } });
    const replies = await Promise.all(["one horse", "two horses", "three horses"].map(change));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await change("four horses");
    expect([again.status, again.body.code]).toEqual([422, "reauthentication_not_valid"]);
  });

  test("an authenticator's code, with new challenges too", async () => {
    const owner = ownerOf(service);
    const session = await service.register();
    const factor = await owner.enroll(session);
    const challenges = await Promise.all(
      Array.from({ length: 5 }, () => owner.challenge(session, factor.id)),
    );
    const code = codeAt(factor.secret, service.now());
    const replies = await Promise.all(challenges.map((id) => owner.answer(session, factor.id, id, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    // Nor one of an earlier step that was not used.
    const raised = replies.find(({ status }) => status === 200)?.body as SessionBody;
    for (const earlier of [0, 30_000]) {
      const challenge = await owner.challenge(raised, factor.id);
      const reply = await owner.answer(
        raised,
        factor.id,
        challenge,
        codeAt(factor.secret, service.now() - earlier),
      );
      // A step may have passed since.
      if (earlier > 0 || codeAt(factor.secret, service.now()) === code) expect(reply.status).toBe(422);
    }
  });

  test("a challenge", async () => {
    const owner = ownerOf(service);
    const session = await service.register();
    const factor = await owner.enroll(session);
    const challenge = await owner.challenge(session, factor.id);
    const first = await owner.answer(session, factor.id, challenge, codeAt(factor.secret, service.now()));
    expect(first.status).toBe(200);
    service.pass(60);
    const next = codeAt(factor.secret, service.now());
    const again = await owner.answer(first.body as SessionBody, factor.id, challenge, next);
    expect([again.status, again.body.code]).toEqual([422, "mfa_ip_address_mismatch"]);
  });

  test("a provider's ID token, also with another signature of the same content", async () => {
    const id_token = await issuer.sign({
      sub: "replayed",
      iat: Math.floor(service.now() / 1000),
      exp: Math.floor(service.now() / 1000) + 600,
    });
    await expectOnce(() => token("id_token", { provider: "corp", id_token }), [400, "invalid request"]);
  });

  test("a wallet's message", async () => {
    const { address, sign } = ethereumWallet();
    const message = [
      "rounds.test wants you to sign in with your Ethereum account:",
      address,
      "",
      "",
      "URI: http://rounds.test/",
      "Version: 1",
      "Chain ID: 1",
      `Issued At: ${new Date(service.now()).toISOString()}`,
    ].join("\n");
    const signature = sign(message);
    await expectOnce(() => token("web3", { chain: "ethereum", message, signature }), [400, "invalid_grant"]);
  });
});

describe("a used refresh token that comes back", () => {
  test("after its successor was used: the whole family ends, the thief's part and the owner's", async () => {
    const first = await service.register();
    const second = (await token("refresh_token", first)).body as SessionBody;
    const third = (await token("refresh_token", second)).body as SessionBody;
    service.pass(11);
    const stolen = await token("refresh_token", first);
    expect([stolen.status, stolen.body.code]).toEqual([400, "refresh_token_already_used"]);
    for (const { refresh_token, access_token } of [first, second, third]) {
      expect((await token("refresh_token", { refresh_token })).body.code).toBe("refresh_token_already_used");
      expect((await look(access_token)).body.code).toBe("session_not_found");
    }
  });

  test("never helps another user or another session", async () => {
    const [mine, theirs] = [await service.register(), await service.register()];
    const body = { refresh_token: mine.refresh_token, user_id: theirs.user.id, session_id: "x" };
    const reply = await service.ask("/token?grant_type=refresh_token", { body, bearer: theirs.access_token });
    expect((reply.body as SessionBody).user.id).toBe(mine.user.id);
  });
});

describe("an access token is invalid", () => {
  const cases: [string, (session: SessionBody) => Promise<unknown>, string][] = [
    [
      "after signing out",
      ({ access_token }) => service.ask("/logout", { method: "POST", bearer: access_token }),
      "session_not_found",
    ],
    ["after a ban", ({ user }) => service.auth.accounts.disable(user.id, by), "user_banned"],
    ["after the account is erased", ({ user }) => service.auth.accounts.erase(user.id, by), "user_not_found"],
    [
      "after an administrator ended the sessions",
      ({ user }) => service.auth.accounts.endSessions(user.id, by),
      "session_not_found",
    ],
    [
      "after the password was changed elsewhere",
      async ({ user }) => {
        const elsewhere = await token("password", { email: user.email, password: goodPassword });
        const change = { method: "PUT", bearer: String(elsewhere.body.access_token) };
        const { status } = await service.ask("/user", { ...change, body: { password: "another horse" } });
        expect(status).toBe(200);
      },
      "session_not_found",
    ],
  ];
  test.each(cases)("after %s, and so is its refresh token", async (_, end, code) => {
    const session = await service.register();
    expect((await look(session.access_token)).status).toBe(200);
    await end(session);
    const { status, body } = await look(session.access_token);
    expect([status, body.code]).toEqual([403, code]);
    const product = await service.auth.authenticate(`Bearer ${session.access_token}`);
    expect(product).toEqual({ ok: false, reason: "session_ended" });
    expect((await token("refresh_token", session)).status).toBe(400);
  });
});
