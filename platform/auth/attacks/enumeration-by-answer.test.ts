import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { goodPassword, type Reply, startService } from "../testing/service.ts";

const states = ["unknown", "known", "unconfirmed", "banned", "passwordless", "invited", "deleted"] as const;
type State = (typeof states)[number];

// The real limits, except for as many messages an hour as the tests need, and fewer guesses, because each costs a hash.
const limits = {
  ...defaultLimits,
  mails: { ...defaultLimits.mails, count: 1e6, burst: 1e6 },
  texts: { ...defaultLimits.texts, count: 1e6, burst: 1e6 },
  sign_in_account: { ...defaultLimits.sign_in_account, count: 3, burst: 3 },
};
const sms_hook = { url: "http://127.0.0.1:9/sms", secret: undefined };

const service = await startService({ limits, settings: { confirm_email: true, sms_hook } });
const open = await startService({ database: service.database });
await open.register("first@example.com");
afterAll(async () => {
  await open.close();
  await service.close();
});

let addresses = 0;
const elsewhere = () => ({ "x-forwarded-for": `203.0.113.${(++addresses % 250) + 1}` });
let people = 0;

type Person = { email: string; phone: string };

/** A person in that state, whose address and number were never used before. */
async function personWho(state: State): Promise<Person> {
  people++;
  const person = { email: `person${people}@example.com`, phone: `9198${10_000_000 + people}` };
  if (state === "unknown") return person;
  const { db } = service.database;
  const id = randomUUID();
  await sql`
    insert into auth.users (id, email, phone, password_hash, email_confirmed_at, phone_confirmed_at, app_metadata, created_at, updated_at)
    select ${id}, ${person.email}, ${person.phone}, password_hash, email_confirmed_at, email_confirmed_at, '{}', created_at, updated_at
    from auth.users where email = 'first@example.com'`.execute(db);
  const set = async (change: ReturnType<typeof sql>) =>
    sql`update auth.users set ${change} where id = ${id}`.execute(db);
  const by = { actor_id: null, client: { ip: null, user_agent: null } };
  switch (state) {
    case "known":
      break;
    case "unconfirmed":
      await set(sql`email_confirmed_at = null, phone_confirmed_at = null,
        created_at = created_at - interval '9 days', user_metadata = '{"full_name": "Asha, not Eve"}'`);
      break;
    case "banned":
      await set(sql`banned_until = '2999-01-01'`);
      break;
    case "passwordless":
      await set(sql`password_hash = null`);
      break;
    case "invited":
      await set(sql`email_confirmed_at = null, phone = null, phone_confirmed_at = null, password_hash = null,
        invited_at = created_at, app_metadata = app_metadata || '{"role": "admin"}'`);
      break;
    case "deleted":
      await service.auth.accounts.erase(id, by);
      break;
  }
  return person;
}

/** The answer as bytes, without what differs between any two answers: time, random values, and the address. */
function asBytes({ status, headers, text }: Reply, { email, phone }: Person): string {
  const lines = [...headers].filter(([name]) => name !== "date").map((header) => header.join(": "));
  return [status, ...lines, "", text]
    .join("\n")
    .replaceAll(email, "<email>")
    .replaceAll(phone, "<phone>")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<moment>")
    .replace(/(content-length|retry-after): \d+/g, "$1: <n>")
    .replace(/after \d+ seconds/g, "after <n> seconds");
}

/** Sends the same request about people in each state, several times; all must get the same answer. */
async function expectSameAnswers(times: number, ask: (person: Person) => Promise<Reply>): Promise<string[]> {
  let stranger: string[] = [];
  for (const state of states) {
    const person = await personWho(state);
    const answers: string[] = [];
    for (let time = 0; time < times; time++) answers.push(asBytes(await ask(person), person));
    if (state === "unknown") stranger = answers;
    expect({ [state]: answers }).toEqual({ [state]: stranger });
  }
  return stranger;
}

const post = (path: string, body: Record<string, unknown>) =>
  service.ask(path, { body, headers: elsewhere() });

describe("an answer does not reveal the state of an account", () => {
  const requests: [string, (person: Person) => Promise<Reply>][] = [
    ["POST /recover", ({ email }) => post("/recover", { email })],
    ["POST /otp by mail", ({ email }) => post("/otp", { email, data: { full_name: "Eve" } })],
    ["POST /otp by phone", ({ phone }) => post("/otp", { phone })],
    ["POST /resend of a sign-up", ({ email }) => post("/resend", { type: "signup", email })],
    ["POST /resend of a change of address", ({ email }) => post("/resend", { type: "email_change", email })],
    ["POST /resend by phone", ({ phone }) => post("/resend", { type: "sms", phone })],
    ["POST /resend of a change of number", ({ phone }) => post("/resend", { type: "phone_change", phone })],
  ];
  // The second request is within the minute: a limit that knows accounts would reveal them.
  test.each(requests)("%s, and once more right away", async (_, ask) => {
    const [first = "", second = ""] = await expectSameAnswers(2, ask);
    expect([first.slice(0, 3), second.slice(0, 3)]).toEqual(["200", "429"]);
  });

  test("POST /token with a wrong password, up to the limit and beyond", async () => {
    const answers = await expectSameAnswers(5, ({ email }) =>
      post("/token?grant_type=password", { email, password: "wrong horse" }),
    );
    expect(answers.map((text) => text.slice(0, 3))).toEqual(["400", "400", "400", "429", "429"]);
    expect(answers[0]).toContain("Invalid login credentials");
  });

  test("POST /token by phone", async () => {
    await expectSameAnswers(1, ({ phone }) =>
      post("/token?grant_type=password", { phone, password: "wrong horse" }),
    );
  });

  const types = ["signup", "invite", "recovery", "magiclink", "email", "email_change"];
  test.each(types)("POST /verify with a wrong code of type %s", async (type) => {
    const [answer] = await expectSameAnswers(2, ({ email }) =>
      post("/verify", { type, email, token: "123456" }),
    );
    expect(answer).toContain("Token has expired or is invalid");
  });

  test("POST /verify with wrong codes up to the limit and beyond", async () => {
    const answers = await expectSameAnswers(12, ({ email }) =>
      post("/verify", { type: "email", email, token: "123456" }),
    );
    expect(answers.map((text) => text.slice(0, 3))).toEqual([...Array(10).fill("403"), "429", "429"]);
  });

  test.each(["sms", "phone_change"])("POST /verify with a wrong texted code, %s", async (type) => {
    await expectSameAnswers(2, ({ phone }) => post("/verify", { type, phone, token: "123456" }));
  });
});

describe("a sign-up where addresses must be confirmed", () => {
  const signUp = (address: { email: string } | { phone: string }) =>
    post("/signup", { ...address, password: goodPassword, data: { z: 1, full_name: "Eve", a: [] } });
  /** As auth-js expects it, the made-up user has no role and no identities, and differs in nothing else. */
  const asFake = (answer: string) =>
    answer
      .replace('"role":"authenticated"', '"role":""')
      .replace(/"identities":\[.*?\],"created/, '"identities":[],"created');

  test.each(["email", "phone"] as const)("by %s answers exactly what auth-js expects", async (way) => {
    const answers: Record<string, string> = {};
    for (const state of states) {
      const person = await personWho(state);
      const address = way === "email" ? { email: person.email } : { phone: person.phone };
      const reply = await signUp(address);
      answers[state] = asBytes(reply, person);
      expect(reply.text).not.toMatch(/Asha|admin|invited_at/);
    }
    const { unknown = "" } = answers;
    expect(unknown).toContain('"full_name":"Eve"');
    const taken = asFake(unknown);
    expect(taken).not.toBe(unknown);
    expect(answers).toEqual({
      unknown,
      deleted: unknown,
      unconfirmed: unknown,
      invited: unknown,
      known: taken,
      banned: taken,
      passwordless: taken,
    });
  });

  test("a second one within the minute has to wait, whoever has the address", async () => {
    const answers = new Set<string>();
    for (const state of states) {
      const person = await personWho(state);
      expect((await signUp({ email: person.email })).status).toBe(200);
      answers.add(asBytes(await signUp({ email: person.email }), person));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain("over_email_send_rate_limit");
  });
});

test("a sign-up reveals an account only where addresses are not confirmed", async () => {
  const person = await personWho("known");
  const { status, body } = await open.ask("/signup", {
    body: { email: person.email, password: goodPassword },
  });
  expect([status, body.code]).toEqual([422, "user_already_exists"]);
});

test("only the right password reveals that an account is banned or unconfirmed", async () => {
  for (const [state, code] of [
    ["banned", "user_banned"],
    ["unconfirmed", "email_not_confirmed"],
  ] as const) {
    const { email } = await personWho(state);
    const { body } = await post("/token?grant_type=password", { email, password: goodPassword });
    expect(body.code).toBe(code);
  }
});
