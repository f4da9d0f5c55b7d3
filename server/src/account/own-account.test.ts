import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test("says whether there is a password, and what the settings ask of changes", async () => {
  const member = await app.signUp("person@example.com");
  const rules = { min_length: 6, characters: "any" };
  expect(await member.call(accountRoutes.read, {})).toEqual({
    password: { is_set: true, rules },
    email_change: "both",
    recovery_codes_left: 0,
  });
  await app.database.pool.query("update auth.users set password_hash = null where id = $1", [member.id]);
  expect(await member.call(accountRoutes.read, {})).toEqual({
    password: { is_set: false, rules },
    email_change: "both",
    recovery_codes_left: 0,
  });
});
