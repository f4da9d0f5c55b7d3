import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { aDoctor, anId, aVisit, doctorBody } from "@rounds/testkit/builders.ts";
import { type Member, requestOf } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { bringIn, checked, importing, wholly } from "../testing/imports.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from doctors`.execute(app.db);
});

const rowsOf = async (id: string, by: Member = ravi) =>
  (await by.call(importRoutes.rows, { params: { id }, query: {} })).rows;
const shortRows = async (id: string) =>
  (await rowsOf(id)).map(({ line, verdict, outcome, reasons, problem }) =>
    [line, verdict, outcome, ...reasons.map(({ code }) => code), problem?.message].filter(
      (part) => part != null,
    ),
  );
const fix = (
  id: string,
  body: {
    line: number;
    cells?: ImportCells;
    decision?: "create" | "update" | "skip" | null;
    target_id?: string;
  },
) => ravi.call(importRoutes.fix, { params: { id }, body });
const apply = (id: string, by: Member = ravi) => wholly(by, importRoutes.apply, id, "applied");
const undo = (id: string, by: Member = ravi) => wholly(by, importRoutes.undo, id, "undone");
const allDoctors = async (): Promise<Doctor[]> =>
  (await app.call(doctorRoutes.list, { query: { page_size: 2000 } })).rows;
const edit = ({ id, version }: Doctor, changes: object) => {
  const { id: _, ...body } = doctorBody();
  return app.call(doctorRoutes.update, { params: { id }, body: { ...body, ...changes, version } });
};
const some = ({ counts }: Import) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

const list: ImportCells[] = [
  {
    name: "DR ANIL ROY",
    hospital: "Apollo",
    city: "Kolkata",
    doctor_class: "core",
    contact_number: "98300 12345",
  },
  { name: "Meera Iyer", contact_number: "09822011111", doctor_class: "B", norm: "2" },
  { name: "Sunita Rao", city: "Pune" },
  { name: "Sunita Rao", city: "Pune" },
  { name: "", city: "Pune" },
  { name: "Tara Sen", representative: "ravi@example.com", city: "Delhi" },
];

test("rows that can't be imported leave as a file with what is wrong, for who may read the import", async () => {
  const { id } = await checked(ravi, list);
  const exporting = async (verdict: "" | "refused") => {
    const { path } = requestOf(importRoutes.export, { params: { id }, query: { verdict, format: "csv" } });
    return (await ravi.send(path)).text;
  };
  const [head, ...refused] = (await exporting("refused")).trimEnd().split("\r\n");
  expect(head).toMatch(
    /^\uFEFF?Line,Doctor Name,.*,Address,City,Calls a month,Representative,What is wrong$/,
  );
  expect(refused).toEqual(["6,,,,,,,,,Pune,,,Doctor Name: Please enter the doctor's name"]);
  const all = await exporting("");
  expect(all.trimEnd().split("\r\n")).toHaveLength(1 + list.length);
  expect(all).toContain("98300 12345");
});

test("is prepared, checked, applied and undone", async () => {
  const meera = await aDoctor(app);
  const before = await allDoctors();
  const prepared = await checked(ravi, list);
  expect(prepared).toMatchObject({ state: "checked", total: 6, made_by: ravi.id, undo_until: null });
  expect(some(prepared)).toEqual({ create: 3, update: 1, look: 1, refused: 1 });
  expect(await shortRows(prepared.id)).toEqual([
    [2, "create", "read_as"],
    [3, "update"],
    [4, "create"],
    [5, "look", "same_in_file"],
    [6, "refused", "validation_failed"],
    [7, "create"],
  ]);
  expect(await allDoctors()).toEqual(before);
  const [, update] = await rowsOf(prepared.id);
  expect(update).toMatchObject({
    target: { id: meera.id, name: meera.name, where: "Sahyadri Hospital, Pune" },
    changes: [
      { field: "doctor_class", from: "A", to: "B" },
      { field: "norm", from: null, to: "2" },
    ],
  });

  const applied = await apply(prepared.id);
  expect(applied).toMatchObject({ state: "applied", undo_until: "2025-07-15T10:00:00.000Z" });
  expect(some(applied)).toEqual({ ...some(prepared), applied: 4 });
  const doctors = await allDoctors();
  expect(doctors.map(({ name }) => name)).toEqual([
    "Dr. Anil Roy",
    "Dr. Meera Iyer",
    "Sunita Rao",
    "Tara Sen",
  ]);
  expect(doctors[0]).toMatchObject({
    hospital: "Apollo",
    doctor_class: "A",
    address: "Kolkata",
    contact_number: "98300 12345",
    created_by: ravi.id,
    representative_id: ravi.id,
    version: 1,
  });
  expect(doctors[1]).toMatchObject({
    id: meera.id,
    doctor_class: "B",
    norm: 2,
    version: 2,
    updated_by: ravi.id,
  });
  const { changes } = await app.call(historyRoutes.ofRecord, { params: { noun: "doctors", id: meera.id } });
  expect(changes).toMatchObject([
    { op: "updated", by: "ravi@example.com", before: { doctor_class: "A", norm: null } },
  ]);
  expect(await apply(prepared.id)).toEqual(applied);
  expect(await allDoctors()).toEqual(doctors);

  const undone = await undo(prepared.id);
  expect(some(undone)).toEqual({ ...some(prepared), undone: 4 });
  const [left, ...others] = await allDoctors();
  expect(others).toEqual([]);
  expect(left).toMatchObject({ ...meera, version: 3, updated_by: ravi.id, updated_at: expect.any(String) });
  const { rows: deleted } = await app.call(historyRoutes.deleted, { query: {} });
  expect(deleted.slice(0, 3).map(({ noun, by }) => [noun, by])).toEqual(
    Array(3).fill(["doctors", "ravi@example.com"]),
  );
  expect(new Set(deleted.slice(0, 3).map(({ batch_id }) => batch_id)).size).toBe(3);
});

test("the same file again is the same", async () => {
  await bringIn(ravi, list);
  const doctors = await allDoctors();
  const again = await checked(ravi, list);
  expect(some(again)).toEqual({ same: 5, refused: 1 });
  expect(await apply(again.id)).toMatchObject({ state: "applied", undo_until: null });
  expect(await allDoctors()).toEqual(doctors);
});

describe("a row", () => {
  test("is corrected in place, and so are those that were its doubles", async () => {
    const { id } = await checked(ravi, [{ name: "Anil Roy" }, { name: "ANIL ROY" }, { name: "-" }]);
    const fixed = await fix(id, { line: 4, cells: { name: "Tara Sen", doctor_class: "a+" } });
    expect(fixed.row).toMatchObject({ verdict: "create", cells: { name: "Tara Sen", doctor_class: "a+" } });
    expect(some(fixed.import)).toEqual({ create: 2, look: 1 });
    expect((await fix(id, { line: 2, cells: { name: "Anil Das" } })).import.counts).toMatchObject({
      create: 3,
      look: 0,
    });
    expect((await fix(id, { line: 2, cells: { name: "Anil Roy" } })).row).toMatchObject({
      verdict: "look",
      reasons: [{ code: "same_in_file", message: "Line 3 of the file is the same doctor." }],
    });
    expect((await fix(id, { line: 3, decision: "skip" })).import.counts).toMatchObject({
      create: 2,
      skipped: 1,
      look: 0,
    });
    expect((await fix(id, { line: 3, decision: null })).row.verdict).toBe("look");
    expect((await fix(id, { line: 3, decision: "create" })).row.verdict).toBe("create");
    expect(some(await apply(id))).toEqual({ create: 3, applied: 3 });
    await expect(fix(id, { line: 3, decision: "skip" })).rejects.toMatchObject({ code: "import_moved_on" });
  });

  test("is decided about with all others that wait for a person", async () => {
    const cells = [
      { name: "Anil Roy" },
      { name: "ANIL ROY" },
      { name: "Dr. Anil Roy" },
      { name: "Tara Sen" },
    ];
    const decide = (id: string, decision: "create" | "skip", by = ravi) =>
      by.call(importRoutes.decide, { params: { id }, body: { decision } });
    const { id, counts } = await checked(ravi, cells);
    expect(counts).toMatchObject({ create: 2, look: 2 });
    await expect(decide(id, "skip", app.member)).rejects.toMatchObject({ code: "forbidden" });
    expect(await decide(id, "skip")).toMatchObject({
      state: "checking",
      counts: { create: 2, unchecked: 2 },
    });
    expect(await wholly(ravi, importRoutes.check, id, "checked")).toMatchObject({
      counts: { create: 2, look: 0, skipped: 2 },
    });
    // What was decided stays, and there is nothing left to decide.
    expect(await decide(id, "create")).toMatchObject({ state: "checked", counts: { create: 2, skipped: 2 } });
    await fix(id, { line: 3, decision: null });
    await fix(id, { line: 4, decision: null });
    await decide(id, "create");
    await wholly(ravi, importRoutes.check, id, "checked");
    expect(some(await apply(id))).toEqual({ create: 4, applied: 4 });
    await expect(decide(id, "skip")).rejects.toMatchObject({ code: "import_moved_on" });
  });

  test("updates the doctor whom a person chooses", async () => {
    const [one, other] = [await aDoctor(app), await aDoctor(app, { hospital: "Ruby Hall" })];
    const { id } = await checked(ravi, [{ name: "Mira Iyer", contact_number: "9822011111", norm: "9" }]);
    expect((await rowsOf(id))[0]).toMatchObject({
      verdict: "look",
      candidates: [{ id: one.id }, { id: other.id }],
    });
    const { row } = await fix(id, { line: 2, decision: "update", target_id: other.id });
    expect(row).toMatchObject({ verdict: "update", target: { id: other.id }, decision: "update" });
    for (const target_id of [anId(), ravi.id])
      await expect(fix(id, { line: 2, decision: "update", target_id })).rejects.toMatchObject({
        code: "validation_failed",
        fields: { target_id: "Please choose a doctor who is there" },
      });
    await expect(fix(id, { line: 99, decision: "skip" })).rejects.toMatchObject({ code: "not_found" });
    await apply(id);
    expect(await allDoctors()).toMatchObject([
      { id: one.id, version: 1 },
      { id: other.id, norm: 9, name: "Mira Iyer" },
    ]);
  });

  test("fails where the directory has changed since, and the rest goes on", async () => {
    const [meera, gone] = [
      await aDoctor(app),
      await aDoctor(app, { name: "Tara Sen", contact_number: "", email: "" }),
    ];
    const { id } = await checked(ravi, [
      { name: "Meera Iyer", contact_number: "9822011111", doctor_class: "B" },
      { name: "Tara Sen", hospital: "Sahyadri Hospital", city: "Pune", norm: "4" },
      { name: "Anil Roy", city: "Delhi" },
      { name: "Bela Das", city: "Delhi" },
    ]);
    await edit(meera, { doctor_class: "C" });
    await app.call(doctorRoutes.delete, { params: { id: gone.id }, query: {} });
    await aDoctor(app, {
      name: "Dr. Anil Roy",
      address: "Delhi",
      hospital: "",
      contact_number: "",
      email: "",
    });
    const applied = await apply(id);
    expect(some(applied)).toMatchObject({ failed: 3, applied: 1 });
    expect(await shortRows(id)).toEqual([
      [2, "update", "failed", "This doctor was changed after the file was checked."],
      [3, "update", "failed", "This doctor was changed after the file was checked."],
      [4, "create", "failed", "A doctor like this was added after the file was checked."],
      [5, "create", "applied"],
    ]);
  });

  test("is applied if what it changes is as it was, whatever else somebody changed", async () => {
    const meera = await aDoctor(app);
    const { id } = await checked(ravi, [
      { name: "Meera Iyer", contact_number: "9822011111", doctor_class: "B" },
    ]);
    await edit(meera, { specialization: "ENT" });
    await apply(id);
    expect(await allDoctors()).toMatchObject([{ specialization: "ENT", doctor_class: "B", version: 3 }]);
  });
});

describe("undo", () => {
  test("leaves what somebody changed, visited or deleted since, and says so", async () => {
    const meera = await aDoctor(app);
    const made = await bringIn(ravi, [
      { name: "Anil Roy", city: "Delhi" },
      { name: "Bela Das", city: "Delhi" },
      { name: "Chitra Sen", city: "Delhi" },
      { name: "Dipa Bose", city: "Delhi" },
      { name: "Meera Iyer", contact_number: "9822011111", doctor_class: "B", norm: "2" },
    ]);
    const [anil, bela, chitra] = await allDoctors();
    if (!anil || !bela || !chitra) throw new Error("nobody came in");
    await edit(anil, { name: "Anil Roy", norm: 5 });
    await aVisit(app, bela.id);
    await app.call(doctorRoutes.delete, { params: { id: chitra.id }, query: {} });
    await edit({ ...meera, version: 2 }, { doctor_class: "C", norm: 2 });
    expect(some(await undo(made.id))).toMatchObject({ undone: 1, kept: 4 });
    expect(await shortRows(made.id)).toEqual([
      [2, "create", "kept", "Somebody changed this doctor since."],
      [3, "create", "kept", "This doctor has visits or plans by now."],
      [4, "create", "kept", "This was deleted in the meantime."],
      [5, "create", "undone"],
      [6, "update", "kept", "Somebody changed this doctor since."],
    ]);
    expect((await allDoctors()).map(({ name }) => name)).toEqual(["Anil Roy", "Bela Das", "Dr. Meera Iyer"]);
  });

  test("is possible for 30 days, and for administrators too", async () => {
    const made = await bringIn(ravi, [{ name: "Anil Roy" }]);
    const leela = await app.signUp(`leela-${anId()}@example.com`);
    await expect(undo(made.id, leela)).rejects.toMatchObject({ code: "forbidden" });
    const earlier = (span: string) =>
      sql`update imports.imports set applied_at = applied_at - ${span}::interval where id = ${made.id}`.execute(
        app.db,
      );
    await earlier("30 days 1 second");
    const expired = { code: "gone", message: "An import can be undone for 30 days." };
    await expect(undo(made.id)).rejects.toMatchObject(expired);
    await earlier("-1 second");
    expect((await undo(made.id, app.member)).state).toBe("undone");
  });
});

describe("an import", () => {
  test("is for who made it; administrators may read it", async () => {
    const { id } = await checked(ravi, [{ name: "Anil Roy" }]);
    const leela = await app.signUp(`leela-${anId()}@example.com`);
    const { check, apply: applying, undo: undoing, read, rows, delete: deleting, send } = importRoutes;
    const params = { id };
    const forbidden = [
      () => leela.call(read, { params }),
      () => leela.call(rows, { params, query: {} }),
      () => leela.call(importRoutes.export, { params, query: { format: "csv" } }),
      () => leela.call(undoing, { params }),
      ...[leela, app.member].flatMap((other) => [
        () => other.call(check, { params }),
        () => other.call(applying, { params }),
        () => other.call(deleting, { params }),
        () => other.call(send, { params, body: { rows: [{ line: 9, cells: {} }] } }),
        () => other.call(importRoutes.fix, { params, body: { line: 2, decision: "skip" } }),
      ]),
    ];
    for (const call of forbidden) await expect(call()).rejects.toMatchObject({ code: "forbidden" });
    expect((await app.call(read, { params })).by).toBe("ravi@example.com");
    expect(await rowsOf(id, app.member)).toHaveLength(1);
    expect((await leela.call(importRoutes.list, {})).rows).toEqual([]);
    expect((await ravi.call(importRoutes.list, {})).rows[0]).toMatchObject({ id, state: "checked" });
  });

  test("goes one way: rows before the check, no change after it was applied", async () => {
    const id = await importing(ravi, [{ name: "Anil Roy" }]);
    const params = { id };
    const movedOn = { code: "import_moved_on" };
    await expect(ravi.call(importRoutes.apply, { params })).rejects.toMatchObject(movedOn);
    await expect(ravi.call(importRoutes.undo, { params })).rejects.toMatchObject(movedOn);
    expect((await ravi.call(importRoutes.check, { params })).state).toBe("checked");
    const body = { rows: [{ line: 3, cells: { name: "x" } }] };
    await expect(ravi.call(importRoutes.send, { params, body })).rejects.toMatchObject(movedOn);
    await apply(id);
    await expect(ravi.call(importRoutes.check, { params })).rejects.toMatchObject(movedOn);
    await expect(ravi.call(importRoutes.delete, { params })).rejects.toMatchObject(movedOn);
    await undo(id);
    await expect(ravi.call(importRoutes.apply, { params })).rejects.toMatchObject(movedOn);
  });

  test("is thrown away before it is applied, with its rows", async () => {
    const { id } = await checked(ravi, [{ name: "Anil Roy" }]);
    expect((await ravi.call(importRoutes.delete, { params: { id } })).id).toBe(id);
    await expect(ravi.call(importRoutes.read, { params: { id } })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await sql`select from imports.rows where import_id = ${id}`.execute(app.db)).rows).toEqual([]);
  });

  test("is known by its id: the same request again gives it, another is refused", async () => {
    const mapping = [{ heading: "Name", field: "name" as const }];
    const body = { id: anId(), noun: "doctors" as const, file_name: "list.csv", mapping };
    const made = await ravi.call(importRoutes.create, { body });
    expect(await ravi.call(importRoutes.create, { body })).toEqual(made);
    for (const [by, other] of [
      [ravi, { ...body, file_name: "other.csv" }],
      [app.member, body],
    ] as const)
      await expect(by.call(importRoutes.create, { body: other })).rejects.toMatchObject({ code: "id_taken" });
  });

  test("keeps five that were not applied, and forgets rows that can't be undone any more", async () => {
    const old = await bringIn(ravi, [{ name: "Anil Roy" }]);
    await sql`
      update imports.imports set made_at = now() - interval '31 days', applied_at = now() - interval '31 days'
      where id = ${old.id}`.execute(app.db);
    const open: string[] = [];
    for (let n = 0; n < 7; n++) open.push(await importing(ravi, [{ name: "Anil Roy" }]));
    const { rows } = await ravi.call(importRoutes.list, {});
    const listed = rows.filter(({ state }) => state === "filling").map(({ id }) => id);
    expect(listed.sort()).toEqual(open.slice(2).sort());
    expect(await rowsOf(old.id)).toEqual([]);
    expect(some(rows.find(({ id }) => id === old.id) ?? old)).toEqual({ create: 1, applied: 1 });
  });
});
