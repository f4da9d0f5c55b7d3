import { limitedRoles, notPermittedWords, type Permission } from "@rounds/domain/account/permissions.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { bringIn, wholly } from "../testing/imports.ts";
import { startWithRoles } from "../testing/roles.ts";

const { app, people, allowAll, deny } = await startWithRoles();
await app.signUp("ravi@example.com");
afterAll(() => app.close());
beforeEach(allowAll);

describe.each(limitedRoles)("a %s who may not do it any more", (role) => {
  /**
   * What becomes of the rows of an import that is undone without a permission: the outcome, and why. Once it is allowed again, Undo
   * takes the rest back too.
   */
  async function undoneWithout(denied: Permission, rows: ImportCells[], noun: "doctors" | "visits") {
    const by = people[role];
    const { id } = await bringIn(by, rows, noun);
    const undone = async () => {
      await wholly(by, importRoutes.undo, id, "undone");
      const list = await by.call(importRoutes.rows, { params: { id }, query: {} });
      return list.rows.map(({ outcome, problem }) => [outcome, problem?.message ?? null]);
    };
    await deny(role, denied);
    const first = await undone();
    expect(await undone()).toEqual(first);
    await allowAll();
    expect(await undone()).toEqual(rows.map(() => ["undone", null]));
    return first;
  }

  test("takes back the doctors that an import created, except those of others", async () => {
    const own = `${role}@example.com`;
    // The row says no more than this doctor has, so they are surely the same.
    const nothing = { hospital: null, contact_number: null, email: null, address: null };
    const given = await aDoctor(people[role], { ...nothing, name: `Dr. Given By ${role}` });
    const rows = [
      { name: `Dr. Own Of ${role}`, representative: own },
      { name: `Dr. Shared Of ${role}`, representative: "Everybody" },
      { name: `Dr. Ravis Of ${role}`, representative: "ravi@example.com" },
      { name: given.name, representative: "ravi@example.com" },
    ];
    expect(await undoneWithout("delete_doctors_of_others", rows, "doctors")).toEqual([
      ["undone", null],
      ["undone", null],
      ["kept", notPermittedWords("delete_doctors_of_others")],
      // Who gave a doctor away takes that back.
      ["undone", null],
    ]);
  });

  test("takes back the visits that an import created, except those of others", async () => {
    const doctor = await aDoctor(app, { name: `Dr. Visited By ${role}` });
    const rows = [
      { doctor: doctor.name, visit_date: "10/06/2025" },
      { doctor: doctor.name, visit_date: "11/06/2025", representative: "ravi@example.com" },
    ];
    expect(await undoneWithout("delete_visits_of_others", rows, "visits")).toEqual([
      ["undone", null],
      ["kept", notPermittedWords("delete_visits_of_others")],
    ]);
  });
});
