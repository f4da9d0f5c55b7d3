import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anItem, aProduct, stockOf, visitBody } from "@rounds/testkit/builders.ts";
import type { Member, Refusal } from "@rounds/testkit/caller.ts";
import { createTestDatabase, type TestDatabase, urlOf } from "@rounds/testkit/database.ts";
import { type MailServer, startMailServer } from "@rounds/testkit/mail-server.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { memberAt, signUp } from "@rounds/testkit/sign-in.ts";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { productProcess } from "../testing/product-process.ts";

// Two processes as `npm start` runs them, on a database of their own. The machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let database: TestDatabase;
let mails: MailServer;
let dataDir: string;
let one: ReturnType<typeof productProcess>;
let two: ReturnType<typeof productProcess>;
let members: [Member, Member];
beforeAll(async () => {
  database = await createTestDatabase();
  mails = await startMailServer({ pause: 1000 });
  dataDir = await mkdtemp(join(tmpdir(), "rounds-two-"));
  const settings = {
    DATABASE_URL: urlOf(database),
    SMTP_URL: mails.url,
    MAILS_PER_HOUR: "1000",
    CONFIRM_EMAIL: "off",
    PUBLIC_URL: "http://localhost:3000",
  };
  one = productProcess(dataDir, await freePort(), settings);
  two = productProcess(dataDir, await freePort(), settings);
  // Both at once: the first start creates the keys.
  await Promise.all([one.start(), two.start()]);
  const session = await signUp(one.url, "asha@example.com");
  members = [memberAt(one.url, session), memberAt(two.url, session)];
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await mails.stop();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("of the last 5 units, sold by both at once, exactly 5 are sold; the sums of both agree with the books", async () => {
  const { id: doctor_id } = await aDoctor(members[0]);
  const { id } = await aProduct(members[1], 5);
  const bodies = Array.from({ length: 20 }, () => visitBody(doctor_id, { items: [anItem(id)] }));
  // Each twice, once at either server: a client without an answer repeats it anywhere.
  const settled = await Promise.allSettled(
    bodies.flatMap((body) => members.map((member) => member.call(visitRoutes.create, { body }))),
  );
  const sold = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
  const refused = settled.flatMap((one) => (one.status === "rejected" ? [(one.reason as Refusal).code] : []));
  expect(new Set(refused)).toEqual(new Set(["insufficient_stock"]));
  expect([sold.length, new Set(sold).size]).toEqual([10, 5]);
  expect(await stockOf(members[0], id)).toBe(0);
  await Promise.all(
    members.map((member) =>
      member.call(stockRoutes.add, { params: { id }, body: { id: randomUUID(), quantity: 3 } }),
    ),
  );
  expect(await stockOf(members[1], id)).toBe(6);
  expect(await checkBooks(database)).toEqual([]);
  // Both fold recorded changes until none is left.
  await vi.waitFor(async () => {
    const { rows } = await sql`select from rollup_changes`.execute(database.db);
    expect(rows).toHaveLength(0);
  }, waitOptions);
  expect(await checkRollups(database)).toEqual([]);
});

const waitOptions = { timeout: 100_000, interval: 100 };

/** How many unfinished messages meet a condition. */
async function waiting(what: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`select from auth.messages where done_at is null and ${what}`.execute(
    database.db,
  );
  return rows.length;
}

test("50 mails are sent once each, although one of the servers is killed in between", async () => {
  const recipients = Array.from({ length: 50 }, (_, at) => `person${at}@example.com`);
  const moment = new Date().toISOString();
  await database.db
    .insertInto("auth.messages")
    .values(
      recipients.map((recipient) => ({
        id: randomUUID(),
        channel: "mail" as const,
        kind: "password_changed",
        recipient,
        created_at: moment,
        due_at: moment,
        details: "{}",
      })),
    )
    .execute();
  // A server sends five at a time: both are busy.
  await vi.waitFor(async () => expect(await waiting(sql`claimed_until is not null`)).toBeGreaterThan(5), {
    ...waitOptions,
    interval: 5,
  });
  await two.killServer();
  await vi.waitFor(async () => expect(await waiting(sql`claimed_until is null`)).toBe(0), waitOptions);
  // The other server takes over the dead one's claims when they expire: here at once.
  const { rows } = await sql`
    update auth.messages set claimed_until = now() where done_at is null returning id`.execute(database.db);
  await vi.waitFor(async () => expect(await waiting(sql`true`)).toBe(0), waitOptions);
  const arrived = mails.messages.map((mail) => mail.envelope.to[0] ?? "");
  expect([...new Set(arrived)].sort()).toEqual(recipients.toSorted());
  // A mail that had arrived but was not recorded when its server died is sent again; no other is.
  expect(arrived.length - recipients.length).toBeLessThanOrEqual(rows.length);
  expect(rows.length).toBeLessThanOrEqual(10);
});
