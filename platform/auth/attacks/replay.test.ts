import { afterAll, describe, expect, test } from "vitest";
import { open, readMail } from "../testing/mailbox.ts";
import { anEmail, type Reply, type SessionBody, startService } from "../testing/service.ts";

const service = await startService({ settings: { password_change: "reauthentication" } });
await service.register("first@example.com");
afterAll(() => service.close());

const by = { actor_id: null, client: { ip: null, user_agent: null } };
const token = (grant: string, body: Record<string, unknown>) =>
  service.ask(`/token?grant_type=${grant}`, { body });

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
});

describe("a refresh token", () => {
  test("never helps another user or another session", async () => {
    const [mine, theirs] = [await service.register(), await service.register()];
    const body = { refresh_token: mine.refresh_token, user_id: theirs.user.id, session_id: "x" };
    const reply = await service.ask("/token?grant_type=refresh_token", { body, bearer: theirs.access_token });
    expect((reply.body as SessionBody).user.id).toBe(mine.user.id);
  });
});
