import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test, vi } from "vitest";
import { defaultLimits, type Limit } from "../base/limits.ts";
import { ownerOf, wrongCode } from "../testing/authenticator.ts";
import { readMail } from "../testing/mailbox.ts";
import { anEmail, type Reply, type SessionBody, startService, type TestService } from "../testing/service.ts";

// The machine that runs this may be busy.
vi.setConfig({ testTimeout: 120_000 });

/** An attacker who goes on for a whole day may have at most this chance. */
const tolerated = 0.01;
const possibleCodes = 1_000_000;

/** The newest code sent to a number. */
const texts = new Map<string, string>();
const hook = createServer((request, answer) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    const { phone, code } = JSON.parse(body);
    texts.set(phone.replace("+", ""), code);
    answer.end();
  });
});
await new Promise<void>((listening) => hook.listen(0, "127.0.0.1", listening));
const { port } = hook.address() as AddressInfo;
const service = await startService({
  // All real limits.
  limits: defaultLimits,
  settings: {
    sms_hook: { url: `http://127.0.0.1:${port}/sms`, secret: undefined },
    password_change: "reauthentication",
  },
});
afterAll(async () => {
  await service.close();
  hook.close();
});

let addresses = 0;
/** The attacker has any number of machines. */
const elsewhere = () => ({ "x-forwarded-for": `2001:db8:${(++addresses).toString(16)}::1` });
const ask = (path: string, asked: Parameters<TestService["ask"]>[1]) =>
  service.ask(path, { ...asked, headers: { ...elsewhere(), ...asked?.headers } });

async function member(): Promise<SessionBody & { email: string }> {
  const email = anEmail();
  const { body } = await ask("/signup", { body: { email, password: "correct horse" } });
  return { ...(body as SessionBody), email };
}

const guessOf = (at: number) => (at % possibleCodes).toString().padStart(6, "0");
/** Guesses that were compared, because no limit stopped them before. */
const compared = (replies: Reply[]) => replies.filter(({ status }) => status !== 429).length;
const all = (count: number, guess: (at: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, at) => guess(at)));

/** The most requests that a limit can have allowed since a moment: the burst, and the refill since. */
function mostSince(start: number, { burst, count, seconds }: Limit): number {
  return burst + Math.ceil(((service.now() - start) / 1000 / seconds) * count);
}

/** The chance of a day's guessing, from what the first moment and each further hour allow. */
function chanceOfADay({ atOnce, anHour, right }: { atOnce: number; anHour: number; right: number }): number {
  return ((atOnce + 24 * anHour) * right) / possibleCodes;
}

describe("a mailed code", () => {
  test("of 200 guesses at once, from 200 addresses, ten are compared, and then ten an hour", async () => {
    const { email } = await member();
    await ask("/otp", { body: { email } });
    const { code } = await readMail(service, email);
    const spellings = [email, email.toUpperCase(), ` ${email} `, `\t${email}`, email.replace("p", "P")];
    // The owner may wait for a code of each kind, but another type must not start a new count.
    const types = ["email", "magiclink", "signup", "recovery", "invite", "email_change"];
    const guess = (at: number) =>
      ask("/verify", {
        body: {
          type: types[at % types.length],
          email: spellings[at % spellings.length],
          token: guessOf(Number(code) + 1 + at),
        },
      });
    const atOnce = compared(await all(200, guess));
    expect(atOnce).toBe(defaultLimits.verify_account.burst);
    expect((await guess(0)).body.code).toBe("over_request_rate_limit");
    // New codes give no new guesses.
    service.pass(61);
    await ask("/otp", { body: { email } });
    expect((await readMail(service, email)).code).not.toBe(code);
    expect(compared(await all(20, guess))).toBe(0);
    let anHour = 0;
    for (let part = 0; part < 4; part++) {
      service.pass(15 * 60);
      await ask("/otp", { body: { email } });
      await service.deliver();
      anHour += compared(await all(10, guess));
    }
    expect(anHour).toBeLessThanOrEqual(defaultLimits.verify_account.count);
    // Type "email" is compared with a sign-up's code and a sign-in's.
    expect(chanceOfADay({ atOnce, anHour, right: 2 })).toBeLessThan(tolerated);
  });

  test("can't be guessed under the name of another account", async () => {
    const phone = "919811100001";
    await ask("/otp", { body: { phone } });
    await service.deliver();
    const code = texts.get(phone) ?? "";
    for (const email of ["x@example.com", " ", "x"]) {
      const { status, body } = await ask("/verify", { body: { type: "sms", phone, email, token: code } });
      expect([status, body.code]).toEqual([400, "validation_failed"]);
    }
    const { status } = await ask("/verify", { body: { type: "sms", phone, email: "", token: code } });
    expect(status).toBe(200);
  });
});

test("a texted code can be guessed ten times an hour, however the number is written", async () => {
  const phone = "919811100002";
  await ask("/otp", { body: { phone } });
  await service.deliver();
  const code = Number(texts.get(phone));
  const spellings = [phone, `+${phone}`, "+91 98111 00002", ` ${phone}`, `9198111\u00a000002`];
  const guess = (at: number) =>
    ask("/verify", {
      body: { type: "sms", phone: spellings[at % spellings.length], token: guessOf(code + 1 + at) },
    });
  const atOnce = compared(await all(100, guess));
  let anHour = 0;
  for (let part = 0; part < 4; part++) {
    service.pass(15 * 60);
    await ask("/otp", { body: { phone } });
    await service.deliver();
    anHour += compared(await all(10, guess));
  }
  expect([atOnce, anHour <= 10]).toEqual([10, true]);
  expect(chanceOfADay({ atOnce, anHour, right: 1 })).toBeLessThan(tolerated);
});

describe("a second factor, guessed by somebody who has the password", () => {
  const wrongs = async (session: SessionBody, factorId: string, challenge_id: string, codes: string[]) =>
    // A challenge must be answered from the address that asked for it: all come from one address.
    Promise.all(
      codes.map((code) =>
        service.ask(`/factors/${factorId}/verify`, {
          bearer: session.access_token,
          body: { challenge_id, code },
        }),
      ),
    );

  test("an authenticator's code: 15 guesses at once, 30 an hour, even with new challenges and sessions", async () => {
    const owner = ownerOf(service);
    const session = await member();
    const factor = await owner.enroll(session);
    await owner.raise(session, factor);
    const { email } = session;
    const thieves = await Promise.all([owner.signIn(email), owner.signIn(email)]);
    let anHour = 0;
    const start = service.now();
    for (let minute = 0; minute < 6; minute++) {
      const [thief] = minute % 2 ? thieves : thieves.toReversed();
      if (!thief) throw new Error("nobody signed in");
      const challenge = await owner.challenge(thief, factor.id);
      const wrong = wrongCode(factor.secret, service.now());
      const tried = compared(await wrongs(thief, factor.id, challenge, Array(minute ? 20 : 100).fill(wrong)));
      if (minute === 0) expect(tried).toBeLessThanOrEqual(mostSince(start, defaultLimits.factor));
      anHour += tried;
      service.pass(60);
    }
    const { count, burst } = defaultLimits.factor_account;
    expect(anHour).toBeGreaterThanOrEqual(burst);
    expect(anHour).toBeLessThanOrEqual(mostSince(start, defaultLimits.factor_account));
    // The code before and the one after are accepted too.
    expect(chanceOfADay({ atOnce: burst, anHour: count, right: 3 })).toBeLessThan(tolerated);
  });

  test("a texted code: five guesses each, one code a minute, 30 guesses an hour", async () => {
    const owner = ownerOf(service);
    const session = await member();
    const phone = "919811100003";
    const enrolled = await service.ask("/factors", {
      bearer: session.access_token,
      body: { factor_type: "phone", phone },
    });
    const factorId = String(enrolled.body.id);
    let anHour = 0;
    const start = service.now();
    for (let minute = 0; minute < 8; minute++) {
      service.pass(61);
      const challenge = await owner.challenge(session, factorId);
      await service.deliver();
      const code = Number(texts.get(phone));
      const again = await service.ask(`/factors/${factorId}/challenge`, {
        method: "POST",
        bearer: session.access_token,
      });
      expect(again.body.code).toBe("over_sms_send_rate_limit");
      const tried = await wrongs(
        session,
        factorId,
        challenge,
        Array.from({ length: 6 }, (_, at) => guessOf(code + 1 + at)),
      );
      anHour += compared(tried);
      // Five guesses are used: the right one comes too late.
      const [late] = await wrongs(session, factorId, challenge, [guessOf(code)]);
      expect([422, 429]).toContain(late?.status);
      if (late?.status !== 429) anHour++;
    }
    const { count, burst } = defaultLimits.factor_account;
    expect(anHour).toBeLessThanOrEqual(mostSince(start, defaultLimits.factor_account));
    expect(chanceOfADay({ atOnce: burst, anHour: count, right: 1 })).toBeLessThan(tolerated);
  });
});

test("the code for a new password: ten guesses an hour by somebody who has the session", async () => {
  const session = await member();
  service.pass(25 * 3600);
  const { body } = await ask("/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  });
  const bearer = String(body.access_token);
  await ask("/reauthenticate", { bearer });
  const { code } = await readMail(service, session.email);
  const guess = (at: number) =>
    ask("/user", {
      method: "PUT",
      bearer,
      body: { password: "the thief's", nonce: guessOf(Number(code) + 1 + at) },
    });
  const atOnce = compared(await all(30, guess));
  service.pass(61);
  expect((await ask("/reauthenticate", { bearer })).status).toBe(200);
  await service.deliver();
  expect(compared(await all(3, guess))).toBe(0);
  expect(atOnce).toBe(defaultLimits.verify_account.burst);
  const anHour = defaultLimits.verify_account.count;
  expect(chanceOfADay({ atOnce, anHour, right: 1 })).toBeLessThan(tolerated);
});
