import { addDays, type Day, dayOf, endOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { coverageQuery } from "@rounds/domain/coverage/coverage.ts";
import { type Figure, figures } from "@rounds/domain/coverage/figures.ts";
import { heldAtStartOf, heldOn } from "@rounds/domain/coverage/held-on.ts";
import { classRows, coverageOf, workOf } from "@rounds/domain/coverage/report-month.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { writeSheet } from "../api/sheet.ts";
import { type DoctorRow, fillMonths, people, perMonth, readDoctors, zone } from "../testing/random-months.ts";
import { exportCoverageDoctors } from "./export-coverage.ts";
import { listCoverageDoctors } from "./list-doctors.ts";
import { readCoverage } from "./read-coverage.ts";

// The coverage of random months of random people, and the doctors of each of its figures, against plain rows that are
// counted one by one.

const seed = Number(process.env.SEED ?? 20250615);
const random = createRandom(seed);
const cases = casesOf(12, 80);

const database = await createTestDatabase();
afterAll(() => database.close());

test(`${cases} random months from seed ${seed} are what counting the rows one by one says`, {
  timeout: 600_000,
}, async () => {
  await fillMonths(database.pool, random);
  const rows = await readDoctors(database.pool);
  const { rows: days } = await database.pool.query("select day from holidays");
  const holidays: Day[] = days.map(({ day }) => day);
  const { rows: leave } = await database.pool.query("select user_id, day from leave_days");
  for (let n = 0; n < cases; n++) {
    const today = addDays("2025-06-15", -random.integer(0, 100));
    const month = random.pick([undefined, addDays(today, -random.integer(0, 100)).slice(0, 7)]);
    const asker = random.pick(people);
    const person = random.pick(["me", "everybody", random.pick(people).id, undefined] as const);
    const whose = person === "everybody" ? null : person === "me" || !person ? asker.id : person;
    const view = {
      actor: { id: asker.id, email: "" },
      today,
      time_zone: zone,
      now: `${today}T06:00:00.000Z`,
    };
    const query = coverageQuery.parse({ month, person });

    const from = `${month ?? today.slice(0, 7)}-01`;
    const to = endOfMonth(from);
    const every: Day[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) every.push(day);
    const isField = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && !holidays.includes(day);
    const monthDays = every.filter(isField);
    const day = (moment: string) => {
      const known = dayOf(Date.parse(moment), zone);
      return known < today ? known : today;
    };

    const representativeOf = ({ former, ...now }: DoctorRow, on: Day, held = heldOn) => {
      const changes = former.map(({ until, representative_id }) => ({
        until: day(until),
        representative_id,
      }));
      return held(on, { now: { representative_id: now.representative_id }, changes, today })
        .representative_id;
    };
    /** Whether a visit is the call of a person; one that nobody recorded is a call of whose the doctor was as that day began. */
    const isCallOf = (row: DoctorRow, on: Day, id: string | null) => (visit: DoctorRow["visits"][number]) => {
      return isCall(on)(visit) && (visit.by ?? representativeOf(row, on, heldAtStartOf)) === id;
    };

    /** A doctor's month, day by day. */
    const counted = (row: DoctorRow) => {
      const was = (on: Day) => row.changes.find(({ until }) => day(until) > on) ?? row;
      const expectedOn = (on: Day) => {
        const { doctor_class, norm } = was(on);
        return on < day(row.created_at) ? 0 : (norm ?? (doctor_class ? perMonth[doctor_class] : 0));
      };
      const sum = monthDays.reduce((total, on) => total + expectedOn(on), 0);
      const called = every.filter((on) => on <= today && row.visits.some(isCall(on)));
      const planned = every.filter(
        (on) =>
          on >= today &&
          !called.includes(on) &&
          row.visits.some((visit) => visit.day === on && visit.status === "scheduled"),
      );
      const norm = Math.ceil(sum / monthDays.length);
      const calls_made = callers(whose).reduce(
        (made, id) => made + called.filter((on) => row.visits.some(isCallOf(row, on, id))).length,
        0,
      );
      const representative = representativeOf(row, to);
      return {
        id: row.id,
        doctor_class: was(to).doctor_class,
        norm,
        calls: called.length,
        scheduled: planned.length,
        remaining: Math.max(0, norm - called.length),
        calls_made,
        isInMonth: day(row.created_at) <= to,
        of: representative,
        representative: representative && `${representative}@example.com`,
        isTheirs: whose === null || representative === null || representative === whose,
      };
    };
    const all = rows.map(counted);
    const shown = all.filter(({ isInMonth, isTheirs }) => isInMonth && isTheirs);

    const coverage = await readCoverage(database.db, query, view);
    const expected = coverageOf(shown.map((doctor) => ({ ...doctor, doctors: 1 })));
    expect(coverage).toMatchObject({ ...expected, month: from.slice(0, 7), is_over: to < today });
    expect(coverage.person?.id ?? null).toBe(whose);
    const until = every.filter((on) => on <= today);
    const ownOf = (on: Day, id: string | null) =>
      rows.filter((row) => row.visits.some(isCallOf(row, on, id))).length;
    const works = callers(whose).flatMap((id) => {
      const own = (on: Day) => ownOf(on, id);
      const calls = until.reduce((sum, on) => sum + own(on), 0);
      // Who had no doctors at the end of the month is there for the calls only.
      const hasDoctors = whose !== null || all.some((doctor) => doctor.isInMonth && doctor.of === id);
      if (calls === 0 && !hasDoctors) return [];
      return {
        calls,
        days_worked: until.filter((on) => own(on) > 0).length,
        calls_today: own(today),
        is_active: true,
        leave: leave.filter(({ user_id }) => user_id === id).map((row): Day => row.day),
      };
    });
    expect(coverage.work).toEqual({
      ...workOf(works, { month: "", from, to, until: to, is_over: to < today, holidays, today }),
      called_doctors: all.filter(({ calls_made }) => calls_made > 0).length,
      nobody_calls: whose === null ? until.reduce((sum, on) => sum + ownOf(on, null), 0) : 0,
      nobody_days: whose === null ? until.filter((on) => ownOf(on, null) > 0).length : 0,
    });

    // Who is late is tested with everybody's figures.
    const isOf: Record<Exclude<Figure, "late">, (doctor: (typeof all)[number]) => boolean> = {
      doctors: ({ norm }) => norm > 0,
      met: ({ norm, calls }) => norm > 0 && calls > 0,
      not_met: ({ norm, calls }) => norm > 0 && calls === 0,
      compliance: ({ norm }) => norm > 0,
      remaining: ({ norm, calls }) => norm > calls,
      to_plan: ({ norm, calls, scheduled }) => norm > calls + scheduled,
      no_target: ({ norm }) => norm === 0,
      calls: ({ calls_made }) => calls_made > 0,
    };
    for (const figure of figures) {
      if (figure === "late") continue;
      const of = random.pick([undefined, undefined, ...classRows]);
      const wanted = (figure === "calls" ? all : shown)
        .filter(isOf[figure])
        .filter(({ doctor_class }) => of === undefined || (doctor_class ?? "none") === of)
        .map(({ isInMonth: _, isTheirs: __, of: ___, ...doctor }) => doctor)
        .sort(
          (left, right) =>
            (left.doctor_class ?? "D").localeCompare(right.doctor_class ?? "D") ||
            right.remaining - left.remaining,
        );
      const asked = { ...query, figure, class: of ?? ("" as const) };
      const list = await listCoverageDoctors(database.db, { ...asked, page: 1, page_size: 7 }, view);
      expect(list.total, figure).toBe(wanted.length);
      expect(list.rows).toMatchObject(wanted.slice(0, 7));
      const sum = (value: (doctor: (typeof wanted)[number]) => number) =>
        wanted.reduce((total, doctor) => total + value(doctor), 0);
      expect(list.sums).toEqual({
        norm: sum(({ norm }) => norm),
        counted: sum(({ norm, calls }) => Math.min(norm, calls)),
        remaining: sum(({ remaining }) => remaining),
        to_plan: sum(({ norm, calls, scheduled }) => Math.max(0, norm - calls - scheduled)),
        calls_made: sum(({ calls_made }) => calls_made),
      });
      const beyond = { ...asked, page: 100_000_000, page_size: 7 };
      const last = await listCoverageDoctors(database.db, beyond, view);
      expect(last.page).toBe(Math.max(1, Math.ceil(wanted.length / 7)));
      expect(last.rows).toMatchObject(wanted.slice((last.page - 1) * 7));

      let file = "";
      for await (const part of writeSheet(exportCoverageDoctors(database.db, asked, view), "csv"))
        file += part;
      const lines = file.slice(1).trimEnd().split("\r\n").slice(1);
      const named = new Map(rows.map(({ id, name }) => [id, name]));
      expect(lines.map((line) => line.split(",")[0])).toEqual(wanted.map(({ id }) => named.get(id)));
    }
  }
});

const isCall = (day: Day) => (visit: DoctorRow["visits"][number]) =>
  visit.day === day && visit.status === "completed";

/** Who makes the calls of a report: one person, or everybody with nobody in particular. */
const callers = (whose: string | null) => (whose === null ? people.map(({ id }) => id) : [whose]);
