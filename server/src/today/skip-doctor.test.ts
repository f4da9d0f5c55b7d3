import { randomUUID } from "node:crypto";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { aVisit } from "@rounds/testkit/builders.ts";
import { type Member, requestOf } from "@rounds/testkit/caller.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { aLongKnownDoctor } from "../testing/doctors.ts";

// Monday, 16 June 2025, 11:30 in India.
const today = "2025-06-16";

let app: TestApp;
let ravi: Member;
beforeEach(async () => {
  app = await startApp({ now: "2025-06-16T06:00:00Z" });
  ravi = await app.signUp("ravi@example.com");
});
afterEach(() => app.close());

const readAs = (member: Pick<Member, "call">) => member.call(todayRoutes.read, {});
const read = () => readAs(app);

describe("a skip", () => {
  const skip = (id: string, more: object = {}, by: Pick<Member, "call"> = app) =>
    by.call(todayRoutes.skip, {
      params: { id },
      body: { day: today, reason: "on_leave", note: "", ...more },
    });
  const undo = (id: string, day = today) =>
    app.call(todayRoutes.undoSkip, { params: { id }, query: { day } });

  test("takes a doctor off the lists of one person for the day, and is taken back", async () => {
    const [due, planned] = [
      await aLongKnownDoctor(app, "Dr. Due", null),
      await aLongKnownDoctor(app, "Dr. Planned", null),
    ];
    const visit = await aVisit(app, planned.id, { visit_date: today, status: "scheduled" });
    expect(await skip(due.id)).toMatchObject({ doctor_id: due.id, user_id: app.id, reason: "on_leave" });
    await skip(planned.id, { reason: "other", note: "Camp in Satara" });
    const answer = await read();
    expect(answer).toMatchObject({ due: [], never_total: 0, planned: [], planned_total: 0 });
    expect(answer.skipped).toMatchObject([
      { doctor: { name: "Dr. Planned" }, reason: "other", note: "Camp in Satara", visit_id: visit.id },
      { doctor: { name: "Dr. Due" }, reason: "on_leave", note: null, visit_id: null },
    ]);
    expect(await readAs(ravi)).toMatchObject({ never_total: 1, skipped: [] });
    await undo(due.id);
    await undo(planned.id);
    expect(await read()).toMatchObject({ never_total: 1, planned_total: 1, skipped: [] });
    await expect(undo(due.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is over at midnight in India", async () => {
    const doctor = await aLongKnownDoctor(app, "Dr. Due", app.id);
    app.setClock("2025-06-16T18:20:00Z");
    const asha = await app.signIn("asha@example.com");
    await skip(doctor.id, {}, asha);
    expect(await readAs(asha)).toMatchObject({ day: today, skipped: [{ reason: "on_leave" }] });
    // 00:10 on 17 June.
    app.setClock("2025-06-16T18:40:00Z");
    expect(await readAs(asha)).toMatchObject({ day: "2025-06-17", never_total: 1, skipped: [] });
    await expect(skip(doctor.id, {}, asha)).rejects.toMatchObject({
      code: "validation_failed",
      fields: { day: "That day is over. Reload the page to see today." },
    });
  });

  test("again replaces the reason", async () => {
    const doctor = await aLongKnownDoctor(app, "Dr. Due", app.id);
    await skip(doctor.id);
    await skip(doctor.id, { reason: "clinic_closed" });
    expect((await read()).skipped).toMatchObject([{ reason: "clinic_closed" }]);
  });

  describe("with the key of a phone", () => {
    /** Sends a skip, or that it is taken back (`undo`), and gives the reason or the code of the answer. */
    async function send(op: "skip" | "undo", doctor: string, key: string, reason = "on_leave", day = today) {
      const params = { id: doctor };
      const request =
        op === "skip"
          ? requestOf(todayRoutes.skip, { params, body: { day, reason, note: "" } as never })
          : requestOf(todayRoutes.undoSkip, { params, query: { day } });
      const { path, headers, ...rest } = request;
      const answer = await asha.send(path, {
        ...rest,
        headers: { ...headers, "idempotency-key": key },
      });
      const { reason: stored, code } = JSON.parse(answer.text);
      return stored ?? code;
    }
    const reasons = async () => (await readAs(asha)).skipped.map(({ reason }) => reason);
    let id: string;
    let asha: Member;
    beforeEach(async () => {
      asha = app.member;
      ({ id } = await aLongKnownDoctor(app, "Dr. Due", app.id));
    });

    test("a request that comes again, also late, changes nothing that was done since", async () => {
      const [early, first, second, undone, again] = [1, 2, 3, 4, 5].map(() => randomUUID()) as [
        string,
        string,
        string,
        string,
        string,
      ];
      expect(await send("undo", id, early)).toBe("not_found");
      expect(await send("skip", id, first)).toBe("on_leave");
      expect(await send("skip", id, second, "clinic_closed")).toBe("clinic_closed");
      expect(await send("skip", id, first)).toBe("clinic_closed");
      expect(await send("undo", id, undone)).toBe("clinic_closed");
      for (const key of [first, second]) expect(await send("skip", id, key)).toBe("not_found");
      expect(await reasons()).toEqual([]);
      expect(await send("skip", id, again, "not_available")).toBe("not_available");
      for (const key of [undone, early]) expect(await send("undo", id, key)).toBe("not_available");
      expect(await reasons()).toEqual(["not_available"]);
    });

    test("copies at the same time count once", async () => {
      const [key, undone] = [randomUUID(), randomUUID()];
      const copies = (op: "skip" | "undo", own: string) =>
        Promise.all(Array.from({ length: 5 }, () => send(op, id, own)));
      expect(new Set(await copies("skip", key))).toEqual(new Set(["on_leave"]));
      const answers = await copies("undo", undone);
      expect(answers.sort()).toEqual([...Array(4).fill("not_found"), "on_leave"]);
      expect(new Set(await copies("skip", key))).toEqual(new Set(["not_found"]));
    });

    test("one of a day that is over since is taken for thirty days", async () => {
      app.setClock("2025-07-16T06:00:00Z");
      asha = await app.signIn("asha@example.com");
      expect(await send("skip", id, randomUUID(), "on_leave", "2025-06-16")).toBe("on_leave");
      expect(await send("skip", id, randomUUID(), "on_leave", "2025-06-15")).toBe("validation_failed");
      expect(await send("skip", id, randomUUID(), "on_leave", "2025-07-17")).toBe("validation_failed");
      expect(await reasons()).toEqual([]);
    });

    test("one that comes again after its doctor was merged into another does nothing", async () => {
      const kept = await aLongKnownDoctor(app, "Dr. Due", app.id);
      const key = randomUUID();
      await send("skip", id, key);
      const { status } = await app.send(`/api/doctors/${kept.id}/merge`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify({
          other: id,
          version: kept.version,
          other_version: 1,
          fields: { name: "Dr. Due" },
        }),
      });
      expect(status).toBe(201);
      expect(await send("undo", kept.id, randomUUID())).toBe("on_leave");
      expect(await send("skip", id, key)).toBe("not_found");
      expect(await reasons()).toEqual([]);
    });

    test("nothing is noted of a day to come", async () => {
      expect(await send("undo", id, randomUUID(), "", "2999-01-01")).toBe("not_found");
      expect((await app.database.pool.query("select from sync.skip_keys")).rowCount).toBe(0);
    });

    test("keys that are no longer sent are forgotten", async () => {
      const days = async () =>
        (await app.database.pool.query("select day from sync.skip_keys order by day")).rows.map(
          ({ day }) => day,
        );
      await send("skip", id, randomUUID());
      app.setClock("2025-08-15T06:00:00Z");
      asha = await app.signIn("asha@example.com");
      await send("skip", id, randomUUID(), "on_leave", "2025-08-15");
      expect(await days()).toEqual(["2025-06-16", "2025-08-15"]);
      app.setClock("2025-08-16T06:00:00Z");
      asha = await app.signIn("asha@example.com");
      await send("skip", id, randomUUID(), "on_leave", "2025-08-16");
      expect(await days()).toEqual(["2025-08-15", "2025-08-16"]);
    });
  });

  test("needs a doctor, a reason, and today", async () => {
    const { id } = await aLongKnownDoctor(app, "Dr. Due", app.id);
    await expect(skip(crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
    await expect(skip(id, { reason: "tired" })).rejects.toMatchObject({
      fields: { reason: "Please choose why" },
    });
    await expect(skip(id, { reason: "other" })).rejects.toMatchObject({ fields: { note: "Please say why" } });
    await expect(skip(id, { day: "2025-06-17" })).rejects.toMatchObject({
      fields: { day: "Only doctors of today can be skipped." },
    });
    await expect(skip(id, { note: "x".repeat(501) })).rejects.toMatchObject({
      fields: { note: "Please use at most 500 characters" },
    });
  });
});
