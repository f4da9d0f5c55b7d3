import { viewRoutes } from "@rounds/domain/views/routes.ts";
import type { View, ViewCreation } from "@rounds/domain/views/view.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

/** The first member is an administrator, the others are not. */
const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
const leela = await app.signUp("leela@example.com");
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from lists.views`.execute(app.db);
});

const bodyOf = (given: Partial<ViewCreation> = {}): ViewCreation => ({
  id: anId(),
  list: "doctors",
  name: "Pune, class A",
  shared: false,
  filters: { city: "Pune", doctor_class: "A" },
  columns: ["Name", "Contact"],
  ...given,
});
const save = (given: Partial<ViewCreation> = {}, by: Member = ravi) =>
  by.call(viewRoutes.create, { body: bodyOf(given) });
const namesOf = async (by: Member) => (await by.call(viewRoutes.list, {})).rows.map(({ name }) => name);
const update = ({ id, updated_at: _, ...view }: View, given: Partial<View> = {}, by: Member = ravi) =>
  by.call(viewRoutes.update, { params: { id }, body: { ...view, ...given } });
const remove = ({ id }: View, by: Member = ravi) => by.call(viewRoutes.delete, { params: { id } });

describe("saved views", () => {
  test("hold filters and columns, and are one's own unless an administrator shares them", async () => {
    const body = bodyOf();
    const made = await ravi.call(viewRoutes.create, { body });
    expect(made).toEqual({ ...body, version: 1, updated_at: expect.any(String) });
    await save({ name: "Everybody's", shared: true }, app.member);
    expect(await namesOf(ravi)).toEqual(["Pune, class A", "Everybody's"]);
    expect(await namesOf(leela)).toEqual(["Everybody's"]);
    await expect(save({ shared: true })).rejects.toMatchObject({ status: 403, code: "forbidden" });
  });

  test("are saved once, however often the request is sent", async () => {
    const body = bodyOf();
    const [one, other] = await Promise.all([1, 2].map(() => ravi.call(viewRoutes.create, { body })));
    expect(one).toEqual(other);
    const again = { ...body, name: "Another" };
    await expect(ravi.call(viewRoutes.create, { body: again })).rejects.toMatchObject({ code: "id_taken" });
    expect(await namesOf(ravi)).toEqual(["Pune, class A"]);
  });

  test("have a name that no other view of the list has, in any case", async () => {
    const view = await save();
    const used = { status: 400, fields: { name: "There is a view with this name" } };
    await expect(save({ name: "PUNE, class a" })).rejects.toMatchObject(used);
    await save({ list: "visits", filters: {}, columns: null });
    await save({}, leela);
    const other = await save({ name: "Other" });
    await expect(update(other, { name: view.name })).rejects.toMatchObject(used);
  });

  test.each([
    ["name", { name: "  " }],
    ["name", { name: "x".repeat(61) }],
    ["filters", { filters: { status: "completed" } }],
    ["columns", { columns: ["Name", "Total Sales"] }],
    ["columns", { columns: ["Name", "Name"] }],
    ["columns", { columns: ["Class"] }],
    ["columns", { columns: [] }],
  ])("refuse a wrong %s: %j", async (field, given) => {
    await expect(save(given)).rejects.toMatchObject({
      code: "validation_failed",
      fields: { [field]: expect.any(String) },
    });
  });

  test("are at most 50 of one's own, also when they are saved at once", async () => {
    const saved = await Promise.allSettled(
      Array.from({ length: 53 }, (_, n) => save({ name: `View ${n}`, columns: null })),
    );
    expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
    expect(await namesOf(ravi)).toHaveLength(50);
    await save({}, leela);
  });

  test("are renamed and changed at the version that was seen, and deleted, by whose they are", async () => {
    const view = await save();
    const renamed = await update(view, { name: "Pune", columns: null });
    expect(renamed).toMatchObject({ name: "Pune", columns: null, version: 2 });
    await expect(update(view)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await expect(update(renamed, { list: "visits", filters: {} })).rejects.toMatchObject({
      fields: { list: expect.any(String) },
    });
    await expect(update(renamed, {}, leela)).rejects.toMatchObject({ code: "not_found" });
    await expect(remove(renamed, leela)).rejects.toMatchObject({ code: "not_found" });
    expect(await remove(renamed)).toEqual(renamed);
    await expect(remove(renamed)).rejects.toMatchObject({ code: "not_found" });
    const shared = await save({ shared: true }, app.member);
    await expect(remove(shared)).rejects.toMatchObject({ code: "forbidden" });
    await expect(update(shared)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("for everybody stay when the account that saved them is removed for good; its own go", async () => {
    const meera = await app.signUp("meera@example.com");
    await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${meera.id}`.execute(
      app.db,
    );
    await save({ name: "Meera's" }, meera);
    const shared = await save({ name: "Everybody's", shared: true }, meera);
    await sql`delete from auth.users where id = ${meera.id}`.execute(app.db);
    expect(await namesOf(leela)).toEqual(["Everybody's"]);
    const { rows } = await sql`select id from lists.views`.execute(app.db);
    expect(rows).toEqual([{ id: shared.id }]);
    const renamed = await update(shared, { name: "Everybody's own" }, app.member);
    await app.call(viewRoutes.order, { body: { ids: [shared.id] } });
    expect(await remove(renamed, app.member)).toEqual(renamed);
  });

  test("are put in order, within their own places", async () => {
    const [a, b, c] = [await save({ name: "a" }), await save({ name: "b" }), await save({ name: "c" })];
    const theirs = await save({ name: "theirs" }, leela);
    const { rows } = await ravi.call(viewRoutes.order, { body: { ids: [c.id, theirs.id, a.id] } });
    expect(rows.map(({ name }) => name)).toEqual(["c", "b", "a"]);
    expect(b.version).toBe(1);
  });
});
