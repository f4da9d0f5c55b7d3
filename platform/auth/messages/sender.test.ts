import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { type MailServer, startMailServer } from "@rounds/testkit/mail-server.ts";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../testing/service.ts";
import { claimMessage, endMessage, tidyMessages } from "./claims.ts";

let database: TestDatabase;
let mails: MailServer;
beforeAll(async () => {
  database = await createTestDatabase();
  mails = await startMailServer();
  return async () => {
    await mails.stop();
    await database.close();
  };
});

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.db.deleteFrom("auth.messages").execute();
  mails.messages.length = 0;
});

async function service(settings = {}): Promise<TestService> {
  const started = await startService({
    database,
    settings: { mail: { by: "smtp", url: mails.url }, ...settings },
  });
  closing.push(started.close);
  return started;
}

/** Queues notifications, which need no account; returns their ids. */
async function queue(now: number, recipients: string[], given = {}): Promise<string[]> {
  const moment = new Date(now).toISOString();
  const rows = recipients.map((recipient) => ({
    id: randomUUID(),
    channel: "mail" as const,
    kind: "password_changed",
    recipient,
    created_at: moment,
    due_at: moment,
    details: "{}",
    ...given,
  }));
  await database.db.insertInto("auth.messages").values(rows).execute();
  return rows.map((row) => row.id);
}

const stateOf = (id: string | undefined) =>
  database.db
    .selectFrom("auth.messages")
    .select(["outcome", "attempts", "last_error", "done_at"])
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();

describe("the queue", () => {
  test("two servers on one database send each of 200 messages once", async () => {
    const [one, two] = [await service(), await service()];
    const recipients = Array.from({ length: 200 }, (_, index) => `user${index}@example.com`);
    await queue(one.now(), recipients);
    const dealt = await Promise.all([one.auth.sendDue(), two.auth.sendDue()]);
    expect(mails.messages.map((mail) => mail.envelope.to[0]).sort()).toEqual(recipients.sort());
    expect(new Set(mails.messages.map((mail) => mail.messageId)).size).toBe(200);
    expect(dealt[0] + dealt[1]).toBe(200);
    // Both took part.
    expect(Math.min(...dealt)).toBeGreaterThan(0);
    const sent = await database.db.selectFrom("auth.messages").select(["outcome", "attempts"]).execute();
    expect(new Set(sent.map((row) => `${row.outcome} ${row.attempts}`))).toEqual(new Set(["sent 1"]));
  });

  test("a message whose server died is sent by another one once the claim has expired", async () => {
    const survivor = await service();
    const [id] = await queue(survivor.now(), ["left@example.com"]);
    const claimed = await claimMessage(database.db, "mail", survivor.now());
    expect(claimed?.id).toBe(id);
    survivor.pass(50);
    expect(await survivor.auth.sendDue()).toBe(0);
    survivor.pass(11);
    expect(await survivor.auth.sendDue()).toBe(1);
    expect(mails.messages).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ outcome: "sent", attempts: 2 });

    // When the first claimant wakes up again, its result no longer counts.
    if (claimed) {
      const ending = { outcome: "given_up", last_error: "late" } as const;
      await endMessage(database.db, claimed, ending, survivor.now());
    }
    expect(await stateOf(id)).toMatchObject({ outcome: "sent", last_error: null });
  });

  test("a message queued while sending is active is sent at once", async () => {
    const sender = await service();
    // The timer of the next check of the queue is set now, and never fires.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const sending = sender.auth.startSending();
    vi.useRealTimers();
    const [first] = await queue(sender.now(), ["first@example.com"]);
    await sender.deliver();
    // The first check may have claimed it.
    await expect.poll(async () => (await stateOf(first)).outcome).toBe("sent");
    const address = `${randomUUID()}@example.com`;
    await sender.ask("/otp", { body: { email: address, create_user: true } });
    await mails.next(address);
    await sending.stop();
    const [later] = await queue(sender.now(), ["after@example.com"]);
    await sender.ask("/otp", { body: { email: `${randomUUID()}@example.com`, create_user: true } });
    expect(await stateOf(later)).toMatchObject({ outcome: null, attempts: 0 });
  });

  test("a message without a recipient ends without a mail", async () => {
    const sender = await service();
    const [id] = await queue(sender.now(), ["unknown@example.com"], { kind: "recovery" });
    await sender.deliver();
    expect(await stateOf(id)).toMatchObject({ outcome: "nobody" });
    expect(mails.messages).toHaveLength(0);
  });

  test("a message that can't be composed is tried again and delays no other", async () => {
    const sender = await service();
    const [broken] = await queue(sender.now() - 1000, ["broken@example.com"], { kind: "unheard_of" });
    const [good] = await queue(sender.now(), ["good@example.com"]);
    await sender.deliver();
    expect(await stateOf(broken)).toMatchObject({ outcome: null, last_error: "it could not be composed" });
    expect(await stateOf(good)).toMatchObject({ outcome: "sent" });
  });

  test("without a mail server every mail is given up, and no account is created for it", async () => {
    const sender = await service({ mail: { by: "nothing" } });
    const [id] = await queue(sender.now(), ["new@example.com"], {
      kind: "otp",
      details: JSON.stringify({ create_user: true }),
    });
    await sender.deliver();
    expect(await stateOf(id)).toMatchObject({
      outcome: "given_up",
      last_error: "no mail server is configured",
    });
    const users = database.db.selectFrom("auth.users").select("id").where("email", "=", "new@example.com");
    expect(await users.execute()).toEqual([]);
  });

  test("messages are removed a week after they ended, waiting ones never", async () => {
    const sender = await service();
    const [old] = await queue(sender.now(), ["old@example.com"]);
    await sender.deliver();
    const [waiting] = await queue(sender.now(), ["waiting@example.com"]);
    await tidyMessages(database.db, sender.now() + 6.9 * 86_400_000);
    expect(await stateOf(old)).toMatchObject({ outcome: "sent" });
    await tidyMessages(database.db, sender.now() + 7.1 * 86_400_000);
    const left = await database.db.selectFrom("auth.messages").select("id").execute();
    expect(left.map((row) => row.id)).toEqual([waiting]);
  });
});
