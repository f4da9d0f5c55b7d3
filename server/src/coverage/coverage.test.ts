import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { nationalHolidaysOf } from "@rounds/domain/coverage/settings.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { aDoctor, anId, aVisit, doctorBody } from "@rounds/testkit/builders.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { saveNorms } from "./change-settings.ts";
import { listTargets, readBasis } from "./queries.ts";

// The clock stands at 15 June 2025 in Kolkata; the database's own clock is the real one.

const app = await startApp({ email: "admin@example.com" });
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const time_zone = "Asia/Kolkata";
const { id: _, norm: __, representative_id: ___, ...olderFields } = doctorBody();
const read = (id: string) => app.call(doctorRoutes.read, { params: { id } });
const target = async (id: string, of: string | null = null) =>
  (await listTargets(app.database.db, { of, day: "2025-06-15", time_zone })).find((row) => row.id === id);

describe("a doctor's calls a month and representative", () => {
  test("a page of an earlier release leaves both as they are, and a new doctor is the sender's", async () => {
    const body = { id: anId(), ...olderFields };
    const made = await ravi.call(doctorRoutes.create, { body });
    expect(made).toMatchObject({ norm: null, representative_id: ravi.id });
    expect(await app.call(doctorRoutes.create, { body })).toEqual(made);
    const given = { ...olderFields, norm: 3, representative_id: app.id };
    await app.call(doctorRoutes.update, { params: made, body: { ...given, version: 1 } });
    const saved = await ravi.call(doctorRoutes.update, {
      params: made,
      body: { ...olderFields, name: "Dr. New", version: 2 },
    });
    expect(saved).toMatchObject({ name: "Dr. New", norm: 3, representative_id: app.id });
  });

  test("are set and emptied again", async () => {
    const made = await aDoctor(app, { norm: 0, representative_id: ravi.id });
    expect(made).toMatchObject({ norm: 0, representative_id: ravi.id });
    const body = { ...olderFields, norm: "" as const, representative_id: "" as const, version: 1 };
    expect(await app.call(doctorRoutes.update, { params: made, body })).toMatchObject({
      norm: null,
      representative_id: null,
    });
  });

  test("are refused at their fields", async () => {
    const wrong = doctorBody({ norm: 32, representative_id: "nobody" });
    await expect(app.call(doctorRoutes.create, { body: wrong })).rejects.toMatchObject({
      code: "validation_failed",
      fields: {
        norm: "Please enter a whole number from 0 to 31, or nothing",
        representative_id: "Please choose a person",
      },
    });
    const made = await aDoctor(app);
    const unknown = { ...olderFields, representative_id: anId(), version: 1 };
    for (const attempt of [
      () => app.call(doctorRoutes.create, { body: doctorBody({ representative_id: anId() }) }),
      () => app.call(doctorRoutes.update, { params: made, body: unknown }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        status: 409,
        code: "representative_missing",
        fields: { representative_id: "This person has no account any more. Please choose somebody else." },
      });
    }
  });

  test("a deleted account's doctors are shared, and nobody gets another one", async () => {
    const gone = await app.signUp("gone@example.com");
    const { id } = await aDoctor(gone, { representative_id: gone.id });
    await gone.call(coverageRoutes.addLeave, { body: { from: "2025-06-16", to: "2025-06-17" } });
    await app.call(teamRoutes.delete, { params: { id: gone.id } });
    expect((await read(id)).representative_id).toBeNull();
    const again = doctorBody({ representative_id: gone.id });
    await expect(app.call(doctorRoutes.create, { body: again })).rejects.toMatchObject({
      code: "representative_missing",
    });
    const { rows } = await app.database.pool.query("select from leave_days where user_id = $1", [gone.id]);
    expect(rows).toEqual([]);
  });
});

test("a doctor given away while the account is deleted is nobody's, or refused", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 8; round++) {
    const leaving = await app.signUp(`leaving${round}@example.com`);
    const bodies = Array.from({ length: 6 }, () => doctorBody({ representative_id: leaving.id }));
    const give = (body: (typeof bodies)[number]) =>
      app.call(doctorRoutes.create, { body }).then(
        () => "given",
        (error: { code: string }) => error.code,
      );
    const deletion = app.call(teamRoutes.delete, { params: { id: leaving.id } });
    for (const outcome of await Promise.all(bodies.map(give))) outcomes.add(outcome);
    await deletion;
    const { rows } = await app.database.pool.query(
      "select representative_id from doctors where id = any($1) and representative_id is not null",
      [bodies.map(({ id }) => id)],
    );
    expect(rows).toEqual([]);
  }
  for (const outcome of outcomes) expect(["given", "representative_missing"]).toContain(outcome);
});

describe("the doctors of a person", () => {
  test("are their own and the shared ones; everybody's are all", async () => {
    const mine = await aDoctor(app, { representative_id: app.id });
    const theirs = await aDoctor(app, { representative_id: ravi.id });
    const shared = await aDoctor(app, { representative_id: null });
    const listed = async (of: string | null) => {
      const ids = (await listTargets(app.database.db, { of, day: "2025-06-15", time_zone })).map(
        ({ id }) => id,
      );
      return [mine, theirs, shared].map(({ id }) => ids.includes(id));
    };
    expect(await listed(app.id)).toEqual([true, false, true]);
    expect(await listed(ravi.id)).toEqual([false, true, true]);
    expect(await listed(null)).toEqual([true, true, true]);
  });

  test("have what changed since the month began, in order, by the business's days", async () => {
    const { id } = await aDoctor(app, { doctor_class: "A", norm: null });
    expect(await target(id)).toMatchObject({ doctor_class: "A", norm: null, changes: [] });
    const set = (changes: string) =>
      app.database.pool.query(`update doctors set ${changes} where id = $1`, [id]);
    await set("doctor_class = 'B', created_at = '2025-03-31T20:00:00Z'");
    await set("norm = 5");
    await set("norm = 5, hospital = 'Another'");
    await set("doctor_class = null");
    const moments = ["2025-05-31T18:29:00Z", "2025-05-31T18:31:00Z", "2025-06-10T18:31:00Z"];
    await app.database.pool.query(
      `update doctor_norms set until = ($2::timestamptz[])[place]
        from (select until as old, row_number() over (order by until) as place from doctor_norms where doctor_id = $1) as n
        where doctor_id = $1 and until = old`,
      [id, moments],
    );
    expect(await target(id)).toMatchObject({
      doctor_class: null,
      norm: 5,
      // 20:00 in London's winter is the next day in Kolkata.
      added_on: "2025-04-01",
      changes: [
        { until: "2025-06-01", doctor_class: "B", norm: null },
        { until: "2025-06-11", doctor_class: "B", norm: 5 },
      ],
    });
    await app.call(doctorRoutes.delete, { params: { id } });
    const { rows } = await app.database.pool.query("select from doctor_norms where doctor_id = $1", [id]);
    expect(rows).toEqual([]);
  });
});

describe("settings", () => {
  const basis = (from: string, to: string) =>
    readBasis(app.database.db, { day: from, from, to, user_id: ravi.id });

  test("norms hold from the present month on, and earlier months keep theirs", async () => {
    const norms = { ...defaultNorms, A: { per_month: 6, min_gap_days: 3 } };
    expect(await app.call(coverageRoutes.saveNorms, { body: norms })).toEqual(norms);
    const later = { ...defaultNorms, C: { per_month: 0, min_gap_days: 25 } };
    const actor = { id: app.id, email: app.email };
    for (const august of [norms, later])
      await saveNorms({ db: app.database.db, today: "2025-08-20", actor }, august, async () => {});
    const inForce = async (day: string) => (await basis(day, day)).norms;
    expect(await inForce("2025-05-31")).toEqual(defaultNorms);
    expect([await inForce("2025-06-01"), await inForce("2025-07-31")]).toEqual([norms, norms]);
    expect(await inForce("2025-08-01")).toEqual(later);
    expect(await app.call(coverageRoutes.settings, { query: {} })).toMatchObject({
      from_month: "2025-06-01",
      norms,
    });
  });

  test("holidays are added, renamed, listed by year and removed", async () => {
    const national = { holidays: nationalHolidaysOf(2025) };
    await app.call(coverageRoutes.saveHolidays, { body: national });
    const renamed = { day: "2025-10-02", name: "Gandhi Jayanti, Dussehra" };
    await app.call(coverageRoutes.saveHolidays, {
      body: { holidays: [renamed, { day: "2026-01-26", name: "Republic Day" }] },
    });
    await app.call(coverageRoutes.removeHoliday, { query: { day: "2025-01-26" } });
    await app.call(coverageRoutes.removeHoliday, { query: { day: "2025-01-26" } });
    const of = async (year: number) =>
      (await app.call(coverageRoutes.settings, { query: { year } })).holidays;
    expect(await of(2025)).toEqual([{ day: "2025-08-15", name: "Independence Day" }, renamed]);
    expect((await of(2026)).map(({ day }) => day)).toEqual(["2026-01-26"]);
    expect((await basis("2025-08-15", "2025-10-01")).holidays).toEqual(["2025-08-15"]);
    const far = { holidays: [{ day: "2036-01-26", name: "Far" }] };
    await expect(app.call(coverageRoutes.saveHolidays, { body: far })).rejects.toMatchObject({
      fields: { "holidays.0.day": "Please choose a day within 10 years of today" },
    });
  });

  test("leave is the person's own, past and future, in ranges", async () => {
    const add = (from: string, to: string) => ravi.call(coverageRoutes.addLeave, { body: { from, to } });
    await add("2025-05-30", "2025-06-02");
    await add("2025-06-02", "2025-06-03");
    expect((await add("2025-07-01", "2025-07-05")).ranges).toEqual([
      { from: "2025-05-30", to: "2025-06-03" },
      { from: "2025-07-01", to: "2025-07-05" },
    ]);
    const { ranges } = await ravi.call(coverageRoutes.removeLeave, {
      query: { from: "2025-07-02", to: "2025-07-31" },
    });
    expect(ranges.at(-1)).toEqual({ from: "2025-07-01", to: "2025-07-01" });
    expect((await basis("2025-06-01", "2025-06-30")).leave).toEqual([
      "2025-06-01",
      "2025-06-02",
      "2025-06-03",
    ]);
    expect((await app.call(coverageRoutes.leave, {})).ranges).toEqual([]);
    await expect(add("2025-07-05", "2025-07-04")).rejects.toMatchObject({
      fields: { to: "The last day is before the first" },
    });
    await expect(add("2014-07-05", "2014-07-05")).rejects.toMatchObject({
      fields: { from: "Please choose a day within 10 years of today" },
    });
  });

  test("ranges of leave that follow each other are removed as the one range they are shown as", async () => {
    const kabir = await app.signUp("kabir@example.com");
    const add = (from: string, to: string) => kabir.call(coverageRoutes.addLeave, { body: { from, to } });
    await add("2026-01-01", "2026-12-31");
    const { ranges } = await add("2027-01-01", "2027-06-30");
    expect(ranges).toEqual([{ from: "2026-01-01", to: "2027-06-30" }]);
    const removed = await kabir.call(coverageRoutes.removeLeave, {
      query: { from: "2026-01-01", to: "2027-06-30" },
    });
    expect(removed.ranges).toEqual([]);
  });

  test("only administrators change norms and holidays", async () => {
    for (const attempt of [
      () => ravi.call(coverageRoutes.settings, { query: {} }),
      () => ravi.call(coverageRoutes.saveNorms, { body: defaultNorms }),
      () => ravi.call(coverageRoutes.saveHolidays, { body: { holidays: nationalHolidaysOf(2025) } }),
      () => ravi.call(coverageRoutes.removeHoliday, { query: { day: "2025-08-15" } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 403, code: "forbidden" });
    }
  });
});

test("changes of settings are in the audit log, by whom", async () => {
  await app.call(coverageRoutes.saveNorms, { body: defaultNorms });
  const day = "2025-11-01";
  await app.call(coverageRoutes.saveHolidays, { body: { holidays: [{ day, name: "Kannada Rajyotsava" }] } });
  await app.call(coverageRoutes.removeHoliday, { query: { day } });
  const { rows } = await app.call(teamRoutes.audit, { query: { user: app.id, per_page: 3 } });
  expect(
    rows.map(({ action, traits, actor, user }) => ({ action, traits, same: actor?.id === user.id })),
  ).toEqual([
    { action: "holidays_changed", traits: { change: "removed", days: day }, same: true },
    { action: "holidays_changed", traits: { change: "saved", days: day }, same: true },
    {
      action: "call_norms_changed",
      traits: { norms: "A 4, 5 days apart; B 2, 10 days apart; C 1, 20 days apart" },
      same: true,
    },
  ]);
});

test("somebody whose account is disabled has no day left this month; the calls made count", async () => {
  const leaving = await app.signUp("leaving@example.com");
  const doctor = await aDoctor(leaving, { representative_id: leaving.id });
  await aVisit(leaving, doctor.id, { visit_date: "2025-06-10" });
  const work = async (person: string) => (await app.call(coverageRoutes.month, { query: { person } })).work;
  const before = await work("everybody");
  expect(await work(leaving.id)).toMatchObject({ calls: 1, days_left: 13, capacity_left: 130 });
  await app.call(teamRoutes.disable, { params: { id: leaving.id } });
  expect(await work("everybody")).toEqual({
    ...before,
    days_left: before.days_left - 13,
    capacity_left: before.capacity_left - 130,
  });
  expect(await work(leaving.id)).toMatchObject({ calls: 1, days_left: 0, capacity_left: 0 });
});

test("representatives are people in use, and those who still have doctors; only id and name are sent", async () => {
  const asha = await app.signUp("meera@example.com");
  const left = await app.signUp("left@example.com");
  const named = (id: string, name: string) =>
    app.database.pool.query("update auth.users set user_metadata = $2 where id = $1", [
      id,
      JSON.stringify({ full_name: name }),
    ]);
  const { member: invited } = await app.call(teamRoutes.invite, { body: { email: "new@example.com" } });
  await named(asha.id, "Asha Rao");
  for (const member of [left, ravi]) await named(member.id, "Ravi Nair");
  const shown = async () => {
    const { rows } = await ravi.call(coverageRoutes.representatives, {});
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(["id", "name"]);
    return rows.filter(({ id }) => [asha.id, left.id, ravi.id, invited.id, app.id].includes(id));
  };
  await app.call(teamRoutes.disable, { params: { id: left.id } });
  expect((await shown()).map(({ name }) => name)).toEqual([app.email, "Asha Rao", "Ravi Nair"]);
  await aDoctor(app, { representative_id: left.id });
  expect((await shown()).map(({ name }) => name)).toEqual([
    app.email,
    "Asha Rao",
    ...(left.id < ravi.id
      ? ["Ravi Nair (left@example.com)", "Ravi Nair (ravi@example.com)"]
      : ["Ravi Nair (ravi@example.com)", "Ravi Nair (left@example.com)"]),
  ]);
});
