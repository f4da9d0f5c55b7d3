import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, aVisit, visitBody, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

let doctor_id: string;
const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
beforeEach(async () => {
  doctor_id = (await aDoctor(app)).id;
});
afterAll(() => app.close());

const plan = (visit_date = "2025-06-16") =>
  visitBody(doctor_id, { visit_date, status: "scheduled", only_once: true });
const send = (body: ReturnType<typeof plan>, member: Pick<Member, "call"> = app) =>
  member.call(visitRoutes.create, { body });

test("a second plan of the same person, doctor and day is refused at its day, and the same one again is not", async () => {
  const body = plan();
  const first = await send(body);
  expect(await send(body)).toEqual(first);
  await expect(send(plan())).rejects.toMatchObject({
    status: 409,
    code: "already_planned",
    fields: { visit_date: "Already planned for this day" },
    details: { visit_id: first.id },
  });
  expect((await send(plan("2025-06-17"))).status).toBe("scheduled");
  expect((await send(plan(), ravi)).status).toBe("scheduled");
});

test("a plan takes the day again once the other is cancelled or done, and visits without this wish are as before", async () => {
  const first = await send(plan());
  const edit = { params: { id: first.id }, body: visitEdit(first, { status: "cancelled" }) };
  await app.call(visitRoutes.update, edit);
  await send(plan());
  await aVisit(app, doctor_id, { visit_date: "2025-06-16", status: "scheduled" });
  await expect(send(plan())).rejects.toMatchObject({ code: "already_planned" });
  const done = await send({ ...plan(), status: "completed" });
  expect(done.status).toBe("completed");
});

const moveOf = (visit: Awaited<ReturnType<typeof send>>, change: Parameters<typeof visitEdit>[1]) => ({
  params: { id: visit.id },
  body: { ...visitEdit(visit, change), only_once: true },
});

test("a plan is not moved onto a day that has one of the same person and doctor", async () => {
  const first = await send(plan());
  const second = await send(plan("2025-06-17"));
  const move = moveOf(second, { visit_date: "2025-06-16" });
  await expect(app.call(visitRoutes.update, move)).rejects.toMatchObject({
    status: 409,
    code: "already_planned",
    fields: { visit_date: "Already planned for this day" },
    details: { visit_id: first.id },
  });
  expect(await app.call(visitRoutes.read, { params: { id: second.id } })).toEqual(second);
  // The plan belongs to its author, whoever moves it.
  const theirs = await send(plan("2025-06-18"), ravi);
  await app.call(visitRoutes.update, moveOf(theirs, { visit_date: "2025-06-17" }));
  // What is saved without this wish is as before, and so is an edit that moves nothing.
  const moved = await app.call(visitRoutes.update, {
    params: { id: second.id },
    body: visitEdit(second, { visit_date: "2025-06-16" }),
  });
  const edited = await app.call(visitRoutes.update, moveOf(moved, { notes: "Bring samples" }));
  expect(edited.notes).toBe("Bring samples");
  const done = moveOf(edited, { status: "completed" });
  expect((await app.call(visitRoutes.update, done)).status).toBe("completed");
});

test("another doctor, or a cancelled visit that is planned again, is a second plan too", async () => {
  await send(plan());
  const other = (await aDoctor(app)).id;
  const elsewhere = await send({ ...plan(), doctor_id: other });
  const given = moveOf(elsewhere, { doctor_id });
  await expect(app.call(visitRoutes.update, given)).rejects.toMatchObject({ code: "already_planned" });
  const cancelled = await aVisit(app, doctor_id, { visit_date: "2025-06-16", status: "cancelled" });
  const again = moveOf(cancelled, { status: "scheduled" });
  await expect(app.call(visitRoutes.update, again)).rejects.toMatchObject({ code: "already_planned" });
});

/** Sends requests while the doctor is locked, lets them go once both wait, and says what became of each. */
async function atOnce(start: () => Promise<unknown>[]): Promise<string[]> {
  const { pool } = app.database;
  const other = await pool.connect();
  await other.query("begin");
  await other.query("select from doctors where id = $1 for no key update", [doctor_id]);
  const sent = Promise.allSettled(start());
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::integer from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    })
    .toBe(2);
  await other.query("commit");
  other.release();
  return (await sent).map(({ status }) => status).sort();
}

test("of two plans at once one is stored: they wait for one another at the doctor", async () => {
  expect(await atOnce(() => [send(plan()), send(plan())])).toEqual(["fulfilled", "rejected"]);
});

test("of two plans that move to one day at once, one moves", async () => {
  const visits = [await send(plan("2025-06-17")), await send(plan("2025-06-18"))];
  const move = (visit: (typeof visits)[number]) =>
    app.call(visitRoutes.update, moveOf(visit, { visit_date: "2025-06-16" }));
  expect(await atOnce(() => visits.map(move))).toEqual(["fulfilled", "rejected"]);
});
