import { limitedRoles, notPermittedWords, type Permission } from "@rounds/domain/account/permissions.ts";
import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, aProduct, aVisit, productBody, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { send } from "@rounds/testkit/send.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { bringIn, checked, importing, wholly } from "../testing/imports.ts";
import { startWithRoles } from "../testing/roles.ts";
import { aPair } from "../testing/visit-imports.ts";

const { app, people, allowAll, deny } = await startWithRoles();
const other = await app.signUp("other@example.com");
afterAll(() => app.close());
beforeEach(allowAll);

/** Prepares what a person may do while everything is allowed, and returns what needs the permission. */
type Example = (by: Member) => Promise<() => Promise<unknown>>;

const doctorOf = (person: Member) => aDoctor(app, { representative_id: person.id });
const visitOfAnother = async (by: Member) => await aVisit(other, (await doctorOf(by)).id);

const deleteDoctor =
  (ofVisits: boolean): Example =>
  async (by) => {
    const doctor = await doctorOf(ofVisits ? by : other);
    if (ofVisits) await aVisit(other, doctor.id);
    return () => by.call(doctorRoutes.delete, { params: { id: doctor.id } });
  };

const deleteMany =
  (ofVisits: boolean): Example =>
  async (by) => {
    const { id, version } = await doctorOf(ofVisits ? by : other);
    if (ofVisits) await aVisit(other, id);
    const edit = anId();
    await by.call(bulkEditRoutes.prepare, {
      body: { id: edit, change: { kind: "delete" }, selection: { rows: [{ id, version }] } },
    });
    return () => by.call(bulkEditRoutes.run, { params: { id: edit } });
  };

const merge =
  (ofVisits: boolean): Example =>
  async (by) => {
    const [gone, into] = [await doctorOf(ofVisits ? by : other), await doctorOf(by)];
    if (ofVisits) await aVisit(other, gone.id);
    const body = { other: gone.id, version: 1, other_version: 1, fields: { name: into.name } };
    return () => by.call(doctorRoutes.merge, { params: { id: into.id }, body });
  };

/** Sends a change with a key, by which it is undone. */
const undoing = async (by: Member, path: string, body: object) => {
  const key = anId();
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const { status } = await by.send(path, { method: "PUT", headers, body: JSON.stringify(body) });
  expect(status).toBe(200);
  return () => by.call(historyRoutes.undo, { params: { id: key }, body: {} });
};

const rowsOf = (by: Member, id: string) => by.call(importRoutes.rows, { params: { id }, query: {} });

/** The steps of an import of one row: what each says of the row. `fixed`: what is corrected in it. */
function importOf(
  noun: ImportNoun,
  row: (by: Member) => Promise<ImportCells>,
  fixed: ImportCells,
): Record<"check" | "fix" | "apply" | "undo", Example> {
  const body = { line: 2, cells: fixed };
  return {
    check: async (by) => {
      const id = await importing(by, [await row(by)], noun);
      return async () => {
        await wholly(by, importRoutes.check, id, "checked");
        return await rowsOf(by, id);
      };
    },
    fix: async (by) => {
      const { id } = await checked(by, [await row(by)], noun);
      return () => by.call(importRoutes.fix, { params: { id }, body });
    },
    apply: async (by) => {
      const { id } = await checked(by, [await row(by)], noun);
      return async () => {
        await wholly(by, importRoutes.apply, id, "applied");
        return await rowsOf(by, id);
      };
    },
    undo: async (by) => {
      const { id } = await bringIn(by, [await row(by)], noun);
      return async () => {
        await wholly(by, importRoutes.undo, id, "undone");
        return await rowsOf(by, id);
      };
    },
  };
}

let names = 0;
/** A name that nothing else has, nor nearly; digits say little in names. */
const aName = () =>
  `New ${String((++names * 48_271) % 1_000_003).replaceAll(/\d/g, (digit) => "bdfgklmprt".charAt(Number(digit)).repeat(2))}`;
const prices = importOf("products", async () => ({ name: aName(), price: "5" }), { price: "6" });
const stock = importOf("products", async () => ({ name: aName(), price: "5", stock: "4" }), { price: "6" });
const givenAway = importOf(
  "doctors",
  async () => {
    // The row says no more than this doctor has, so they are surely the same.
    const nothing = { hospital: null, contact_number: null, email: null, address: null };
    const { name } = await aDoctor(app, {
      ...nothing,
      name: `Dr. ${aName()}`,
      representative_id: other.id,
    });
    return { name, representative: "manager@example.com" };
  },
  { representative: "representative@example.com" },
);
const made = importOf(
  "doctors",
  async () => ({ name: `Dr. ${aName()}`, representative: "other@example.com" }),
  {},
);
const visits = importOf(
  "visits",
  async () => ({
    doctor: (await aPair(app)).doctor.name,
    visit_date: "10/06/2025",
    representative: "other@example.com",
  }),
  { visit_date: "11/06/2025" },
);

/** For each route that needs a permission for some rows, a row that is refused without it. */
const examples: Record<string, Example> = {
  "change_products POST /api/deleted/{id}/restore": async (by) => {
    const { id } = await aProduct(app);
    await by.call(productRoutes.delete, { params: { id } });
    return () => by.call(historyRoutes.restore, { params: { id }, body: {} });
  },
  "change_products POST /api/history/{id}/undo": async (by) => {
    const { id: _, ...edit } = productBody({ price: "99.00" });
    return await undoing(by, `/api/products/${(await aProduct(app)).id}`, { ...edit, version: 1 });
  },
  "change_products POST /api/imports/{id}/apply": prices.apply,
  "change_products POST /api/imports/{id}/check": prices.check,
  "change_products POST /api/imports/{id}/fix": prices.fix,
  "change_products POST /api/imports/{id}/undo": prices.undo,

  "move_stock POST /api/imports/{id}/apply": stock.apply,
  "move_stock POST /api/imports/{id}/check": stock.check,
  "move_stock POST /api/imports/{id}/fix": stock.fix,

  "delete_doctors_of_others DELETE /api/doctors/{id}": deleteDoctor(false),
  "delete_doctors_of_others POST /api/bulk-edits/{id}/run": deleteMany(false),
  "delete_doctors_of_others POST /api/doctors/{id}/merge": merge(false),
  "delete_doctors_of_others POST /api/imports/{id}/apply": givenAway.apply,
  "delete_doctors_of_others POST /api/imports/{id}/check": givenAway.check,
  "delete_doctors_of_others POST /api/imports/{id}/fix": givenAway.fix,
  "delete_doctors_of_others POST /api/imports/{id}/undo": made.undo,
  "delete_doctors_of_others PUT /api/doctors/{id}": async (by) => {
    const { id, name, version } = await doctorOf(other);
    const body = { name, version, representative_id: by.id };
    return () => by.call(doctorRoutes.update, { params: { id }, body });
  },

  "delete_visits_of_others DELETE /api/doctors/{id}": deleteDoctor(true),
  "delete_visits_of_others DELETE /api/visits/{id}": async (by) => {
    const { id } = await visitOfAnother(by);
    return () => by.call(visitRoutes.delete, { params: { id } });
  },
  "delete_visits_of_others POST /api/bulk-edits/{id}/run": deleteMany(true),
  "delete_visits_of_others POST /api/imports/{id}/undo": visits.undo,

  "edit_visits_of_others POST /api/doctors/{id}/merge": merge(true),
  "edit_visits_of_others POST /api/history/{id}/undo": async (by) => {
    const visit = await visitOfAnother(by);
    return await undoing(by, `/api/visits/${visit.id}`, visitEdit(visit, { notes: "Changed" }));
  },
  "edit_visits_of_others POST /api/imports/{id}/apply": visits.apply,
  "edit_visits_of_others POST /api/imports/{id}/check": visits.check,
  "edit_visits_of_others POST /api/imports/{id}/fix": visits.fix,
  "edit_visits_of_others POST /api/imports/{id}/names": async (by) => {
    const { doctor } = await aPair(app);
    const cells = { doctor: `Prof. Unknown ${aName()}`, visit_date: "10/06/2025" };
    const { id } = await checked(by, [{ ...cells, representative: "other@example.com" }], "visits");
    const body = { kind: "doctor" as const, cells: { doctor: cells.doctor }, choice: doctor.id };
    return async () => {
      await by.call(importRoutes.match, { params: { id }, body });
      return await rowsOf(by, id);
    };
  },
  "edit_visits_of_others POST /api/visits/{id}/complete": async (by) => {
    const { id } = await aVisit(other, (await doctorOf(by)).id, { status: "scheduled", notes: null });
    const body = { visit_date: "2025-06-10", notes: "Took the leaflet", items: [] };
    return () => by.call(visitRoutes.complete, { params: { id }, body });
  },
  "edit_visits_of_others PUT /api/visits/{id}": async (by) => {
    const visit = await visitOfAnother(by);
    const body = visitEdit(visit, { notes: "Changed" });
    return () => by.call(visitRoutes.update, { params: { id: visit.id }, body });
  },
};

const permissionOf = (name: string) => name.split(" ")[0] as Permission;

/** What an act answers, or how it is refused, as text. */
async function answerOf(act: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await act());
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
}

test("each route that needs a permission for some rows has an example here that is refused", async () => {
  const { paths } = JSON.parse((await send(app.url, "/api/openapi.json")).text) as {
    paths: Record<string, Record<string, { security: { session: string[] }[] }>>;
  };
  const needed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      (method === "head" ? [] : (security[0]?.session ?? []))
        .filter((name) => name.startsWith("some:"))
        .map((name) => `${name.replace("some:", "")} ${method.toUpperCase()} ${path}`),
    ),
  );
  expect(needed.sort()).toEqual(Object.keys(examples).sort());
});

test.each(limitedRoles.flatMap((role) => Object.keys(examples).map((name) => [role, name] as const)))(
  "a %s without the permission is refused a row, with the sentence, and only then: %s",
  async (role, name) => {
    const permission = permissionOf(name);
    const example = examples[name] as Example;
    const [refused, allowed] = [await example(people[role]), await example(people[role])];
    await deny(role, permission);
    const answer = await answerOf(refused);
    expect(answer).toContain(notPermittedWords(permission));
    await deny(role === "manager" ? "representative" : "manager", permission);
    const permitted = await answerOf(allowed);
    expect(permitted).toMatch(/^[{[]/);
    expect(permitted).not.toMatch(/not_permitted|validation_failed/);
  },
);
