import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { aVisit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
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
