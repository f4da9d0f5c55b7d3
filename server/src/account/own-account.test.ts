import { personName, renaming } from "@rounds/domain/account/person-name.ts";
import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
afterAll(() => app.close());

test("says whether there is a password, and what the settings require for changes", async () => {
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

test("a changed name is shown everywhere to administrators", async () => {
  const member = await app.signUp("renamed@example.com");
  const on = { params: { id: member.id } };
  const names = async () => {
    const [row] = (await app.call(teamRoutes.list, { query: { search: member.email } })).rows;
    const [entry] = (await app.call(teamRoutes.audit, { query: { user: member.id } })).rows;
    const detail = await app.call(teamRoutes.read, on);
    return [row?.name, detail.name, entry?.user.name, entry?.actor?.name];
  };
  // As a sign-in provider leaves it.
  const provided = { name: "A. Rao", full_name: "A. Rao" };
  await app.database.pool.query("update auth.users set user_metadata = $2 where id = $1", [
    member.id,
    provided,
  ]);
  expect(await names()).toEqual(Array(4).fill("A. Rao"));
  for (const [given, shown] of [
    ["Asha Rao", "Asha Rao"],
    ["", null],
  ] as const) {
    const answer = await member.send("/auth/v1/user", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: renaming(given) }),
    });
    expect(answer.status).toBe(200);
    expect(await names()).toEqual(Array(4).fill(shown));
  }
});

test.each([
  {},
  { name: "Asha" },
  { full_name: " Asha Rao\n", name: "Asha" },
  { full_name: "\u00a0", name: "Asha" },
  { full_name: null, name: "Asha" },
  { full_name: 5, name: ["Asha"] },
])("the database names somebody with %j as the domain does", async (metadata) => {
  const member = await app.signUp(`${anId()}@example.com`);
  await app.database.pool.query("update auth.users set user_metadata = $2 where id = $1", [
    member.id,
    metadata,
  ]);
  expect((await app.call(teamRoutes.read, { params: { id: member.id } })).name).toBe(personName(metadata));
});
