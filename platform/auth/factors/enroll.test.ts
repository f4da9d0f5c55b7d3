import { URI } from "otpauth";
import { encode } from "uqr";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, ownerOf } from "../testing/authenticator.ts";
import { goodPassword, type SessionBody, startService, type TestService } from "../testing/service.ts";

const sms_hook = { url: "http://127.0.0.1:9/sms", secret: undefined };

const service = await startService();
const owner = ownerOf(service);
afterAll(() => service.close());

const enroll = ({ access_token }: SessionBody, body: Record<string, unknown>) =>
  service.ask("/factors", { bearer: access_token, body });
const factorsOf = (userId: string) =>
  service.database.db.selectFrom("auth.factors").selectAll().where("user_id", "=", userId).execute();

const conflict = (name: string): [number, string, string] => [
  422,
  "mfa_factor_name_conflict",
  `A factor with the friendly name "${name}" for this user already exists`,
];
const tooMany: [number, string, string] = [
  422,
  "too_many_enrolled_mfa_factors",
  "Maximum number of verified factors reached, unenroll to continue",
];

describe("POST /factors", () => {
  test("the client library enrolls an authenticator", async () => {
    const client = service.client();
    await client.signUp({ email: "library@example.com", password: goodPassword });
    const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Old phone" });
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "totp",
      friendly_name: "Old phone",
      totp: {
        qr_code: expect.any(String),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.any(String),
      },
    });
    const { id = "", totp } = data ?? {};
    const [head, picture = ""] = totp?.qr_code.split(/(?=<svg )/) ?? [];
    expect(head).toBe("data:image/svg+xml;utf-8,");
    expect(picture).toMatch(/^<svg .*<\/svg>$/);
    expect(picture).not.toContain("#");
    // Dark modules: as many as in the QR code of the uri.
    const modules = encode(totp?.uri ?? "")
      .data.flat()
      .filter(Boolean);
    expect(picture.match(/M\d/g)).toHaveLength(modules.length);

    const { data: listed } = await client.mfa.listFactors();
    expect(listed?.all).toEqual([
      {
        id,
        factor_type: "totp",
        status: "unverified",
        friendly_name: "Old phone",
        phone: null,
        last_challenged_at: null,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(listed?.totp).toEqual([]);
    const { user } = (await client.getUser()).data;
    expect((await factorsOf(user?.id ?? ""))[0]?.secret).toHaveLength(20);
    expect(await owner.log(user?.id ?? "")).toEqual(["user_signedup", "factor_added"]);
  });

  test("the uri has the parameters that auth-js expects, in order; without an issuer it names the product's host", async () => {
    const session = await service.register();
    const { body } = await enroll(session, { factor_type: "totp", friendly_name: null, issuer: null });
    const { secret, uri } = body.totp as { secret: string; uri: string };
    expect(body.friendly_name).toBe("");
    expect(uri).toBe(
      `otpauth://totp/rounds.test:${session.user.email}?algorithm=SHA1&digits=6&issuer=rounds.test&period=30&secret=${secret}`,
    );
  });

  test("an issuer with special characters stays one part of the uri", async () => {
    const session = await service.register();
    const issuer = 'Röunds & Co "#1" / 100%?';
    const { body } = await enroll(session, { factor_type: "totp", issuer });
    const { secret, uri, qr_code } = body.totp as Record<string, string>;
    const read = URI.parse(uri ?? "");
    expect([read.issuer, read.label, read.secret.base32]).toEqual([issuer, session.user.email, secret]);
    expect(uri).not.toMatch(/[#"\s]/);
    expect(qr_code).not.toContain("#");
  });

  const refusals: [string, Record<string, unknown>, [number, string, string]][] = [
    ["no type", {}, [400, "validation_failed", "factor_type needs to be totp, phone, or webauthn"]],
    [
      "an unknown type",
      { factor_type: "email" },
      [400, "validation_failed", "factor_type needs to be totp, phone, or webauthn"],
    ],
    [
      "a phone without a way to reach it",
      { factor_type: "phone", phone: "+919812345678" },
      [422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"],
    ],
    [
      "a security key",
      { factor_type: "webauthn" },
      [422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"],
    ],
    [
      "a very long issuer",
      { factor_type: "totp", issuer: "ä".repeat(34) },
      [400, "validation_failed", "The issuer is too long"],
    ],
    [
      "a very long name",
      { factor_type: "totp", friendly_name: "x".repeat(101) },
      [400, "validation_failed", "A factor's name cannot be longer than 100 characters"],
    ],
  ];
  test.each(refusals)("refuses %s", async (_, body, refusal) => {
    const session = await service.register();
    expectRefusal(await enroll(session, body), refusal);
    expect(await factorsOf(session.user.id)).toEqual([]);
  });

  test("the longest names and issuers still fit into a picture", async () => {
    const session = await service.register();
    const address = `${"a".repeat(240)}@example.com`;
    const { db } = service.database;
    await db.updateTable("auth.users").set({ email: address }).where("id", "=", session.user.id).execute();
    const body = { factor_type: "totp", issuer: "ä".repeat(33), friendly_name: "x".repeat(100) };
    expect((await enroll(session, body)).status).toBe(200);
  });

  test("a name is unique per user, and an empty name counts as one", async () => {
    const [one, other] = [await service.register(), await service.register()];
    await owner.enroll(one);
    expectRefusal(await enroll(one, { factor_type: "totp" }), conflict(""));
    await owner.enroll(one, "Tablet");
    expectRefusal(await enroll(one, { factor_type: "totp", friendly_name: " Tablet " }), conflict("Tablet"));
    await owner.enroll(other, "Tablet");
  });

  test("allows ten factors, however fast they are requested", async () => {
    const session = await service.register();
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        enroll(session, { factor_type: "totp", friendly_name: `Phone ${index}` }),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const reply of refused) expectRefusal(reply, tooMany);
    expect(await factorsOf(session.user.id)).toHaveLength(10);
    const again = await Promise.all(
      Array.from({ length: 3 }, () => enroll(session, { factor_type: "totp" })),
    );
    for (const reply of again) expectRefusal(reply, tooMany);
  });

  test("the same name at the same time: one factor, and no server error", async () => {
    const session = await service.register();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => enroll(session, { factor_type: "totp" })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
  });

  test("an unfinished enrollment is dropped after five minutes", async () => {
    const session = await service.register();
    const left = await owner.enroll(session);
    service.pass(200);
    await owner.challenge(session, left.id);
    service.pass(290);
    expectRefusal(await enroll(session, { factor_type: "totp" }), conflict(""));
    service.pass(20);
    const next = await owner.enroll(session);
    expect((await factorsOf(session.user.id)).map(({ id }) => id)).toEqual([next.id]);
    // An active one stays for ever.
    const raised = await owner.raise(session, next);
    service.pass(3000);
    expectRefusal(await enroll(raised, { factor_type: "totp" }), conflict(""));
  });

  test("a user with an active factor must have used it", async () => {
    const session = await service.register();
    const raised = await owner.raise(session, await owner.enroll(session, "First"));
    const lower = await owner.signIn(session.user.email);
    expectRefusal(await enroll(lower, { factor_type: "totp", friendly_name: "First" }), [
      403,
      "insufficient_aal",
      "AAL2 required to enroll a new factor",
    ]);
    await owner.enroll(raised, "Second");
  });

  test("a user without factors has no list of them", async () => {
    expect((await service.register()).user).not.toHaveProperty("factors");
  });

  test("needs a session", async () => {
    expectRefusal(await service.ask("/factors", { body: { factor_type: "totp" } }), [
      401,
      "no_authorization",
      "This endpoint requires a valid Bearer token",
    ]);
  });

  test("anonymous users have no factors", async () => {
    const { access_token, user } = await service.register();
    const { db } = service.database;
    await db.updateTable("auth.users").set({ is_anonymous: true }).where("id", "=", user.id).execute();
    const id = "00000000-0000-4000-8000-000000000000";
    const paths: [string, string][] = [
      ["POST", "/factors"],
      ["POST", `/factors/${id}/challenge`],
      ["POST", `/factors/${id}/verify`],
      ["DELETE", `/factors/${id}`],
    ];
    for (const [method, path] of paths) {
      expectRefusal(await service.ask(path, { method, bearer: access_token }), [
        403,
        "no_authorization",
        "Anonymous user not allowed to perform these actions",
      ]);
    }
  });
});

describe("POST /factors with a phone", () => {
  let reaching: TestService;
  beforeAll(async () => {
    reaching = await startService({ settings: { sms_hook } });
  });
  afterAll(() => reaching.close());

  test("the client library enrolls a number", async () => {
    const client = reaching.client();
    await client.signUp({ email: "reached@example.com", password: goodPassword });
    const { data, error } = await client.mfa.enroll({
      factorType: "phone",
      phone: "+91 98123 45678",
      friendlyName: "Work",
    });
    expect(error).toBeNull();
    const { id = "" } = data ?? {};
    expect(data).toEqual({ id, type: "phone", friendly_name: "Work", phone: "919812345678" });
    const { data: listed } = await client.mfa.listFactors();
    expect(listed?.all).toMatchObject([
      { id, factor_type: "phone", status: "unverified", phone: "919812345678" },
    ]);
  });

  test("an invalid number", async () => {
    const session = await reaching.register("unreached@example.com");
    for (const phone of ["", "98-76", "0123456", "+1234567890123456"]) {
      const body = { factor_type: "phone", phone };
      expectRefusal(await reaching.ask("/factors", { bearer: session.access_token, body }), [
        400,
        "validation_failed",
        "Invalid phone number format (E.164 required)",
      ]);
    }
  });
});
