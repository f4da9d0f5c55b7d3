import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

/** What the hook received. */
type Text = { id: string; phone: string; code: string; channel: string };

const texts: Text[] = [];
const hook = createServer((request, answer) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    texts.push(JSON.parse(body));
    answer.writeHead(200).end();
  });
});
await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
const { port } = hook.address() as AddressInfo;
const sms_hook = { url: `http://127.0.0.1:${port}/sms`, secret: undefined };
const service = await startService({
  settings: { sms_hook },
  limits: { message_interval: defaultLimits.message_interval },
});
afterAll(async () => {
  await service.close();
  hook.close();
});

let people = 0;
const someone = () => `9198000${(10_000 + ++people).toString()}`;

/** Sends what is due and returns the newest code to a number. */
async function codeTo(phone: string): Promise<string> {
  await service.deliver();
  const text = texts.findLast((one) => one.phone.replace("+", "") === phone);
  if (!text) throw new Error(`No text message to ${phone}`);
  return text.code;
}

async function member() {
  const phone = someone();
  await service.ask("/signup", { body: { phone, password: goodPassword } });
  const { body } = await service.ask("/verify", {
    body: { type: "sms", phone, token: await codeTo(phone) },
  });
  service.pass(61);
  return { phone, session: body as SessionBody };
}

describe("an account by phone", () => {
  test("the client library signs up, confirms and signs in", async () => {
    const phone = someone();
    const client = service.client();
    const { data, error } = await client.signUp({ phone: `+${phone}`, password: goodPassword });
    expect([error, data.session, data.user?.phone]).toEqual([null, null, phone]);
    const early = await service.ask("/token?grant_type=password", {
      body: { phone, password: goodPassword },
    });
    expect([early.status, early.body.code]).toEqual([400, "phone_not_confirmed"]);
    const verified = await client.verifyOtp({ type: "sms", phone, token: await codeTo(phone) });
    expect([verified.error, verified.data.user?.phone]).toEqual([null, phone]);
    expect(verified.data.user?.phone_confirmed_at).toEqual(expect.any(String));
    const { data: entered } = await client.signInWithPassword({ phone, password: goodPassword });
    expect(entered.user?.identities?.[0]).toMatchObject({ provider: "phone" });
  });

  test("POST /otp answers with the message's id, and its code signs in for a minute", async () => {
    const { phone } = await member();
    const { status, body } = await service.ask("/otp", { body: { phone, channel: "whatsapp" } });
    expect([status, Object.keys(body)]).toEqual([200, ["message_id"]]);
    const code = await codeTo(phone);
    expect(texts.at(-1)).toMatchObject({ id: body.message_id, channel: "whatsapp" });
    service.pass(61);
    const late = await service.ask("/verify", { body: { type: "sms", phone, token: code } });
    expect([late.status, late.body.code]).toEqual([403, "otp_expired"]);
    await service.ask("/otp", { body: { phone } });
    const fresh = await codeTo(phone);
    expect((await service.ask("/verify", { body: { type: "sms", phone, token: fresh } })).status).toBe(200);
  });

  test("one message a minute", async () => {
    const phone = someone();
    await service.ask("/otp", { body: { phone } });
    const soon = await service.ask("/otp", { body: { phone: `+${phone}` } });
    expect([soon.status, soon.body.code]).toEqual([429, "over_sms_send_rate_limit"]);
    expect(soon.body.message).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
  });

  test("POST /resend sends the code of a sign-up again", async () => {
    const phone = someone();
    await service.ask("/signup", { body: { phone, password: goodPassword } });
    const first = await codeTo(phone);
    service.pass(61);
    const { body } = await service.ask("/resend", { body: { type: "sms", phone } });
    expect(body.message_id).toEqual(expect.any(String));
    const second = await codeTo(phone);
    const old = await service.ask("/verify", { body: { type: "sms", phone, token: first } });
    expect(first === second || old.status === 403).toBe(true);
    expect((await service.ask("/verify", { body: { type: "sms", phone, token: second } })).status).toBe(200);
  });

  test("a number changes when its code is verified, but not to one that is taken", async () => {
    const one = await member();
    const two = await member();
    const put = (phone: string) =>
      service.ask("/user", { method: "PUT", bearer: one.session.access_token, body: { phone } });
    const taken = await put(two.phone);
    expect([taken.status, taken.body.code]).toEqual([422, "phone_exists"]);
    const wanted = someone();
    const { body } = await put(`+${wanted}`);
    expect([body.phone, body.new_phone]).toEqual([one.phone, wanted]);
    const code = await codeTo(wanted);
    const asSms = await service.ask("/verify", { body: { type: "sms", phone: wanted, token: code } });
    expect(asSms.status).toBe(403);
    const changed = await service.ask("/verify", {
      body: { type: "phone_change", phone: wanted, token: code },
    });
    expect((changed.body as SessionBody).user).toMatchObject({ phone: wanted });
  });

  test("an address besides a number becomes a second identity", async () => {
    const { session } = await member();
    const email = `phone${people}@example.com`;
    const bearer = session.access_token;
    await service.ask("/user", { method: "PUT", bearer, body: { email } });
    await service.deliver();
    const mail = (await service.mails()).find(({ to }) => to === email);
    const token = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
    const { body } = await service.ask("/verify", { body: { type: "email_change", email, token } });
    expect((body as SessionBody).user).toMatchObject({
      email,
      app_metadata: { provider: "phone", providers: ["phone", "email"] },
      identities: [{ provider: "phone" }, { provider: "email" }],
    });
  });

  test.each([["abc"], ["0123456"], ["+91-98000"], ["1234567890123456"]])(
    "%s is not a number",
    async (phone) => {
      for (const [path, body] of [
        ["/signup", { phone, password: goodPassword }],
        ["/otp", { phone }],
        ["/resend", { type: "sms", phone }],
        ["/verify", { type: "sms", phone, token: "123456" }],
      ] as const) {
        const reply = await service.ask(path, { body });
        expect([path, reply.status, reply.body]).toEqual([
          path,
          400,
          { code: "validation_failed", message: "Invalid phone number format (E.164 required)" },
        ]);
      }
    },
  );
});
