import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, aVisit } from "@rounds/testkit/builders.ts";
import { requestOf } from "@rounds/testkit/caller.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { under } from "../testing/under-key.ts";

// A record that was deleted, came back, and was deleted again: the first deletion does not know what it was by then.

const app = await startApp();
afterAll(() => app.close());

const read = (id: string) => app.call(doctorRoutes.read, { params: { id } });
const undo = (batch: string) => app.call(historyRoutes.undo, { params: { id: batch }, body: {} });
const restore = (id: string) => app.call(historyRoutes.restore, { params: { id }, body: {} });
const remove = (id: string, key: string) =>
  under(key, app, requestOf(doctorRoutes.delete, { params: { id } }));
const visitsOf = async (id: string) =>
  (await app.call(visitRoutes.ofDoctor, { params: { id }, query: {} })).total;

/** Brings a deleted doctor back, changes the hospital and records a visit. */
async function useAgain(id: string): Promise<Doctor> {
  await restore(id);
  const { name, version } = await read(id);
  await aVisit(app, id);
  const body = { name, hospital: "Ruby Hall", version };
  return await app.call(doctorRoutes.update, { params: { id }, body });
}

describe("a doctor who was deleted, came back and was deleted again", () => {
  test("comes back by the later deletion, as it was then, and not by the earlier one", async () => {
    const { id } = await aDoctor(app);
    const [first, second] = [anId(), anId()];
    await remove(id, first);
    await useAgain(id);
    await remove(id, second);
    await expect(undo(first)).rejects.toMatchObject({ status: 409, code: "changed_meanwhile" });
    await expect(read(id)).rejects.toMatchObject({ code: "not_found" });
    await undo(second);
    expect([(await read(id)).hospital, await visitsOf(id)]).toEqual(["Ruby Hall", 1]);
  });

  test("does not come back beside the doctor into whom it was merged", async () => {
    const [{ id }, kept] = [await aDoctor(app), await aDoctor(app)];
    const [deletion, merge] = [anId(), anId()];
    await remove(id, deletion);
    const { version } = await useAgain(id);
    const body = {
      ...{ other: id, version: kept.version, other_version: version },
      fields: { name: kept.name },
    };
    await under(merge, app, requestOf(doctorRoutes.merge, { params: { id: kept.id }, body }));
    await expect(undo(deletion)).rejects.toMatchObject({ status: 409, code: "changed_meanwhile" });
    expect((await read(id)).id).toBe(kept.id);
    await undo(merge);
    expect([(await read(id)).id, await visitsOf(id), await visitsOf(kept.id)]).toEqual([id, 1, 0]);
  });

  test("stays gone when a bulk deletion from before is undone, which says so; the others come back", async () => {
    const [again, other] = [await aDoctor(app), await aDoctor(app)];
    const edit = anId();
    const rows = [again, other].map(({ id, version }) => ({ id, version }));
    await app.call(bulkEditRoutes.prepare, {
      body: { id: edit, change: { kind: "delete" }, selection: { rows } },
    });
    await app.call(bulkEditRoutes.run, { params: { id: edit } });
    await useAgain(again.id);
    await remove(again.id, anId());
    expect(await app.call(bulkEditRoutes.undo, { params: { id: edit } })).toMatchObject({
      ...{ undone: 1, kept: 1 },
      problems: [{ id: again.id, code: "changed_meanwhile" }],
    });
    await expect(read(again.id)).rejects.toMatchObject({ code: "not_found" });
    expect((await read(other.id)).name).toBe(other.name);
    await restore(again.id);
    expect([(await read(again.id)).hospital, await visitsOf(again.id)]).toEqual(["Ruby Hall", 1]);
  });
});
