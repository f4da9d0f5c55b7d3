import { randomUUID } from "node:crypto";
import { hash as argonHash } from "@node-rs/argon2";
import { hash as bcryptHash } from "@node-rs/bcrypt";
import { afterAll, describe, expect, test } from "vitest";
import { administer } from "../testing/administration.ts";
import { anEmail, goodPassword, startService } from "../testing/service.ts";

const service = await startService({ signup: "closed" });
const admin = await administer(service);
// The very first account becomes the administrator.
await admin.create("administrator@example.com");
afterAll(() => service.close());

const signIn = (email: string, password = goodPassword) =>
  service.ask("/token?grant_type=password", { body: { email, password } });
const hashOf = async (id: string) =>
  (
    await service.database.db
      .selectFrom("auth.users")
      .select("password_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).password_hash;

describe("POST /admin/users", () => {
  test("creates an account through the client library, with every field", async () => {
    const id = randomUUID();
    const email = anEmail();
    const { data, error } = await admin.api.createUser({
      id,
      email: email.toUpperCase(),
      phone: "+919822011111",
      password: goodPassword,
      email_confirm: true,
      user_metadata: { name: "Asha", gone: null },
      app_metadata: { plan: "gold" },
      ban_duration: "1h30m",
    });
    expect(error).toBeNull();
    const until = Date.parse(data.user?.banned_until ?? "") - service.now();
    expect(Math.abs(until - 90 * 60_000)).toBeLessThan(60_000);
    expect(data.user).toMatchObject({
      id,
      email,
      phone: "919822011111",
      role: "authenticated",
      email_confirmed_at: expect.any(String),
      app_metadata: { plan: "gold", provider: "email", providers: ["email", "phone"] },
      user_metadata: { name: "Asha", email_verified: true },
      identities: [{ provider: "email" }, { provider: "phone" }],
    });
    expect(data.user?.phone_confirmed_at).toBeUndefined();
    expect(data.user?.user_metadata).not.toHaveProperty("gone");
    expect(await admin.auditOf(id)).toEqual([
      ["user_created", null],
      ["user_banned", null],
    ]);
    expect((await signIn(email)).body.code).toBe("user_banned");
  });

  test("does so although sign-up is closed; without confirmation nobody can sign in", async () => {
    const email = anEmail();
    const made = await admin.ask("/admin/users", {
      body: { email, password: goodPassword, email_confirm: null },
    });
    expect([made.status, made.body.email_confirmed_at]).toEqual([200, undefined]);
    expect((await signIn(email)).body.code).toBe("email_not_confirmed");
    expect((await service.ask("/signup", { body: { email, password: goodPassword } })).body.code).toBe(
      "signup_disabled",
    );
  });

  const taken = { email: "taken@example.com", phone: "919822099999" };
  const refusals: [string, object, number, string, string][] = [
    [
      "nothing to be reached by",
      {},
      400,
      "validation_failed",
      "Cannot create a user without either an email or phone",
    ],
    [
      "a taken address",
      { email: "Taken@example.com" },
      422,
      "email_exists",
      "A user with this email address has already been registered",
    ],
    [
      "a taken number",
      { phone: "+91 98220 99999" },
      422,
      "phone_exists",
      "A user with this phone number has already been registered",
    ],
    [
      "no address",
      { email: "nobody" },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    [
      "no number",
      { phone: "12ab" },
      400,
      "validation_failed",
      "Invalid phone number format (E.164 required)",
    ],
    [
      "a weak password",
      { email: "weak@example.com", password: "12345" },
      422,
      "weak_password",
      "Password should be at least 6 characters.",
    ],
    [
      "two passwords",
      { email: "two@example.com", password: goodPassword, password_hash: "$2b$10$x" },
      400,
      "validation_failed",
      "Only a password or a password hash should be provided",
    ],
    [
      "an id that is none",
      { id: "1", email: "id@example.com" },
      400,
      "validation_failed",
      "ID must conform to the uuid v4 format",
    ],
    [
      "a ban that is none",
      { email: "ban@example.com", ban_duration: "24 hours" },
      400,
      "validation_failed",
      'invalid format for ban duration: time: invalid duration "24 hours"',
    ],
  ];

  test.each(refusals)("refuses %s", async (_, given, status, code, message) => {
    await admin.ask("/admin/users", { body: taken });
    const answer = await admin.ask("/admin/users", { body: given });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message]);
  });

  test("refuses an id that another account has", async () => {
    const { id } = await admin.create(anEmail());
    const answer = await admin.ask("/admin/users", { body: { id, email: anEmail() } });
    expect([answer.status, answer.body.code]).toEqual([422, "user_already_exists"]);
  });

  test.each([{ email: 1 }, { user_metadata: [] }, { email_confirm: "yes" }, { ban_duration: 24 }])(
    "refuses %o as a wrong field",
    async (given) => {
      const answer = await admin.ask("/admin/users", { body: { email: "typed@example.com", ...given } });
      expect([answer.status, answer.body.code]).toEqual([400, "bad_json"]);
    },
  );
});

describe("passwords of other systems", () => {
  const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  const made: [string, () => Promise<string>][] = [
    ["bcrypt $2a", async () => (await bcryptHash(goodPassword, 4)).replace(/^\$2./, "$2a")],
    ["bcrypt $2b", async () => (await bcryptHash(goodPassword, 4)).replace(/^\$2./, "$2b")],
    ["bcrypt $2y", async () => (await bcryptHash(goodPassword, 4)).replace(/^\$2./, "$2y")],
    ["argon2id", () => argonHash(goodPassword, { ...cheap, algorithm: 2 })],
    ["argon2i", () => argonHash(goodPassword, { ...cheap, algorithm: 1 })],
  ];

  test.each(made)("%s signs in, and is then hashed anew", async (_, hash) => {
    const email = anEmail();
    const password_hash = await hash();
    const { id } = await admin.create(email, { password_hash });
    expect(await hashOf(id)).toBe(password_hash);
    expect((await signIn(email, "wrong horse")).body.code).toBe("invalid_credentials");
    expect(await hashOf(id)).toBe(password_hash);
    expect((await signIn(email)).status).toBe(200);
    expect(await hashOf(id)).toMatch(/^\$argon2id\$v=19\$m=128,t=1,p=1\$/);
    const again = await hashOf(id);
    expect((await signIn(email)).status).toBe(200);
    expect(await hashOf(id)).toBe(again);
  });

  test("signs in from several devices at once", async () => {
    const email = anEmail();
    await admin.create(email, { password_hash: await bcryptHash(goodPassword, 4) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test.each([
    "secret",
    "$2b$10$tooshort",
    "$2b$31$vi/cRPQy4E/os6qX4HZxPO8Z0OYKvFukY89iTP4dlj7ltKQHtH5u.",
    "$2x$10$vi/cRPQy4E/os6qX4HZxPO8Z0OYKvFukY89iTP4dlj7ltKQHtH5u.",
    "$argon2d$v=19$m=64,t=1,p=1$/R2D4RgO1W8v9kHFQbwdKg$3AUROv1JHwJ/WtMWFjb4x/bUGg2jEJOUZQOrebFj7Q4",
    "$argon2id$v=19$m=1,t=1,p=1$/R2D4RgO1W8v9kHFQbwdKg$3AUROv1JHwJ/WtMWFjb4x/bUGg2jEJOUZQOrebFj7Q4",
    "$argon2id$v=19$m=4194304,t=1,p=1$/R2D4RgO1W8v9kHFQbwdKg$3AUROv1JHwJ/WtMWFjb4x/bUGg2jEJOUZQOrebFj7Q4",
    "$1$salt$hash",
  ])("%s is refused", async (password_hash) => {
    const answer = await admin.ask("/admin/users", { body: { email: anEmail(), password_hash } });
    expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
  });
});
