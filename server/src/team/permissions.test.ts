import { everythingAllowed, tableOf } from "@rounds/domain/account/permission-table.ts";
import {
  limitedRoles,
  notPermittedWords,
  type Permission,
  permissions,
} from "@rounds/domain/account/permissions.ts";
import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  productBody,
  stockOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startWithRoles } from "../testing/roles.ts";

const { app, people, allowAll, deny } = await startWithRoles();
const other = await app.signUp("other@example.com");
afterAll(() => app.close());
beforeEach(allowAll);

const refused = (permission: Permission) => ({ status: 403, code: "not_permitted", details: { permission } });

const doctorOf = (person: Member | null) => aDoctor(app, { representative_id: person?.id ?? null });
const removeDoctor = (by: Member, { id }: { id: string }) => by.call(doctorRoutes.delete, { params: { id } });
const removeVisit = (by: Member, { id }: { id: string }) => by.call(visitRoutes.delete, { params: { id } });
const editVisit = (by: Member, visit: Visit) =>
  by.call(visitRoutes.update, { params: visit, body: visitEdit(visit, { notes: "Changed" }) });
const give = (by: Member, doctor: Doctor, to: Member | null) => {
  const { id, version, name } = doctor;
  return by.call(doctorRoutes.update, {
    params: { id },
    body: { name, version, representative_id: to?.id ?? null },
  });
};
/** A visit that nobody is known to have recorded. */
async function withoutAuthor(doctor: Doctor): Promise<Visit> {
  const { id } = await aVisit(other, doctor.id);
  await sql`update visits set created_by = null where id = ${id}`.execute(app.db);
  return await app.call(visitRoutes.read, { params: { id } });
}

describe.each(limitedRoles)("a %s who may not delete doctors of others", (role) => {
  beforeEach(() => deny(role, "delete_doctors_of_others"));

  test("deletes one's own and everybody's, but not another's; others still may", async () => {
    const [own, shared, theirs] = [await doctorOf(people[role]), await doctorOf(null), await doctorOf(other)];
    await removeDoctor(people[role], own);
    await removeDoctor(people[role], shared);
    await expect(removeDoctor(people[role], theirs)).rejects.toMatchObject(
      refused("delete_doctors_of_others"),
    );
    expect(await app.call(doctorRoutes.read, { params: theirs })).toMatchObject({ version: 1 });
    await removeDoctor(app, theirs);
  });

  test("gives one's own away, and takes that back, but neither takes nor gives another's", async () => {
    const [own, theirs] = [await doctorOf(people[role]), await doctorOf(other)];
    for (const to of [people[role], app, null])
      await expect(give(people[role], theirs, to)).rejects.toMatchObject(refused("delete_doctors_of_others"));
    // The form sends whose the doctor is along.
    expect(await give(people[role], theirs, other)).toMatchObject({ version: 2 });
    const key = anId();
    const { id, name } = own;
    const answer = await people[role].send(`/api/doctors/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ name, version: 1, representative_id: other.id }),
    });
    expect(answer.status).toBe(200);
    await people[role].call(historyRoutes.undo, { params: { id: key }, body: { units: {} } });
    expect(await app.call(doctorRoutes.read, { params: own })).toMatchObject({
      representative_id: people[role].id,
    });
  });

  test("learns first that somebody has changed the doctor in between", async () => {
    const own = await doctorOf(people[role]);
    await give(app, own, other);
    await expect(give(people[role], own, people[role])).rejects.toMatchObject({ code: "changed_meanwhile" });
  });

  test("deletes many doctors except those of others, each with the reason", async () => {
    const [own, theirs] = [await doctorOf(people[role]), await doctorOf(other)];
    const id = anId();
    const rows = [own, theirs].map(({ id, version }) => ({ id, version }));
    await aVisit(other, theirs.id);
    const { waiting, effect } = await people[role].call(bulkEditRoutes.prepare, {
      body: { id, change: { kind: "delete" }, selection: { rows } },
    });
    expect([waiting, effect]).toEqual([1, { visits: 0, sales: 0, units_returned: 0, refused: 0 }]);
    expect(await people[role].call(bulkEditRoutes.run, { params: { id } })).toMatchObject({
      done: 1,
      refused: 1,
      problems: [
        {
          id: theirs.id,
          code: "not_permitted",
          message:
            "You may not delete doctors of others, or give them to somebody else. An administrator can allow it in Team settings.",
        },
      ],
    });
    const giving = anId();
    const [shared, mine] = [await doctorOf(null), await doctorOf(people[role])];
    const given = [theirs, shared, mine].map(({ id, version }) => ({ id, version }));
    const prepared = await people[role].call(bulkEditRoutes.prepare, {
      body: {
        id: giving,
        change: { kind: "representative_id", value: people[role].id },
        selection: { rows: given },
      },
    });
    // Who may not be given away is known before it is confirmed, and who was changed since is not taken for that.
    expect(prepared).toMatchObject({
      ...{ total: 3, waiting: 2, refused: 1 },
      problems: [{ id: theirs.id, code: "not_permitted" }],
    });
    expect(await people[role].call(bulkEditRoutes.run, { params: { id: giving } })).toMatchObject({
      ...{ done: 1, same: 1 },
      refused: 1,
      problems: [{ id: theirs.id, code: "not_permitted" }],
    });
    // What is no deletion is no matter of this.
    const change = { kind: "doctor_class" as const, value: "C" as const };
    const second = anId();
    await people[role].call(bulkEditRoutes.prepare, {
      body: { id: second, change, selection: { rows: rows.slice(1) } },
    });
    expect(await people[role].call(bulkEditRoutes.run, { params: { id: second } })).toMatchObject({
      done: 1,
    });
  });
});

describe.each(limitedRoles)("a %s who may not delete visits of others", (role) => {
  beforeEach(() => deny(role, "delete_visits_of_others"));

  test("deletes one's own, and those without an author of one's own doctors", async () => {
    const [own, theirs] = [await doctorOf(people[role]), await doctorOf(other)];
    await removeVisit(people[role], await aVisit(people[role], theirs.id));
    await removeVisit(people[role], await withoutAuthor(own));
    await removeVisit(people[role], await withoutAuthor(await doctorOf(null)));
    for (const visit of [await aVisit(other, own.id), await withoutAuthor(theirs)]) {
      await expect(removeVisit(people[role], visit)).rejects.toMatchObject(
        refused("delete_visits_of_others"),
      );
      await editVisit(people[role], visit);
      await removeVisit(app, visit);
    }
  });

  test("gets no stock back by a refused deletion", async () => {
    const product = await aProduct(app, 10);
    const visit = await aVisit(other, (await doctorOf(other)).id, { items: [anItem(product.id, 4)] });
    await expect(removeVisit(people[role], visit)).rejects.toMatchObject({ code: "not_permitted" });
    expect(await stockOf(app, product.id)).toBe(6);
  });

  test("deletes no doctor with visits of others, alone or among many", async () => {
    const [own, free] = [await doctorOf(people[role]), await doctorOf(people[role])];
    await aVisit(other, own.id);
    await aVisit(people[role], free.id);
    await withoutAuthor(free);
    const message =
      "Others have recorded visits to this doctor. You may not delete visits of others. An administrator can allow it in Team settings.";
    const asked = ({ id }: { id: string }, by: Pick<Member, "call">) =>
      by.call(doctorRoutes.deletionEffect, { params: { id } });
    expect(await asked(own, people[role])).toMatchObject({ visits: 1, refusal: message });
    expect(await asked(free, people[role])).not.toHaveProperty("refusal");
    expect(await asked(own, app)).not.toHaveProperty("refusal");
    await expect(removeDoctor(people[role], own)).rejects.toMatchObject({
      ...refused("delete_visits_of_others"),
      message,
    });
    const id = anId();
    const rows = [own, free].map(({ id, version }) => ({ id, version }));
    const prepared = await people[role].call(bulkEditRoutes.prepare, {
      body: { id, change: { kind: "delete" }, selection: { rows } },
    });
    // What is confirmed is what goes: the doctor who may be deleted has two visits.
    expect(prepared).toMatchObject({
      ...{ waiting: 1, refused: 1, problems: [{ id: own.id, code: "not_permitted", message }] },
      effect: { visits: 2, sales: 0, units_returned: 0, refused: 0 },
    });
    expect(await people[role].call(bulkEditRoutes.run, { params: { id } })).toMatchObject({
      done: 1,
      refused: 1,
      problems: [{ id: own.id, code: "not_permitted" }],
    });
  });
});

describe.each(limitedRoles)("a %s who may not change visits of others", (role) => {
  test("changes one's own, and those without an author of one's own doctors", async () => {
    const [own, theirs] = [await doctorOf(people[role]), await doctorOf(other)];
    const before = await aVisit(other, own.id);
    const key = anId();
    const edit = (visit: Visit, notes: string) =>
      people[role].send(`/api/visits/${visit.id}`, {
        method: "PUT",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(visitEdit(visit, { notes })),
      });
    expect((await edit(before, "Saved before")).status).toBe(200);
    await deny(role, "edit_visits_of_others");
    // An edit that is saved already is one; taking it back would be another.
    expect((await edit(before, "Saved before")).status).toBe(200);
    await expect(
      people[role].call(historyRoutes.undo, { params: { id: key }, body: { units: {} } }),
    ).rejects.toMatchObject(refused("edit_visits_of_others"));

    await editVisit(people[role], await aVisit(people[role], theirs.id));
    await editVisit(people[role], await withoutAuthor(own));
    for (const visit of [await aVisit(other, own.id), await withoutAuthor(theirs)]) {
      await expect(editVisit(people[role], visit)).rejects.toMatchObject(refused("edit_visits_of_others"));
      await editVisit(app, visit);
    }
  });
});

test.each(limitedRoles)("a %s who may not change products takes no change of one back", async (role) => {
  const product = await aProduct(app);
  const key = anId();
  const { id: _, ...edit } = productBody({ price: "99.00" });
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const body = JSON.stringify({ ...edit, version: 1 });
  expect(
    (await people[role].send(`/api/products/${product.id}`, { method: "PUT", headers, body })).status,
  ).toBe(200);
  const deleted = await aProduct(app);
  await people[role].call(productRoutes.delete, { params: { id: deleted.id } });
  const undo = () => people[role].call(historyRoutes.undo, { params: { id: key }, body: { units: {} } });
  const restore = () =>
    people[role].call(historyRoutes.restore, { params: { id: deleted.id }, body: { units: {} } });
  await deny(role, "change_products");
  for (const attempt of [undo, restore])
    await expect(attempt()).rejects.toMatchObject(refused("change_products"));
  await allowAll();
  for (const attempt of [undo, restore]) expect(await attempt()).toMatchObject({ noun: "products" });
});

test("everybody reads their own permissions, administrators those of all", async () => {
  await deny("representative", "export", "move_stock");
  const read = (by: Pick<Member, "call">) => by.call(accountRoutes.permissions, {});
  expect(await read(people.representative)).toEqual({
    role: "representative",
    denied: [
      { permission: "move_stock", message: notPermittedWords("move_stock") },
      { permission: "export", message: notPermittedWords("export") },
    ],
  });
  expect(await read(people.manager)).toEqual({ role: "manager", denied: [] });
  expect(await read(app)).toEqual({ role: "admin", denied: [] });
  expect(await app.call(teamRoutes.permissions, {})).toEqual({
    table: tableOf((role, one) => role === "manager" || (one !== "export" && one !== "move_stock")),
    is_chosen: true,
  });
  await expect(
    people.manager.call(teamRoutes.savePermissions, { body: everythingAllowed }),
  ).rejects.toMatchObject({ code: "forbidden" });
});

test("nothing is chosen in a new company, and everything allowed", async () => {
  await sql`delete from auth.permissions`.execute(app.db);
  expect(await app.call(teamRoutes.permissions, {})).toEqual({ table: everythingAllowed, is_chosen: false });
  expect(await people.representative.call(accountRoutes.permissions, {})).toMatchObject({ denied: [] });
});

test("each change is in the audit log, with what each role may not do", async () => {
  await deny("representative", "export", "change_products");
  const { rows } = await app.call(teamRoutes.audit, {
    query: { action: "permissions_changed", per_page: 1 },
  });
  expect(rows).toMatchObject([
    { actor: { id: app.id }, traits: { manager: "", representative: "change_products, export" } },
  ]);
});

test("administrators have no row that could lock them out", async () => {
  await expect(
    sql`insert into auth.permissions (role, permission, allowed) values ('admin', 'export', false)`.execute(
      app.db,
    ),
  ).rejects.toThrow(/permissions_role_check/);
  const body = { ...tableOf(() => false), admin: everythingAllowed.manager };
  await expect(app.call(teamRoutes.savePermissions, { body })).rejects.toMatchObject({
    code: "validation_failed",
  });
  expect(permissions.length).toBeGreaterThan(0);
});
