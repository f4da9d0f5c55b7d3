import { afterAll, describe, expect, test } from "vitest";
import { codeAt, expectRefusal, ownerOf, wrongCode } from "../testing/authenticator.ts";
import { type Reply, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
const owner = ownerOf(service);
afterAll(() => service.close());

const now = (secret: string) => codeAt(secret, service.now());
const userOf = ({ access_token }: SessionBody) => service.ask("/user", { bearer: access_token });

const invalid: [number, string, string] = [422, "mfa_verification_failed", "Invalid TOTP code entered"];
const mismatch: [number, string, string] = [
  422,
  "mfa_ip_address_mismatch",
  "Challenge and verify IP addresses mismatch.",
];

describe("verifying at the same time", () => {
  test("20 answers to one challenge raise the session once", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const challenge = await owner.challenge(session, id);
    const code = now(secret);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => owner.answer(session, id, challenge, code)),
    );
    const raised = replies.filter(({ status }) => status === 200);
    expect(raised).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 200) expectRefusal(reply, mismatch);
    const { refresh_token } = (raised[0] as Reply).body as SessionBody;
    expect((await owner.refresh(refresh_token)).status).toBe(200);
    expect((await owner.messages(session.user.id)).length).toBe(1);
  });

  test("20 challenges, one code: it is accepted once", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const challenges = await Promise.all(Array.from({ length: 20 }, () => owner.challenge(session, id)));
    const code = now(secret);
    const replies = await Promise.all(
      challenges.map((challenge) => owner.answer(session, id, challenge, code)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 200) expectRefusal(reply, invalid);
  });

  test("two sessions that answer together: one is raised, the other has ended", async () => {
    const one = await service.register();
    const { id, secret } = await owner.enroll(one);
    const sessions = [
      one,
      ...(await Promise.all(Array.from({ length: 5 }, () => owner.signIn(one.user.email)))),
    ];
    const challenges = await Promise.all(sessions.map((session) => owner.challenge(session, id)));
    const code = now(secret);
    const replies = await Promise.all(
      sessions.map((session, index) => owner.answer(session, id, challenges[index] ?? "", code)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
    const alive = await Promise.all(sessions.map(userOf));
    expect(alive.map(({ status }) => status)).toEqual(replies.map(({ status }) => status));
  });

  test("refreshing and raising together leave one newest token and cause no error", async () => {
    for (let round = 0; round < 4; round++) {
      const session = await service.register();
      const { id, secret } = await owner.enroll(session);
      const challenge = await owner.challenge(session, id);
      const [raised, ...refreshed] = await Promise.all([
        owner.answer(session, id, challenge, now(secret)),
        ...Array.from({ length: 6 }, () => owner.refresh(session.refresh_token)),
      ]);
      expect(raised.status).toBe(200);
      expect(refreshed.filter(({ status }) => status >= 500)).toEqual([]);
      for (const { body } of refreshed) {
        if (typeof body.refresh_token !== "string") continue;
        expect((await owner.refresh(body.refresh_token)).body).toMatchObject({
          code: "refresh_token_not_found",
        });
      }
      expect((await owner.refresh((raised.body as SessionBody).refresh_token)).status).toBe(200);
    }
  });
});

describe("guessing", () => {
  test("limits the guesses at one account in an hour, from any session; the owner's right code resets the count", async () => {
    const guarded = await startService({
      limits: { factor_account: { per: "user", count: 4, seconds: 3600, burst: 4 } },
    });
    const theirs = ownerOf(guarded);
    const session = await guarded.register("victim@example.com");
    const { id, secret } = await theirs.enroll(session);
    const guess = async (from: SessionBody, right = false) => {
      const code = right ? codeAt(secret, guarded.now()) : wrongCode(secret, guarded.now());
      return theirs.answer(from, id, await theirs.challenge(from, id), code);
    };
    for (let guesses = 0; guesses < 3; guesses++) expectRefusal(await guess(session), invalid);
    expect((await guess(session, true)).status).toBe(200);
    guarded.pass(60);
    const other = await theirs.signIn("victim@example.com");
    for (let guesses = 0; guesses < 4; guesses++) {
      expectRefusal(await guess(guesses % 2 ? session : other), invalid);
    }
    expectRefusal(await guess(other, true), [429, "over_request_rate_limit", "Request rate limit reached"]);
    guarded.pass(901);
    expect((await guess(other, true)).status).toBe(200);
    await guarded.close();
  });
});
