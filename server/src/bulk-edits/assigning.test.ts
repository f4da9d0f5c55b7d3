import type { BulkEditCreation } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { aDoctor, anId } from "@rounds/testkit/builders.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// Whose many doctors are, and how often they are to be seen. The clock stands at 15 June 2025 in Kolkata.

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
const leela = await app.signUp("leela@example.com");
afterAll(() => app.close());
beforeEach(() => app.database.pool.query("delete from doctors"));

type Change = BulkEditCreation["change"];
const chosen = (...doctors: Doctor[]) => ({ rows: doctors.map(({ id, version }) => ({ id, version })) });
const prepare = (change: Change, selection: BulkEditCreation["selection"]) =>
  ravi.call(bulkEditRoutes.prepare, { body: { id: anId(), change, selection } });
const run = ({ id }: { id: string }) => ravi.call(bulkEditRoutes.run, { params: { id } });
const undo = ({ id }: { id: string }) => ravi.call(bulkEditRoutes.undo, { params: { id } });
const apply = async (change: Change, selection: BulkEditCreation["selection"]) =>
  await run(await prepare(change, selection));
const read = (id: string) => app.call(doctorRoutes.read, { params: { id } });
const giveTo = (value: string | null): Change => ({ kind: "representative_id", value });
const remove = ({ id }: { id: string }) => app.call(teamRoutes.delete, { params: { id } });
const aLeaver = () => app.signUp(`${anId()}@example.com`);

describe("giving doctors to somebody", () => {
  test("changes whose they are, one by one or all of a person, with each one's history, and leaves the others", async () => {
    const [a, b] = [
      await aDoctor(app, { representative_id: leela.id }),
      await aDoctor(app, { representative_id: leela.id }),
    ];
    const [shared, own] = [await aDoctor(app), await aDoctor(app, { representative_id: ravi.id })];
    const edit = await apply(giveTo(ravi.id.toUpperCase()), { matching: { representative: leela.id } });
    expect(edit).toMatchObject({ change: giveTo(ravi.id), total: 2, done: 2, waiting: 0 });
    expect(await read(a.id)).toEqual({
      ...a,
      representative_id: ravi.id,
      version: 2,
      updated_by: ravi.id,
      updated_at: expect.any(String),
    });
    expect(await read(shared.id)).toEqual(shared);
    const { changes } = await app.call(historyRoutes.ofRecord, { params: { noun: "doctors", id: b.id } });
    expect(changes).toMatchObject([
      { op: "updated", before: { representative_id: leela.id }, after: { representative_id: ravi.id } },
    ]);
    expect(await apply(giveTo(null), chosen(shared, own))).toMatchObject({ done: 1, same: 1 });
    expect((await read(own.id)).representative_id).toBeNull();
    expect(await undo(edit)).toMatchObject({ undone: 2, kept: 0 });
    expect((await read(a.id)).representative_id).toBe(leela.id);
  });

  test("refuses, at the field, a person to whom doctors can't belong", async () => {
    const doctor = await aDoctor(app);
    const [gone, disabled, busy] = [await aLeaver(), await aLeaver(), await aLeaver()];
    await remove(gone);
    await aDoctor(app, { representative_id: busy.id });
    for (const { id } of [disabled, busy]) await app.call(teamRoutes.disable, { params: { id } });
    for (const id of [anId(), gone.id, disabled.id]) {
      await expect(prepare(giveTo(id), chosen(doctor))).rejects.toMatchObject({
        status: 409,
        code: "representative_missing",
        fields: { "change.value": "Doctors can't be given to this person. Please choose somebody else." },
      });
    }
    // Offered as long as doctors belong to them, also here.
    expect(await apply(giveTo(busy.id), chosen(doctor))).toMatchObject({ done: 1 });
    await expect(prepare(giveTo("somebody"), chosen(doctor))).rejects.toMatchObject({
      status: 400,
      fields: { "change.value": "Please choose a person" },
    });
  });

  test("gives nothing to an account that is deleted meanwhile, and says so of each doctor", async () => {
    const [doctor, leaver] = [await aDoctor(app), await aLeaver()];
    const edit = await prepare(giveTo(leaver.id), chosen(doctor));
    await remove(leaver);
    expect(await run(edit)).toMatchObject({
      ...{ done: 0, refused: 1, waiting: 0 },
      problems: [{ id: doctor.id, code: "representative_missing" }],
    });
    expect(await read(doctor.id)).toEqual(doctor);
  });

  test("Undo keeps doctors whose former representative has no account any more, and takes the others back", async () => {
    const leaver = await aLeaver();
    const [theirs, shared] = [await aDoctor(app, { representative_id: leaver.id }), await aDoctor(app)];
    const edit = await apply(giveTo(leela.id), chosen(theirs, shared));
    await remove(leaver);
    expect(await undo(edit)).toMatchObject({
      ...{ undone: 1, kept: 1, done: 0 },
      problems: [{ id: theirs.id, code: "representative_missing" }],
    });
    expect((await read(theirs.id)).representative_id).toBe(leela.id);
    expect((await read(shared.id)).representative_id).toBeNull();
  });

  test("ends while an account is deleted, and leaves no doctor with it", async () => {
    for (let round = 0; round < 5; round++) {
      const leaver = await aLeaver();
      const doctors = [
        await aDoctor(app, { representative_id: leaver.id }),
        await aDoctor(app),
        await aDoctor(app, { representative_id: leaver.id }),
      ];
      const edit = await prepare(giveTo(leaver.id), chosen(...doctors));
      await Promise.all([run(edit), remove(leaver)]);
      for (const { id } of doctors) expect((await read(id)).representative_id).toBeNull();
    }
  });
});

test("sets and takes away how often doctors are to be seen", async () => {
  const [a, b] = [await aDoctor(app), await aDoctor(app, { norm: 8 })];
  await apply({ kind: "norm", value: 8 }, chosen(a, b));
  expect([(await read(a.id)).norm, (await read(b.id)).version]).toEqual([8, 1]);
  await apply({ kind: "norm", value: 0 }, chosen(await read(a.id)));
  expect((await read(a.id)).norm).toBe(0);
  const none = await apply({ kind: "norm", value: null }, chosen(await read(a.id), b));
  expect([none.done, (await read(a.id)).norm, (await read(b.id)).norm]).toEqual([2, null, null]);
  for (const value of [-1, 32, 1.5, "4" as never]) {
    await expect(prepare({ kind: "norm", value }, chosen(a))).rejects.toMatchObject({
      fields: { "change.value": "Please enter a whole number from 0 to 31, or nothing" },
    });
  }
});

test.each<[string, Change, norms: [ravi: number, leela: number]]>([
  ["whose doctors they are", giveTo("leela"), [0, 8]],
  // The part of June from today on is of the new class, and of the new norm.
  ["their class", { kind: "doctor_class", value: "C" }, [6, 0]],
  ["their norm", { kind: "norm", value: 6 }, [12, 0]],
])(
  "a change of %s counts from now on; the month that is over stays, also after Undo",
  async (_, given, now) => {
    const of = { doctor_class: "A", norm: null, representative_id: ravi.id } as const;
    for (let n = 0; n < 2; n++) await aDoctor(app, of);
    await app.database.pool.query("update doctors set created_at = '2025-01-01'");
    const normsOf = async (month: string) => {
      const norms: number[] = [];
      for (const person of [ravi.id, leela.id])
        norms.push((await app.call(coverageRoutes.month, { query: { month, person } })).total.norm);
      return norms;
    };
    const before = await normsOf("2025-05");
    expect([before, await normsOf("2025-06")]).toEqual([
      [8, 0],
      [8, 0],
    ]);
    const change = given.kind === "representative_id" ? giveTo(leela.id) : given;
    const edit = await apply(change, { matching: { representative: ravi.id } });
    expect([await normsOf("2025-05"), await normsOf("2025-06")]).toEqual([before, now]);
    expect(await undo(edit)).toMatchObject({ undone: 2 });
    expect([await normsOf("2025-05"), await normsOf("2025-06")]).toEqual([before, [8, 0]]);
  },
);
