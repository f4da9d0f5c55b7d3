import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { issueChallengeCode } from "../one-time/challenge-code.ts";
import { expectRefusal, ownerOf } from "../testing/authenticator.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

// No hook listens there: what these tests request is only queued.
const sms_hook = { url: "http://127.0.0.1:9/sms", secret: undefined };
const { message_interval } = defaultLimits;

const service = await startService({ settings: { sms_hook }, limits: { message_interval } });
const owner = ownerOf(service);
afterAll(() => service.close());

let people = 0;

/** Enrolls a number that no other test uses. */
async function enrollPhone({ access_token }: SessionBody): Promise<{ id: string; phone: string }> {
  const phone = `9198${(10_000_000 + ++people).toString()}`;
  const body = { factor_type: "phone", phone };
  const reply = await service.ask("/factors", { bearer: access_token, body });
  return { id: reply.body.id as string, phone };
}

/** A challenge whose code was sent; the code is created here, where a message would be composed. */
async function sentChallenge(factorId: string): Promise<{ id: string; code: string }> {
  const { db } = service.database;
  const id = crypto.randomUUID();
  const stamp = new Date(service.now()).toISOString();
  await db
    .insertInto("auth.challenges")
    .values({ id, factor_id: factorId, ip: "127.0.0.1", created_at: stamp, expires_at: stamp })
    .execute();
  const code = await issueChallengeCode(db, { clock: service.now }, id);
  return { id, code: code ?? "" };
}

const challengeRow = (id: unknown) =>
  service.database.db
    .selectFrom("auth.challenges")
    .selectAll()
    .where("id", "=", id as string)
    .executeTakeFirstOrThrow();

const another = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, "0");
const invalid: [number, string, string] = [422, "mfa_verification_failed", "Invalid MFA Phone code entered"];

describe("POST /factors/{id}/challenge", () => {
  test("the client library asks for an authenticator's code", async () => {
    const client = service.client();
    await client.signUp({ email: "library@example.com", password: goodPassword });
    const { data: factor } = await client.mfa.enroll({ factorType: "totp" });
    const id = factor?.id ?? "";
    const asked = Math.floor(service.now() / 1000);
    const { data, error } = await client.mfa.challenge({ factorId: id });
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "totp",
      expires_at: expect.any(Number),
    });
    expect(data?.expires_at).toBeGreaterThanOrEqual(asked + 300);
    expect(data?.expires_at).toBeLessThanOrEqual(asked + 305);
    const [listed] = (await client.mfa.listFactors()).data?.all ?? [];
    const at = (listed as { last_challenged_at?: string } | undefined)?.last_challenged_at;
    expect(Math.abs(Date.parse(at ?? "") - service.now())).toBeLessThan(5000);
    const { user } = (await client.getUser()).data;
    expect(await owner.log(user?.id ?? "")).toEqual(["user_signedup", "factor_added", "challenge_created"]);
    expect(await owner.messages(user?.id ?? "")).toEqual([]);
  });

  test("the client library requests a code for a phone", async () => {
    const client = service.client();
    await client.signUp({ email: "reached@example.com", password: goodPassword });
    const { data: factor } = await client.mfa.enroll({ factorType: "phone", phone: "+919876543210" });
    const id = factor?.id ?? "";
    const { data, error } = await client.mfa.challenge({ factorId: id, channel: "whatsapp" });
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), type: "phone", expires_at: expect.any(Number) });
    expect(Math.abs((data?.expires_at ?? 0) - service.now() / 1000 - 300)).toBeLessThan(5);
    const { user } = (await client.getUser()).data;
    expect(await owner.messages(user?.id ?? "")).toEqual([
      {
        channel: "sms",
        kind: "mfa_code",
        recipient: "919876543210",
        details: { challenge_id: data?.id, sms_channel: "whatsapp" },
      },
    ]);
  });

  test("one code a minute", async () => {
    const session = await service.register();
    const { id } = await enrollPhone(session);
    const ask = () =>
      service.ask(`/factors/${id}/challenge`, { method: "POST", bearer: session.access_token });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    service.pass(15);
    const refused = await ask();
    const wait = Number(refused.headers.get("retry-after"));
    expectRefusal(refused, [
      429,
      "over_sms_send_rate_limit",
      `For security purposes, you can only request this after ${wait} seconds.`,
    ]);
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(45);
    expect(await owner.messages(session.user.id)).toHaveLength(1);
    service.pass(wait);
    expect((await ask()).status).toBe(200);
  });

  test("an unknown channel", async () => {
    const session = await service.register();
    const { id } = await enrollPhone(session);
    const path = `/factors/${id}/challenge`;
    const reply = await service.ask(path, { bearer: session.access_token, body: { channel: "pigeon" } });
    expect([reply.status, reply.body.code]).toEqual([400, "bad_json"]);
    expect(await owner.messages(session.user.id)).toEqual([]);
  });

  test("a missing factor, or somebody else's", async () => {
    const [session, stranger] = [await service.register(), await service.register()];
    const { id } = await owner.enroll(session);
    const ask = (factorId: string) =>
      service.ask(`/factors/${factorId}/challenge`, { method: "POST", bearer: stranger.access_token });
    for (const unknown of [id, crypto.randomUUID()]) {
      expectRefusal(await ask(unknown), [404, "mfa_factor_not_found", "Factor not found"]);
    }
    expectRefusal(await ask("12345"), [404, "validation_failed", "factor_id must be an UUID"]);
  });

  test("a phone that can't be reached any more", async () => {
    const silent = await startService({ database: service.database });
    const session = await service.register();
    const { id } = await enrollPhone(session);
    const path = `/factors/${id}/challenge`;
    expectRefusal(await silent.ask(path, { method: "POST", bearer: session.access_token }), [
      422,
      "mfa_phone_verify_not_enabled",
      "MFA verification is disabled for Phone",
    ]);
    await silent.close();
  });

  test("allows 15 challenges and 15 answers a minute for each user", async () => {
    const { factor_challenge, factor } = defaultLimits;
    const limited = await startService({ limits: { factor_challenge, factor } });
    const theirs = ownerOf(limited);
    for (const email of ["one@example.com", "two@example.com"]) {
      const session = await limited.register(email);
      const { id } = await theirs.enroll(session);
      const bearer = session.access_token;
      const statuses = async (path: string) => {
        const replies = await Promise.all(
          Array.from({ length: 17 }, () => limited.ask(`/factors/${id}/${path}`, { method: "POST", bearer })),
        );
        return replies.filter(({ body }) => body.code === "over_request_rate_limit").length;
      };
      expect(await statuses("challenge")).toBe(2);
      expect(await statuses("verify")).toBe(2);
      limited.pass(60);
      expect(await statuses("challenge")).toBe(2);
    }
    await limited.close();
  });

  test("challenges are forgotten after a day", async () => {
    const session = await service.register();
    const { id } = await owner.enroll(session);
    await owner.challenge(session, id);
    service.pass(86_000);
    const fresh = (
      await service.ask("/token?grant_type=refresh_token", {
        body: { refresh_token: session.refresh_token },
      })
    ).body as SessionBody;
    const second = await owner.challenge(fresh, id);
    service.pass(500);
    const third = await owner.challenge(fresh, id);
    const { db } = service.database;
    const rows = await db
      .selectFrom("auth.challenges")
      .select("id")
      .where("factor_id", "=", id)
      .orderBy("created_at")
      .execute();
    expect(rows.map((row) => row.id)).toEqual([second, third]);
  });
});

describe("a code sent to a phone", () => {
  test("arrives through the hook, and the client library verifies it", async () => {
    const received: { phone: string; channel: string; code: string }[] = [];
    const hook = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        received.push(JSON.parse(Buffer.concat(parts).toString()));
        response.end("{}");
      });
    });
    await new Promise<void>((listening) => hook.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
    const reaching = await startService({ settings: { sms_hook: { url, secret: undefined } } });
    const client = reaching.client();
    await client.signUp({ email: "owner@example.com", password: goodPassword });
    const { data: factor } = await client.mfa.enroll({ factorType: "phone", phone: "+919822222222" });
    const factorId = factor?.id ?? "";
    const { data: challenge } = await client.mfa.challenge({ factorId, channel: "whatsapp" });
    await reaching.auth.sendDue();
    const message = {
      phone: "+919822222222",
      channel: "whatsapp",
      code: expect.stringMatching(/^[0-9]{6}$/),
    };
    expect(received).toMatchObject([message]);
    const code = received[0]?.code ?? "";
    const { error } = await client.mfa.verify({ factorId, challengeId: challenge?.id ?? "", code });
    expect(error).toBeNull();
    await reaching.close();
    hook.close();
  });

  test("raises the session, once", async () => {
    const client = service.client();
    const { data: signedUp } = await client.signUp({ email: "phone@example.com", password: goodPassword });
    const { data: factor } = await client.mfa.enroll({ factorType: "phone", phone: "+919811111111" });
    const id = factor?.id ?? "";
    const { id: challengeId, code } = await sentChallenge(id);
    const { data, error } = await client.mfa.verify({ factorId: id, challengeId, code });
    expect(error).toBeNull();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toEqual({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [
        { method: "mfa/phone", timestamp: expect.any(Number) },
        { method: "password", timestamp: expect.any(Number) },
      ],
    });
    expect((await client.mfa.listFactors()).data?.phone).toMatchObject([{ id, status: "verified" }]);
    const again = await client.mfa.verify({ factorId: id, challengeId, code });
    expect(again.error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
    expect(data?.user.id).toBe(signedUp.user?.id);
    // Nothing is created for a challenge that was answered, or that does not exist.
    for (const gone of [challengeId, crypto.randomUUID(), "", "no id"]) {
      expect(await issueChallengeCode(service.database.db, { clock: service.now }, gone)).toBeUndefined();
    }
  });

  test("is stored unreadably, and lives five minutes from when it is sent", async () => {
    const session = await service.register();
    const { id } = await enrollPhone(session);
    const first = await sentChallenge(id);
    const row = await challengeRow(first.id);
    expect(first.code).toMatch(/^[0-9]{6}$/);
    expect([row.code_hash?.length, row.code_salt?.length]).toEqual([32, 32]);
    expect(JSON.stringify(row)).not.toContain(first.code);
    expect(Date.parse(row.expires_at) - service.now()).toBeGreaterThan(295_000);
    service.pass(301);
    const late = await owner.answer(session, id, first.id, first.code);
    expect([late.status, late.body.code]).toEqual([422, "mfa_challenge_expired"]);
    // Sent again: the earlier code is void.
    const code = await issueChallengeCode(service.database.db, { clock: service.now }, first.id);
    if (code !== first.code) expectRefusal(await owner.answer(session, id, first.id, first.code), invalid);
    expect((await owner.answer(session, id, first.id, code ?? "")).status).toBe(200);
  });

  test("can be guessed five times, and each guess counts although it is refused", async () => {
    const session = await service.register();
    const { id } = await enrollPhone(session);
    const { id: challenge, code } = await sentChallenge(id);
    for (let guess = 1; guess <= 4; guess++) {
      expectRefusal(await owner.answer(session, id, challenge, another(code)), invalid);
      expect((await challengeRow(challenge)).attempts).toBe(guess);
    }
    const guesses = Array.from({ length: 6 }, () => owner.answer(session, id, challenge, another(code)));
    for (const reply of await Promise.all(guesses)) expectRefusal(reply, invalid);
    expectRefusal(await owner.answer(session, id, challenge, code), invalid);
    const next = await sentChallenge(id);
    for (let guess = 1; guess <= 4; guess++) await owner.answer(session, id, next.id, another(next.code));
    expect((await owner.answer(session, id, next.id, next.code)).status).toBe(200);
  });

  test("can't be guessed before it was sent", async () => {
    const session = await service.register();
    const { id } = await enrollPhone(session);
    const { id: challenge } = await sentChallenge(id);
    const { db } = service.database;
    await db
      .updateTable("auth.challenges")
      .set({ code_hash: null, code_salt: null })
      .where("id", "=", challenge)
      .execute();
    expectRefusal(await owner.answer(session, id, challenge, "000000"), invalid);
  });
});
