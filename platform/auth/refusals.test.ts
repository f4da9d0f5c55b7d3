import { type AuthRefusalName, authRefusals } from "@rounds/domain/account/testing/auth-refusals.ts";
import { afterAll, expect, test } from "vitest";
import { defaultLimits } from "./base/limits.ts";
import { ownerOf, wrongCode } from "./testing/authenticator.ts";
import { goodPassword, type Reply, startService, type TestService } from "./testing/service.ts";

/** Where addresses must be confirmed. */
const { sign_in_account, message_interval } = defaultLimits;
const service = await startService({
  settings: { confirm_email: false },
  limits: { sign_in_account: { ...sign_in_account, count: 1, burst: 1 }, message_interval },
});
const strict = await startService({ settings: { confirm_email: true } });
afterAll(async () => {
  await service.close();
  await strict.close();
});

let people = 0;
/** Signs somebody up; returns the address, and a request with the session. */
async function member() {
  people += 1;
  const email = `person-${people}@example.com`;
  const session = await service.register(email);
  const change = (body: object) =>
    service.ask("/user", { method: "PUT", bearer: session.access_token, body });
  return { email, session, change };
}

const signIn = (at: TestService, email: string, password = goodPassword) =>
  at.ask("/token?grant_type=password", { body: { email, password } });

const provoke: Record<AuthRefusalName, () => Promise<Reply>> = {
  wrongPassword: async () => signIn(service, (await member()).email, "not the password"),
  shortPassword: () => service.ask("/signup", { body: { email: "new@example.com", password: "short" } }),
  samePassword: async () =>
    (await member()).change({ password: goodPassword, current_password: goodPassword }),
  wrongCurrentPassword: async () =>
    (await member()).change({ password: "another horse", current_password: "not the password" }),
  registered: async () => {
    const { email } = await member();
    return service.ask("/signup", { body: { email, password: goodPassword } });
  },
  taken: async () => (await member()).change({ email: (await member()).email }),
  noAddress: () => service.ask("/signup", { body: { email: "no address", password: goodPassword } }),
  notConfirmed: async () => {
    await strict.ask("/signup", { body: { email: "late@example.com", password: goodPassword } });
    return signIn(strict, "late@example.com");
  },
  wrongCode: async () => {
    const { email } = await member();
    return service.ask("/verify", { body: { type: "recovery", email, token: "000000" } });
  },
  wrongSecondCode: async () => {
    const { session } = await member();
    const owner = ownerOf(service);
    const { id, secret } = await owner.enroll(session);
    const challenge_id = await owner.challenge(session, id);
    const body = { challenge_id, code: wrongCode(secret, service.now()) };
    return service.ask(`/factors/${id}/verify`, { bearer: session.access_token, body });
  },
  noFactor: async () => {
    const bearer = (await member()).session.access_token;
    const unknown = "11111111-1111-4111-8111-111111111111";
    return service.ask(`/factors/${unknown}/challenge`, { method: "POST", bearer });
  },
  tooOften: async () => {
    await signIn(service, "nobody@example.com");
    return signIn(service, "nobody@example.com");
  },
  mailedJustNow: async () => {
    const { email } = await member();
    await service.ask("/recover", { body: { email } });
    return service.ask("/recover", { body: { email } });
  },
};

test.each(Object.keys(provoke) as AuthRefusalName[])(
  "%s is refused as the pages' tests say",
  async (name) => {
    const { status, body, headers } = await provoke[name]();
    expect({ status, ...body }).toMatchObject(authRefusals[name]);
    if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  },
);
