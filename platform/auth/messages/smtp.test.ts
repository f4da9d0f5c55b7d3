import { randomUUID } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { type MailServer, startMailServer } from "@rounds/testkit/mail-server.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../testing/service.ts";
import { answerMilliseconds } from "./delivery-error.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  return () => database.close();
});

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.db.deleteFrom("auth.messages").execute();
  // Some tests move their clock forward by a day, and the next one starts at the machine's time again.
  await database.db.deleteFrom("auth.rate_limits").execute();
});

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(server.stop);
  return server;
}

async function serviceTo(url: string, settings = {}, logs: string[] = []): Promise<TestService> {
  const service = await startService({
    database,
    logs,
    settings: { mail: { by: "smtp", url }, mails_per_hour: 1e6, ...settings },
  });
  closing.push(service.close);
  return service;
}

/** Queues a notification, which needs no account. */
async function queue(service: TestService, recipient: string, kind = "password_changed"): Promise<string> {
  const id = randomUUID();
  const now = new Date(service.now()).toISOString();
  await database.db
    .insertInto("auth.messages")
    .values({ id, channel: "mail", kind, recipient, details: "{}", created_at: now, due_at: now })
    .execute();
  return id;
}

const stateOf = (id: string) =>
  database.db
    .selectFrom("auth.messages")
    .select(["outcome", "attempts", "last_error", "due_at", "done_at", "created_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("a mail over SMTP", () => {
  test("arrives in both versions, with code and link of a request", async () => {
    const mails = await mailServer();
    const service = await serviceTo(mails.url, { mail_from: '"Rounds, India" <hello@rounds.test>' });
    const address = `${randomUUID()}@example.com`;
    const { status } = await service.ask("/otp", { body: { email: address, create_user: true } });
    expect(status).toBe(200);
    await service.deliver();
    const mail = await mails.next(address);
    const [row] = await database.db.selectFrom("auth.messages").select("id").execute();
    expect(mail.envelope).toEqual({ from: "hello@rounds.test", to: [address] });
    expect(mail.from).toMatchObject({ name: "Rounds, India", address: "hello@rounds.test" });
    expect(mail.to).toMatchObject([{ address }]);
    expect(mail.messageId).toBe(`<${row?.id}.1@rounds.test>`);
    expect(mail.subject).toBe("Confirm your address for Rounds");
    const header = (key: string) => mail.headers.filter((one) => one.key === key).map((one) => one.value);
    expect(header("auto-submitted")).toEqual(["auto-generated"]);
    expect(header("x-mailer")).toEqual([]);
    expect(Math.abs(Date.parse(mail.date ?? "") - service.now())).toBeLessThan(10_000);

    const code = /^\d{6}$/m.exec(mail.text ?? "")?.[0];
    const link = /^http:\/\/rounds\.test\/auth\/v1\/verify\?\S+$/m.exec(mail.text ?? "")?.[0] ?? "";
    expect(mail.html).toContain(code);
    expect(mail.html).toContain(link.replaceAll("&", "&amp;"));
    const verified = await service.ask("/verify", { body: { type: "email", email: address, token: code } });
    expect(verified.status).toBe(200);
  });

  test("no name and no address can add a header, a recipient or a command", async () => {
    const mails = await mailServer();
    const service = await serviceTo(mails.url, {
      product_name: 'Rounds\r\nBcc: evil@example.com\r\n\r\n<b>"',
      mail_from: 'Rounds\r\nBcc: evil@example.com, "x" <hello@rounds.test>',
    });
    const hostile = [
      "asha@example.com\r\nBcc: evil@example.com",
      "asha@example.com, evil@example.com",
      "evil@example.com>\r\nRCPT TO:<evil@example.com",
      '"Asha" <evil@example.com>',
      "group: evil@example.com;",
      "no address",
    ];
    const ids = await Promise.all(hostile.map((address) => queue(service, address)));
    await queue(service, "asha@example.com");
    await service.deliver();
    const mail = await mails.next("asha@example.com");
    expect(mails.messages).toHaveLength(1);
    expect(mail.envelope.to).toEqual(["asha@example.com"]);
    expect(mail.headers.map((header) => header.key)).not.toContain("bcc");
    expect(mail.from).toMatchObject({ address: "hello@rounds.test" });
    expect(mail.subject).toContain("Bcc: evil@example.com");
    expect(mail.html).not.toContain("<b>");
    for (const id of ids) {
      expect(await stateOf(id)).toMatchObject({
        outcome: "given_up",
        last_error: "the recipient is not a mail address",
      });
    }
  });

  test("a refused recipient is given up at once, a busy server is tried again", async () => {
    const refused: Record<string, number> = { "gone@example.com": 550, "full@example.com": 452 };
    const mails = await mailServer({ refuse: (address) => refused[address] });
    const logs: string[] = [];
    const service = await serviceTo(mails.url, {}, logs);
    const gone = await queue(service, "gone@example.com");
    const full = await queue(service, "full@example.com");
    await service.deliver();
    expect(await stateOf(gone)).toMatchObject({ outcome: "given_up", attempts: 1 });
    expect((await stateOf(gone)).last_error).toMatch(/^mail server: .*RCPT TO 550/);
    expect(await stateOf(full)).toMatchObject({ outcome: null, attempts: 1 });
    delete refused["full@example.com"];
    service.pass(7);
    await service.deliver();
    await mails.next("full@example.com");
    expect(await stateOf(full)).toMatchObject({ outcome: "sent", attempts: 2 });

    const kept = JSON.stringify(await database.db.selectFrom("auth.messages").select("last_error").execute());
    for (const text of [logs.join(""), kept]) expect(text).not.toContain("@example.com");
    expect(logs.join("")).toContain("message given up");
  });
});

describe("a mail server that is down", () => {
  test("is waited for: the mail arrives once it is back, once", async () => {
    const before = await mailServer();
    await before.stop();
    const service = await serviceTo(before.url);
    const id = await queue(service, "later@example.com");
    await service.deliver();
    await service.deliver();
    const first = await stateOf(id);
    expect(first).toMatchObject({ outcome: null, attempts: 1 });
    expect(first.last_error).toContain("ECONNREFUSED");
    const pause = Date.parse(first.due_at) - service.now();
    expect(pause).toBeGreaterThan(3000);
    expect(pause).toBeLessThan(6500);

    service.pass(7);
    await service.deliver();
    const second = Date.parse((await stateOf(id)).due_at) - service.now();
    expect(second).toBeGreaterThan(11_000);
    expect(second).toBeLessThan(18_500);

    const back = await mailServer({ port: before.port });
    service.pass(19);
    await service.deliver();
    service.pass(3600);
    await service.deliver();
    await back.next("later@example.com");
    expect(back.messages).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ outcome: "sent", attempts: 3 });
  });

  test("is given up after a day, or after minutes for a code that somebody waits for", async () => {
    const dead = await mailServer();
    await dead.stop();
    const service = await serviceTo(dead.url);
    const { user } = await service.register(`${randomUUID()}@example.com`);
    const note = await queue(service, "day@example.com");
    const code = await queue(service, "soon@example.com", "reauthentication");
    await database.db.updateTable("auth.messages").set({ user_id: user.id }).where("id", "=", code).execute();
    for (const seconds of [0, 7, 19, 75, 365, 1085]) {
      service.pass(seconds);
      await service.deliver();
    }
    // Five attempts, and the check that found it expired.
    expect(await stateOf(code)).toMatchObject({ outcome: "given_up", attempts: 6 });
    expect((await stateOf(code)).last_error).toContain("ECONNREFUSED");
    expect(await stateOf(note)).toMatchObject({ outcome: null, attempts: 6 });
    for (let hour = 0; hour < 24; hour++) {
      service.pass(4350);
      await service.deliver();
    }
    expect(await stateOf(note)).toMatchObject({ outcome: "given_up" });
  });

  test("that accepts and never answers delays neither text messages nor the stop", async () => {
    const tarpit = await startTarpit();
    const service = await serviceTo(tarpit.url, {
      sms_hook: { url: "http://127.0.0.1:9", secret: undefined },
      // Slow enough for any machine: what the test waits for below happens first.
      answer_milliseconds: 60_000,
    });
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, index) => queue(service, `stuck${index}@example.com`)),
    );
    const text = randomUUID();
    const now = new Date(service.now()).toISOString();
    await database.db
      .insertInto("auth.messages")
      .values({
        id: text,
        channel: "sms",
        kind: "otp",
        recipient: "919812345678",
        details: JSON.stringify({ create_user: true }),
        created_at: now,
        due_at: now,
      })
      .execute();
    const sending = service.auth.startSending();
    await expect.poll(() => tarpit.connections.size, { timeout: 20_000 }).toBe(5);
    await expect.poll(async () => (await stateOf(text)).attempts, { timeout: 20_000 }).toBe(1);
    // No more than five at once, and after the stop only those are waited for.
    const stopped = sending.stop();
    for (const socket of tarpit.connections) socket.destroy();
    await stopped;
    expect(tarpit.connections.size).toBe(5);
    const states = await Promise.all(ids.map(stateOf));
    expect(states.filter((state) => state.attempts === 1)).toHaveLength(5);
    expect(states.every((state) => state.outcome === null)).toBe(true);
  });

  test("that accepts and stays silent is abandoned after ten seconds", async () => {
    expect(answerMilliseconds).toBe(10_000);
    const tarpit = await startTarpit();
    const service = await serviceTo(tarpit.url, { answer_milliseconds: 300 });
    const id = await queue(service, "stuck@example.com");
    await service.deliver();
    const state = await stateOf(id);
    expect(state).toMatchObject({ outcome: null, attempts: 1 });
    expect(state.last_error).toContain("GREETING_TIMEOUT");
  });
});

/** A server that accepts connections and sends nothing. */
async function startTarpit(): Promise<{ url: string; connections: Set<Socket> }> {
  const connections = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(async () => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, connections };
}
