import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${app.id}`.execute(
  app.db,
);
afterAll(() => app.close());

const save = (name: string | null, by: Pick<Member, "call"> = app) =>
  by.call(teamRoutes.saveCompany, { body: { name } });
const readBy = async (by: Pick<Member, "call">) => (await by.call(teamRoutes.company, {})).name;

test("administrators set, change and remove the company's name, and everybody reads it", async () => {
  expect(await readBy(ravi)).toBeNull();
  expect(await save(" Aarogya\u200b Pharma ")).toEqual({ name: "Aarogya Pharma" });
  expect(await readBy(ravi)).toBe("Aarogya Pharma");
  await save("आरोग्य");
  expect([await readBy(ravi), await readBy(app)]).toEqual(["आरोग्य", "आरोग्य"]);
  await expect(save("Ravi Pharma", ravi)).rejects.toMatchObject({ status: 403, code: "forbidden" });
  expect(await save("  ")).toEqual({ name: null });
  expect(await readBy(ravi)).toBeNull();
});

test("a name is one line of at most 100 characters", async () => {
  for (const [name, message] of [
    ["Aarogya\nPharma", "A name is one line"],
    ["x".repeat(101), "Please use at most 100 characters"],
  ] as const) {
    await expect(save(name)).rejects.toMatchObject({
      status: 400,
      code: "validation_failed",
      fields: { name: message },
    });
  }
});

test("each change is in the audit log, by whom", async () => {
  await save("Aarogya Pharma");
  await save(null);
  const { rows } = await app.call(teamRoutes.audit, { query: { user: app.id, per_page: 2 } });
  expect(rows.map(({ action, traits, actor }) => ({ action, traits, by: actor?.id }))).toEqual([
    { action: "company_changed", traits: { name: "" }, by: app.id },
    { action: "company_changed", traits: { name: "Aarogya Pharma" }, by: app.id },
  ]);
});
