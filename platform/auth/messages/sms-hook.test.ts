import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { startService, type TestService } from "../testing/service.ts";
import { answerMilliseconds } from "./delivery-error.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Received = { headers: IncomingHttpHeaders; body: string; path: string };

/** A hook on this machine that answers with the given status codes in turn, the last one for ever. */
async function startHook(answers: (number | "never")[] = [200]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body, path: request.url ?? "" });
      const status = answers.length > 1 ? answers.shift() : answers[0];
      if (status === "never") return;
      response.writeHead(status ?? 200, status === 302 ? { location: "/elsewhere" } : {}).end("{}");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/send`, received };
}

async function serviceWith(
  url: string,
  secret: string | undefined,
  logs: string[] = [],
): Promise<TestService> {
  const service = await startService({ settings: { sms_hook: { url, secret } }, logs });
  closing.push(service.close);
  return service;
}

async function queueText(service: TestService, given = {}): Promise<string> {
  const id = randomUUID();
  const now = new Date(service.now()).toISOString();
  await service.database.db
    .insertInto("auth.messages")
    .values({
      id,
      channel: "sms",
      kind: "otp",
      recipient: "919812345678",
      details: JSON.stringify({ create_user: true, sms_channel: "whatsapp" }),
      created_at: now,
      due_at: now,
      ...given,
    })
    .execute();
  return id;
}

const stateOf = (service: TestService, id: string) =>
  service.database.db
    .selectFrom("auth.messages")
    .select(["outcome", "attempts", "last_error"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const key = Buffer.from("a secret of thirty-two bytes ...").toString("base64");

test.each([
  ["base64 after whsec_", `whsec_${key}`, () => new Webhook(`whsec_${key}`)],
  ["base64 after v1,whsec_", `v1,whsec_${key}`, () => new Webhook(key)],
  [
    "plain characters",
    "no base64, though long",
    () => new Webhook("no base64, though long", { format: "raw" }),
  ],
])("the hook gets number, message and code, signed with a secret in %s", async (_, secret, open) => {
  const hook = await startHook();
  const service = await serviceWith(hook.url, secret);
  const id = await queueText(service);
  await service.deliver();
  expect(await stateOf(service, id)).toMatchObject({ outcome: "sent", attempts: 1 });
  const [call] = hook.received;
  if (!call) throw new Error("the hook was not called");
  const headers = call.headers as Record<string, string>;
  const body = open().verify(call.body, headers) as Record<string, string>;
  expect(body).toEqual({
    id,
    phone: "+919812345678",
    channel: "whatsapp",
    message: `${body.code} is your Rounds code. It is good for 60 seconds.`,
    code: expect.stringMatching(/^\d{6}$/),
  });
  expect(headers["webhook-id"]).toBe(`${id}.1`);
  expect(headers["content-type"]).toBe("application/json");
  expect(() => open().verify(call.body.replace("+91", "+92"), headers)).toThrow();

  const given = { type: "sms", phone: "919812345678", token: body.code };
  expect((await service.ask("/verify", { body: given })).status).toBe(200);
});

test("after a 500 it is tried again with the same id and a new code; nothing personal is logged", async () => {
  const hook = await startHook([500, 302, 200]);
  const logs: string[] = [];
  const service = await serviceWith(hook.url, `whsec_${key}`, logs);
  const id = await queueText(service);
  await service.deliver();
  expect(await stateOf(service, id)).toMatchObject({
    outcome: null,
    last_error: "text message hook: answered 500",
  });
  await service.deliver();
  expect(hook.received).toHaveLength(1);
  service.pass(7);
  await service.deliver();
  // A redirect is not followed.
  expect(await stateOf(service, id)).toMatchObject({ last_error: "text message hook: answered 302" });
  service.pass(19);
  await service.deliver();
  expect(await stateOf(service, id)).toMatchObject({ outcome: "sent", attempts: 3 });
  expect(hook.received.map((call) => call.path)).toEqual(["/send", "/send", "/send"]);
  expect(new Set(hook.received.map((call) => call.headers["webhook-id"]))).toEqual(
    new Set([`${id}.1`, `${id}.2`, `${id}.3`]),
  );
  const codes = hook.received.map((call) => JSON.parse(call.body).code as string);
  const given = { type: "sms", phone: "919812345678", token: codes[2] };
  expect((await service.ask("/verify", { body: given })).status).toBe(200);
  for (const secret of [...codes, "9812345678"]) expect(logs.join("")).not.toContain(secret);
});

test("without a secret nothing is signed", async () => {
  const hook = await startHook();
  const service = await serviceWith(hook.url, undefined);
  await queueText(service);
  await service.deliver();
  expect(hook.received[0]?.headers["webhook-signature"]).toBeUndefined();
});

test("a hook that never answers is abandoned after ten seconds, and the message given up after five minutes", async () => {
  expect(answerMilliseconds).toBe(10_000);
  const hook = await startHook(["never"]);
  const service = await startService({
    settings: { sms_hook: { url: hook.url, secret: undefined }, answer_milliseconds: 1000 },
  });
  closing.push(service.close);
  const id = await queueText(service);
  await service.deliver();
  expect((await stateOf(service, id)).last_error).toBe("text message hook: no answer in 1 seconds");
  service.pass(301);
  await service.deliver();
  expect(await stateOf(service, id)).toMatchObject({
    outcome: "given_up",
    last_error: "text message hook: no answer in 1 seconds",
  });
  expect(hook.received).toHaveLength(1);
});

test("without a hook a text message is given up", async () => {
  const service = await startService();
  closing.push(service.close);
  const id = await queueText(service);
  await service.deliver();
  expect(await stateOf(service, id)).toMatchObject({
    outcome: "given_up",
    last_error: "no text message hook is configured",
  });
});
