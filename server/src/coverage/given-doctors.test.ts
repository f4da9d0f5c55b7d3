import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { aDoctor, anId, doctorBody } from "@rounds/testkit/builders.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// Months before and after a doctor is given to another. The clock stands at 15 June 2025 in Kolkata; the database's own
// clock is the real one, so tests set the moments of changes afterwards.

const app = await startApp({ email: "asha@example.com" });
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());
beforeEach(() => app.database.pool.query("delete from doctors"));

const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;

/** A doctor of class A, who is to be seen four times a month. */
async function aTarget(of: string | null) {
  const doctor = await aDoctor(app, { doctor_class: "A", norm: null, representative_id: of });
  await query("update doctors set created_at = '2025-01-01' where id = $1", [doctor.id]);
  return doctor.id;
}

/** Gives a doctor to others, each at a moment. */
async function give(id: string, ...moves: [moment: string, to: string | null][]) {
  for (const [moment, to] of moves) {
    await query("update doctors set representative_id = $2 where id = $1", [id, to]);
    await query(
      `update doctor_representatives set until = $2
       where doctor_id = $1 and until = (select max(until) from doctor_representatives where doctor_id = $1)`,
      [id, moment],
    );
  }
}

const visited = (id: string, by: string | null, ...days: string[]) =>
  query(
    `insert into visits (id, doctor_id, visit_date, status, created_by, creation_digest)
     select gen_random_uuid(), $1, day, 'completed', $2, '' from unnest($3::date[]) as day`,
    [id, by, days],
  );

const month = (of: string, name: string) =>
  app.call(coverageRoutes.month, { query: { month: name, person: of } });

/** What a month says of a person's doctors: how many there are, their norm and the calls that count. */
const targetsOf = async (of: string, name: string) => {
  const { total } = await month(of, name);
  return [total.doctors, total.norm, total.counted];
};
const callsOf = async (of: string, name: string) => (await month(of, name)).work.calls;
const formerOf = async (id: string) =>
  (
    await query(
      "select representative_id as of from doctor_representatives where doctor_id = $1 order by until",
      [id],
    )
  ).map((row) => row.of);

describe("a doctor who is given to another", () => {
  test("stays whose they were in months that were over, and is the other's in the month of the change and after", async () => {
    const id = await aTarget(app.id);
    await visited(id, app.id, "2025-04-02", "2025-05-05");
    await visited(id, ravi.id, "2025-05-20");
    await give(id, ["2025-05-12T06:00:00Z", ravi.id]);
    expect([await targetsOf(app.id, "2025-04"), await targetsOf(ravi.id, "2025-04")]).toEqual([
      [1, 4, 1],
      [0, 0, 0],
    ]);
    // The whole month is the new one's, with the calls that the former one made.
    expect([await targetsOf(app.id, "2025-05"), await targetsOf(ravi.id, "2025-05")]).toEqual([
      [0, 0, 0],
      [1, 4, 2],
    ]);
    expect([await targetsOf(app.id, "2025-06"), await targetsOf(ravi.id, "2025-06")]).toEqual([
      [0, 0, 0],
      [1, 4, 0],
    ]);
    expect(await targetsOf("everybody", "2025-04")).toEqual([1, 4, 1]);
    // Calls stay with who made them.
    expect([await callsOf(app.id, "2025-05"), await callsOf(ravi.id, "2025-05")]).toEqual([1, 1]);
  });

  test("is the other's at once in the present month", async () => {
    const id = await aTarget(app.id);
    await give(id, ["2025-06-15T06:00:00Z", ravi.id]);
    expect([await targetsOf(app.id, "2025-06"), await targetsOf(ravi.id, "2025-06")]).toEqual([
      [0, 0, 0],
      [1, 4, 0],
    ]);
    expect(await targetsOf(app.id, "2025-05")).toEqual([1, 4, 0]);
  });

  test("changes hands by the business's days: a minute before midnight in Kolkata is still April", async () => {
    const [late, next] = [await aTarget(app.id), await aTarget(app.id)];
    await give(late, ["2025-04-30T18:29:00Z", ravi.id]);
    await give(next, ["2025-04-30T18:30:00Z", ravi.id]);
    expect([await targetsOf(app.id, "2025-04"), await targetsOf(ravi.id, "2025-04")]).toEqual([
      [1, 4, 0],
      [1, 4, 0],
    ]);
    expect(await targetsOf(ravi.id, "2025-05")).toEqual([2, 8, 0]);
  });

  test("counts for everybody in months in which it was shared, and not in others", async () => {
    const id = await aTarget(null);
    await give(id, ["2025-04-10T06:00:00Z", app.id], ["2025-05-10T06:00:00Z", null]);
    const met = async (name: string) =>
      [await targetsOf(app.id, name), await targetsOf(ravi.id, name)].map(([doctors]) => doctors);
    expect([await met("2025-03"), await met("2025-04"), await met("2025-05")]).toEqual([
      [1, 1],
      [1, 0],
      [1, 1],
    ]);
    // Asha still had a doctor in April, and has none now.
    const people = async (name: string) => (await month("everybody", name)).work.people;
    expect([await people("2025-03"), await people("2025-04"), await people("2025-05")]).toEqual([0, 1, 0]);
  });

  test("is listed with whose it was", async () => {
    const id = await aTarget(app.id);
    await give(id, ["2025-05-12T06:00:00Z", ravi.id]);
    const listed = async (name: string) => {
      const given = { month: name, person: "everybody", figure: "doctors" } as const;
      const { rows } = await app.call(coverageRoutes.doctors, { query: given });
      const wanted = new URLSearchParams({ ...given, format: "csv" });
      const { text: file } = await app.send(`${coverageRoutes.exportDoctors.path}?${wanted}`);
      return [rows[0]?.representative, file.includes("asha@"), file.includes("ravi@")];
    };
    expect(await listed("2025-04")).toEqual(["asha@example.com", true, false]);
    expect(await listed("2025-05")).toEqual(["ravi@example.com", false, true]);
  });
});

test("a visit counts for who made it, one without an author for whose the doctor was when that day began", async () => {
  const id = await aTarget(app.id);
  // Twice on the 20th: who had it in between has no day.
  await give(
    id,
    ["2025-05-12T06:00:00Z", ravi.id],
    ["2025-05-20T06:00:00Z", null],
    ["2025-05-20T07:00:00Z", app.id],
  );
  await visited(id, null, "2025-05-05", "2025-05-12", "2025-05-13", "2025-05-19", "2025-05-21");
  await visited(id, ravi.id, "2025-05-02");
  expect([await callsOf(app.id, "2025-05"), await callsOf(ravi.id, "2025-05")]).toEqual([3, 3]);
  expect((await month("everybody", "2025-05")).work).toMatchObject({ calls: 6, people: 2, days_worked: 6 });
  const made = async (person: string) => {
    const { rows } = await app.call(coverageRoutes.doctors, {
      query: { month: "2025-05", person, figure: "calls" },
    });
    return rows.map(({ calls_made }) => calls_made);
  };
  expect([await made(app.id), await made(ravi.id), await made("everybody")]).toEqual([[3], [3], [6]]);
});

test("a visit without an author with a shared doctor is nobody's call, and apart for everybody", async () => {
  const [shared, own] = [await aTarget(null), await aTarget(app.id)];
  await visited(shared, null, "2025-05-05", "2025-05-06");
  await visited(own, null, "2025-05-06");
  await visited(own, app.id, "2025-05-07");
  const works = [app.id, ravi.id, "everybody"].map(async (of) => {
    const { calls, days_worked, called_doctors, nobody_calls, nobody_days } = (await month(of, "2025-05"))
      .work;
    return [calls, days_worked, called_doctors, nobody_calls, nobody_days];
  });
  expect(await Promise.all(works)).toEqual([
    [2, 2, 1, 0, 0],
    [0, 0, 0, 0, 0],
    [2, 2, 1, 2, 2],
  ]);
});

test("giving doctors to somebody changes no calls and days worked, neither earlier ones nor today's", async () => {
  const [shared, mine] = [await aTarget(null), await aTarget(app.id)];
  await visited(shared, null, "2025-06-13", "2025-06-15");
  await visited(mine, null, "2025-06-14", "2025-06-15");
  const works = async () => {
    const months = [app.id, ravi.id, "everybody"].map((of) => month(of, "2025-06"));
    return (await Promise.all(months)).map(
      ({ work: { days_left: _, capacity_left: __, people: ___, ...work } }) => work,
    );
  };
  const before = await works();
  expect(before[2]).toMatchObject({ calls: 2, days_worked: 2, nobody_calls: 2, nobody_days: 2 });
  // The database's clock is ahead of the business's day: they change hands today.
  await query("update doctors set representative_id = $1", [ravi.id]);
  expect(await works()).toEqual(before);
});

describe("whose a doctor was is kept", () => {
  const { id: _, ...fields } = doctorBody({ doctor_class: "A", norm: null });
  const edit = (id: string, version: number, changes: object) =>
    app.call(doctorRoutes.update, { params: { id }, body: { ...fields, ...changes, version } });

  test("by a change of the form, by Undo, and not by a change of something else", async () => {
    const id = await aTarget(app.id);
    const { version } = await edit(id, 1, { representative_id: ravi.id });
    await edit(id, version, { representative_id: ravi.id, name: "Dr. Other" });
    const { changes } = await app.call(historyRoutes.ofRecord, { params: { noun: "doctors", id } });
    const given = changes.find(({ after }) => after && "representative_id" in after);
    await app.call(historyRoutes.undo, { params: { id: given?.batch_id ?? "" }, body: {} });
    expect(await formerOf(id)).toEqual([app.id, ravi.id]);
    expect(await targetsOf(app.id, "2025-05")).toEqual([1, 4, 0]);
  });

  test.each([
    ["is deleted", (id: string) => app.call(teamRoutes.delete, { params: { id } })],
    ["is removed with its row", (id: string) => query("delete from auth.users where id = $1", [id])],
  ])("when an account %s", async (_, remove) => {
    const gone = await app.signUp(`${anId()}@example.com`);
    const id = await aTarget(gone.id);
    await visited(id, null, "2025-05-05");
    await remove(gone.id);
    expect(await formerOf(id)).toEqual([gone.id]);
    // It was not theirs then, though it is everybody's now.
    expect([await targetsOf(app.id, "2025-05"), await callsOf(app.id, "2025-05")]).toEqual([[0, 0, 0], 0]);
    expect(await targetsOf(app.id, "2025-06")).toEqual([1, 4, 0]);
    expect((await month("everybody", "2025-05")).work).toMatchObject({ people: 1, calls: 1 });
  });

  test("when the doctor is deleted and comes back", async () => {
    const id = await aTarget(app.id);
    await give(id, ["2025-05-12T06:00:00Z", ravi.id]);
    await app.call(doctorRoutes.delete, { params: { id } });
    expect(await targetsOf(app.id, "2025-04")).toEqual([0, 0, 0]);
    await app.call(historyRoutes.restore, { params: { id }, body: {} });
    expect(await formerOf(id)).toEqual([app.id]);
    expect([await targetsOf(app.id, "2025-04"), await targetsOf(ravi.id, "2025-05")]).toEqual([
      [1, 4, 0],
      [1, 4, 0],
    ]);
  });

  test.each([
    ["is deleted", (id: string) => app.call(teamRoutes.delete, { params: { id } })],
    ["is removed with its row", (id: string) => query("delete from auth.users where id = $1", [id])],
  ])(
    "when the doctor comes back after the representative's account %s, and is shared then",
    async (_, remove) => {
      const gone = await app.signUp(`${anId()}@example.com`);
      const id = await aTarget(gone.id);
      await give(id, ["2025-04-12T06:00:00Z", ravi.id], ["2025-05-12T06:00:00Z", gone.id]);
      await app.call(doctorRoutes.delete, { params: { id } });
      await remove(gone.id);
      await app.call(historyRoutes.restore, { params: { id }, body: {} });
      expect((await app.call(doctorRoutes.read, { params: { id } })).representative_id).toBeNull();
      expect(await formerOf(id)).toEqual([gone.id, ravi.id, gone.id]);
      expect([await targetsOf(app.id, "2025-05"), await targetsOf(app.id, "2025-06")]).toEqual([
        [0, 0, 0],
        [1, 4, 0],
      ]);
    },
  );
});
