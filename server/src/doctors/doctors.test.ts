import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, doctorBody, stockOf } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const read = (id: string) => app.call(doctorRoutes.read, { params: { id } });
const update = (id: string, body: object, by: Member = app.member) =>
  by.call(doctorRoutes.update, { params: { id }, body: body as ReturnType<typeof edit> });
const edit = (version: number, changes: object = {}) => {
  const { id: _, ...body } = doctorBody();
  return { ...body, ...changes, version };
};

describe("creating a doctor", () => {
  test("stores the input, trimmed, with its author", async () => {
    const body = doctorBody({
      name: "  Dr. Asha Rao ",
      specialization: "",
      hospital: "  ",
      doctor_class: "",
    });
    const made = await app.call(doctorRoutes.create, { body });
    expect(made).toEqual({
      ...body,
      name: "Dr. Asha Rao",
      specialization: null,
      hospital: null,
      doctor_class: null,
      version: 1,
      created_by: app.id,
      updated_by: app.id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: made.created_at,
    });
    expect(await read(made.id)).toEqual(made);
  });

  test("again, with the same id and content, gives the first answer and creates no second row", async () => {
    const body = doctorBody({ name: "Dr. Once" });
    const first = await app.call(doctorRoutes.create, { body });
    const again = { ...body, id: body.id.toUpperCase(), name: " Dr. Once " };
    expect(await app.call(doctorRoutes.create, { body: again })).toEqual(first);
    expect(await ravi.call(doctorRoutes.create, { body })).toEqual(first);
    const { total } = await app.call(doctorRoutes.list, { query: { search: "Dr. Once" } });
    expect(total).toBe(1);
  });

  test("with a used id and other content is refused", async () => {
    const { id } = await aDoctor(app, { name: "Dr. First" });
    await expect(
      app.call(doctorRoutes.create, { body: doctorBody({ id, name: "Dr. Second" }) }),
    ).rejects.toMatchObject({ status: 409, code: "id_taken" });
    expect((await read(id)).name).toBe("Dr. First");
  });

  test("twenty times at once creates one row, and all get its answer", async () => {
    const body = doctorBody({ name: "Dr. Parallel" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call(doctorRoutes.create, { body })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await app.call(doctorRoutes.list, { query: { search: "Dr. Parallel" } })).total).toBe(1);
  });

  test("at once with one id and two contents creates one row and refuses the other", async () => {
    const id = anId();
    const bodies = ["Dr. Heads", "Dr. Tails"].map((name) => doctorBody({ id, name }));
    const answers = await Promise.allSettled(bodies.map((body) => app.call(doctorRoutes.create, { body })));
    const won = answers.findIndex((answer) => answer.status === "fulfilled");
    expect(answers[1 - won]).toMatchObject({ status: "rejected", reason: { code: "id_taken" } });
    expect((await read(id)).name).toBe(bodies[won]?.name);
  });

  test("names the fields that need attention", async () => {
    const body = doctorBody({ name: " ", email: "nobody", doctor_class: "D" as "A" });
    await expect(app.call(doctorRoutes.create, { body })).rejects.toMatchObject({
      status: 400,
      code: "validation_failed",
      fields: {
        name: "Please enter the doctor's name",
        email: "Please enter an email address such as name@example.com",
        doctor_class: "Please choose one of: A, B, C",
      },
    });
  });
});

describe("editing a doctor", () => {
  test("saves the new content under the next version", async () => {
    const made = await aDoctor(app);
    const saved = await update(made.id, edit(1, { name: "Dr. New Name", address: null }), ravi);
    expect(saved).toEqual({
      ...made,
      name: "Dr. New Name",
      address: null,
      version: 2,
      updated_by: ravi.id,
      updated_at: saved.updated_at,
    });
    expect(saved.updated_at >= made.updated_at).toBe(true);
    expect(await read(made.id)).toEqual(saved);
  });

  test("that somebody else edited in the meantime names them, shows the current row, and saves nothing", async () => {
    const made = await aDoctor(app);
    const theirs = await update(made.id, edit(1, { name: "Dr. Theirs" }), ravi);
    await expect(update(made.id, edit(1, { name: "Dr. Mine" }))).rejects.toMatchObject({
      status: 409,
      code: "changed_meanwhile",
      details: { current: theirs, changed_by: "ravi@example.com", changed_at: theirs.updated_at },
    });
    expect(await read(made.id)).toEqual(theirs);
    const mine = await update(made.id, edit(2, { name: "Dr. Mine" }));
    expect(mine).toMatchObject({ name: "Dr. Mine", version: 3, updated_by: app.id });
  });

  test("by ten at once saves one and notifies the nine", async () => {
    const { id } = await aDoctor(app);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => update(id, edit(1, { name: `Dr. ${n}` }))),
    );
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused).toHaveLength(9);
    for (const answer of refused) expect(answer.reason).toMatchObject({ code: "changed_meanwhile" });
    expect((await read(id)).version).toBe(2);
  });

  test("keeps a repetition of its creation harmless", async () => {
    const body = doctorBody();
    await app.call(doctorRoutes.create, { body });
    const saved = await update(body.id, edit(1, { name: "Dr. Later" }));
    expect(await app.call(doctorRoutes.create, { body })).toEqual(saved);
  });

  test("that does not exist, or from a version never reached, is refused", async () => {
    await expect(update(anId(), edit(1))).rejects.toMatchObject({ status: 404, code: "not_found" });
    const { id } = await aDoctor(app);
    await expect(update(id, edit(7))).rejects.toMatchObject({ code: "changed_meanwhile" });
  });
});

describe("deleting a doctor", () => {
  test("deletes visits and sales too, says so before and after, and returns the stock", async () => {
    const doctor = await aDoctor(app);
    const [a, b] = [await aProduct(app, 20), await aProduct(app, 20)];
    await aVisit(app, doctor.id, { items: [anItem(a.id, 3), anItem(b.id, 4)] });
    await aVisit(app, doctor.id, { items: [anItem(a.id, 5)] });
    await aVisit(app, doctor.id);
    const params = { id: doctor.id };
    const effect = { visits: 3, sales: 3, units_returned: 12 };
    expect(await app.call(doctorRoutes.deletionEffect, { params })).toEqual({ ...effect, version: 1 });
    expect([await stockOf(app, a.id), await stockOf(app, b.id)]).toEqual([12, 16]);
    expect(await app.call(doctorRoutes.delete, { params })).toEqual(effect);
    expect([await stockOf(app, a.id), await stockOf(app, b.id)]).toEqual([20, 20]);
    await expect(read(doctor.id)).rejects.toMatchObject({ code: "not_found" });
    const left = await app.db.selectFrom("visits").select("id").where("doctor_id", "=", doctor.id).execute();
    expect(left).toEqual([]);
  });

  test("without visits deletes nothing else; a second time it is gone", async () => {
    const { id } = await aDoctor(app);
    const params = { id };
    expect(await app.call(doctorRoutes.delete, { params })).toEqual({
      visits: 0,
      sales: 0,
      units_returned: 0,
    });
    await expect(app.call(doctorRoutes.delete, { params })).rejects.toMatchObject({
      status: 410,
      code: "gone",
    });
    await expect(app.call(doctorRoutes.deletionEffect, { params })).rejects.toMatchObject({ status: 404 });
  });
});
