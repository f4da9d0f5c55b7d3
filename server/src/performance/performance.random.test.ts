import { addDays, type Day, dayOf, endOfMonth, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { heldAtStartOf, heldOn } from "@rounds/domain/coverage/held-on.ts";
import { defaultNorms, gapOf, monthNorm } from "@rounds/domain/coverage/norms.ts";
import { daysLeft, slackOf, slipState } from "@rounds/domain/coverage/slipping.ts";
import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { listCoverageDoctors } from "../coverage/list-doctors.ts";
import { foldChanges } from "../rollups/fold.ts";
import { type DoctorRow, fillMonths, people, readDoctors, zone } from "../testing/random-months.ts";
import { readPerformance } from "./read-performance.ts";

// Everybody's figures of random months, against plain rows that are counted one by one.

const seed = Number(process.env.SEED ?? 20250617);
const random = createRandom(seed);
const cases = casesOf(10, 60);

const database = await createTestDatabase();
afterAll(() => database.close());

type Visit = DoctorRow["visits"][number];

test(`${cases} random months from seed ${seed} have the figures of counting the rows one by one`, {
  timeout: 600_000,
}, async () => {
  await fillMonths(database.pool, random);
  // One left, whose calls stay.
  await database.pool.query("update auth.users set deleted_at = now() where id = $1", [people[2]?.id]);
  // One is on leave half of the time.
  await database.pool.query(
    `insert into leave_days (user_id, day)
     select $1, date '2025-03-01' + n from generate_series(0, 140) n where n % 4 < 2 on conflict do nothing`,
    [people[0]?.id],
  );
  const doctors = await readDoctors(database.pool);
  const { rows: days } = await database.pool.query("select day from holidays");
  const holidays: Day[] = days.map(({ day }) => day);
  const { rows: leave } = await database.pool.query("select user_id, day from leave_days");

  for (let n = 0; n < cases; n++) {
    // From nothing folded into the sums to all of it.
    await foldChanges(database.db, Math.floor((n * 4000) / cases));
    const today = addDays("2025-06-15", -random.integer(0, 75));
    const month = random.pick([undefined, undefined, addDays(today, -random.integer(0, 60)).slice(0, 7)]);
    const answer = await readPerformance(database.db, month === undefined ? {} : { month }, {
      today,
      time_zone: zone,
      now: `${today}T12:00:00Z`,
    });

    const day = (moment: string) => {
      const known = dayOf(Date.parse(moment), zone);
      return known < today ? known : today;
    };
    const whose = ({ former, representative_id }: DoctorRow, on: Day, held = heldOn) => {
      const changes = former.map(({ until, representative_id }) => ({
        until: day(until),
        representative_id,
      }));
      return held(on, { now: { representative_id }, changes, today }).representative_id;
    };
    const ownerOf = (doctor: DoctorRow, visit: Visit) => visit.by ?? whose(doctor, visit.day, heldAtStartOf);
    const normOf = ({ doctor_class, norm, created_at, changes }: DoctorRow, from: Day) =>
      monthNorm(
        {
          ...{ doctor_class, norm, added_on: day(created_at) },
          changes: changes.map((change) => ({ ...change, until: day(change.until) })),
        },
        { norms: defaultNorms, monthDays: fieldDaysOfMonth(from, holidays), today },
      );
    const isDone = ({ day, status }: Visit, from: Day) =>
      status === "completed" && day >= from && day <= endOfMonth(from) && day <= today;

    /** A month of some people (null: nobody), whose doctors are those that `isTheirs` says. */
    const figuresOf = (from: Day, ids: (string | null)[], isTheirs: (of: string | null) => boolean) => {
      const to = endOfMonth(from);
      const targets = doctors.filter(
        (doctor) =>
          day(doctor.created_at) <= to &&
          normOf(doctor, from) > 0 &&
          isTheirs(whose(doctor, to < today ? to : today)),
      );
      const made = doctors.flatMap((doctor) =>
        doctor.visits
          .filter((visit) => isDone(visit, from) && ids.includes(ownerOf(doctor, visit)))
          .map((visit) => ({ by: ownerOf(doctor, visit), day: visit.day, doctor: doctor.id })),
      );
      const paise = doctors
        .flatMap((doctor) => doctor.visits.filter((visit) => ids.includes(ownerOf(doctor, visit))))
        .flatMap(({ sales }) => sales.filter(({ day }) => day >= from && day <= to))
        .reduce((sum, { amount }) => sum + toPaise(amount), 0n);
      return {
        doctors: targets.length,
        met: targets.filter(({ visits }) => visits.some((visit) => isDone(visit, from))).length,
        calls: new Set(made.map(({ by, day, doctor }) => `${by} ${day} ${doctor}`)).size,
        days_worked: new Set(made.flatMap(({ by, day }) => (by === null ? [] : `${by} ${day}`))).size,
        sales: toRupees(paise),
      };
    };
    const from = `${month ?? today.slice(0, 7)}-01`;
    const before = startOfMonth(addDays(from, -1));
    const months = (ids: (string | null)[], isTheirs: (of: string | null) => boolean) => ({
      present: figuresOf(from, ids, isTheirs),
      before: figuresOf(before, ids, isTheirs),
    });

    const isOver = endOfMonth(from) < today;
    const lateOf = (isTheirs: (of: string | null) => boolean) =>
      doctors.filter((doctor) => {
        const of = whose(doctor, today);
        const off = leave.filter(({ user_id }) => user_id === of).map((row): Day => row.day);
        const done = doctor.visits.filter((visit) => visit.status === "completed" && visit.day <= today);
        const called = new Set(done.filter((visit) => visit.day >= from).map((visit) => visit.day));
        const planned = doctor.visits
          .filter((visit) => visit.status === "scheduled" && visit.day >= today && !called.has(visit.day))
          .map((visit) => visit.day)
          .filter((day) => day <= endOfMonth(from) || day <= addDays(today, 7))
          .sort();
        const facts = {
          norm: normOf(doctor, from),
          gap: gapOf(doctor, defaultNorms, fieldDaysOfMonth(from, holidays).length),
          calls: called.size,
          scheduled: new Set(planned.filter((day) => day <= endOfMonth(from))).size,
          planned: planned[0] ?? null,
          last_visit:
            done
              .map((visit) => visit.day)
              .sort()
              .at(-1) ?? null,
        };
        const slack = slackOf(facts, daysLeft({ holidays, leave: off }, today));
        return isTheirs(of) && slack !== null && slipState(facts, slack) === "late";
      });

    const ids = people.map(({ id }) => id);
    expect(answer.rows.map(({ id }) => id)).toEqual(ids);
    for (const [at, id] of ids.entries()) {
      const isTheirs = (of: string | null) => of === id || of === null;
      const own = doctors.flatMap(({ visits }) =>
        visits.filter(({ by, status, day }) => by === id && status === "completed" && day <= today),
      );
      expect(answer.rows[at], `${id} on ${today}`).toMatchObject({
        name: `${id}@example.com`,
        is_gone: at === 2,
        ...months([id], isTheirs),
        late: isOver ? null : lateOf(isTheirs).length,
        last_call:
          own
            .map(({ day }) => day)
            .sort()
            .at(-1) ?? null,
      });
    }
    for (const person of ["everybody", ids[0] ?? "", ids[1] ?? ""]) {
      const list = await listCoverageDoctors(
        database.db,
        { ...{ month, person, figure: "late", class: "" }, page: 1, page_size: 100 },
        { actor: { id: null, email: "" }, today, time_zone: zone, now: `${today}T12:00:00Z` },
      );
      const isListed = (of: string | null) => person === "everybody" || of === person || of === null;
      const names = isOver ? [] : lateOf(isListed).map(({ id }) => id);
      expect(list.rows.map(({ id }) => id).sort()).toEqual(names.sort());
      expect(list.total).toBe(names.length);
    }
    expect(answer.nobody).toEqual(months([null], () => false));
    expect(answer.total).toEqual({
      ...months([...ids, null], () => true),
      late: isOver ? null : lateOf(() => true).length,
    });
    expect(answer.present).toMatchObject({ month: from.slice(0, 7), from, is_over: isOver });
    expect(answer.before.from).toBe(before);
  }
});
