import { expect, test } from "vitest";
import { addDays, type Day } from "../calendar/calendar.ts";
import { type DoctorClass, doctorClasses } from "../doctors/choices.ts";
import { createRandom } from "../random/random.ts";
import type { CallNorms, NormedDoctor, NormSource } from "./norms.ts";
import {
  callsPerDay,
  coverageOf,
  type DoctorGroup,
  type Figures,
  monthDaysOf,
  monthTarget,
  type PersonMonth,
  workOf,
} from "./report-month.ts";

// The figures of random months against the slowest way to count them: day by day, doctor by doctor.

const seed = 20250615;
const months = 10_000;
const random = createRandom(seed);

type RandomDoctor = NormedDoctor & { visits: Day[]; planned: Day[] };

test(`${months} random months from seed ${seed} have the figures of counting day by day`, () => {
  let unlike = 0;
  for (let n = 0; n < months; n++) {
    const today = addDays("2023-12-15", random.integer(0, 900));
    const wanted = random.chance(0.5) ? undefined : addDays(today, -random.integer(0, 90)).slice(0, 7);
    const days = monthDaysOf(wanted, today);
    const every = walk(days.from, days.to);
    const holidays = every.filter(() => random.chance(0.05));
    const norms = randomNorms();
    const doctors = Array.from({ length: random.integer(0, 6) }, () => randomDoctor(today, days.from));
    const monthDays = every.filter((day) => isFieldDay(day, holidays));

    const groups = doctors.map((doctor): DoctorGroup => {
      const visits = new Set(doctor.visits.filter((day) => day >= days.from && day <= days.until));
      const planned = doctor.planned.filter((day) => day >= today && day <= days.to && !visits.has(day));
      const target = monthTarget(doctor, { norms, monthDays, today, to: days.to });
      return { ...target, calls: visits.size, scheduled: new Set(planned).size, doctors: 1 };
    });
    // Doctors with the same month make one group, as the database sends them.
    const merged = new Map<string, DoctorGroup>();
    for (const { doctors: one, ...group } of groups) {
      const key = JSON.stringify(group);
      merged.set(key, { ...group, doctors: one + (merged.get(key)?.doctors ?? 0) });
    }
    if (merged.size < groups.length) unlike += 1;

    const people = Array.from({ length: random.integer(0, 3) }, () => randomPerson(every));
    const [A, B, C, none] = [...doctorClasses, null].map((name) => count(doctors, name));
    expect([
      coverageOf(merged.values()),
      coverageOf(groups).total,
      workOf(people, { ...days, holidays, today }),
    ]).toEqual([{ total: count(doctors), classes: { A, B, C, none } }, count(doctors), countWork(people)]);

    /** The figures of the doctors of a class, or of all, each by its own definition. */
    function count(all: RandomDoctor[], of?: DoctorClass | null): Figures {
      const sum = { doctors: 0, met: 0, not_met: 0, norm: 0, counted: 0, no_target: 0 };
      const left = { remaining: 0, remaining_doctors: 0, to_plan: 0, to_plan_doctors: 0 };
      for (const doctor of all) {
        if (of !== undefined && ofDay(doctor, days.to, today).doctor_class !== of) continue;
        const norm = normOf(doctor);
        if (norm === 0) {
          sum.no_target++;
          continue;
        }
        let calls = 0;
        let planned = 0;
        for (const day of every) {
          const isCall = day <= today && doctor.visits.includes(day);
          if (isCall) calls++;
          else if (day >= today && doctor.planned.includes(day)) planned++;
        }
        sum.doctors++;
        if (calls === 0) sum.not_met++;
        else sum.met++;
        sum.norm += norm;
        for (let call = 1; call <= norm; call++) if (call <= calls) sum.counted++;
        const remaining = norm - calls;
        if (remaining > 0) {
          left.remaining += remaining;
          left.remaining_doctors++;
        }
        if (remaining - planned > 0) {
          left.to_plan += remaining - planned;
          left.to_plan_doctors++;
        }
      }
      return { ...sum, ...left };
    }

    function normOf(doctor: RandomDoctor): number {
      if (monthDays.length === 0) return 0;
      let sum = 0;
      for (const day of monthDays) {
        if (day < min(doctor.added_on, today)) continue;
        const { doctor_class, norm } = ofDay(doctor, day, today);
        sum += norm ?? (doctor_class ? norms[doctor_class].per_month : 0);
      }
      return Math.ceil(sum / monthDays.length);
    }

    function countWork(all: PersonMonth[]) {
      const sum = { people: all.length, calls: 0, days_worked: 0, days_left: 0, capacity_left: 0 };
      for (const person of all) {
        sum.calls += person.calls;
        sum.days_worked += person.days_worked;
        if (!person.is_active) continue;
        for (const day of every) {
          if (day < today || !isFieldDay(day, holidays) || person.leave.includes(day)) continue;
          sum.days_left++;
          const made = day === today ? person.calls_today : 0;
          for (let call = 1; call <= callsPerDay; call++) if (call > made) sum.capacity_left++;
        }
      }
      return sum;
    }
  }
  expect(unlike).toBeGreaterThan(months / 50);
});

function walk(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function isFieldDay(day: Day, holidays: Day[]): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && !holidays.includes(day);
}

const min = (one: Day, other: Day) => (one < other ? one : other);

/** What a doctor was on a day. */
function ofDay(doctor: NormedDoctor, day: Day, today: Day): NormSource {
  return doctor.changes.find(({ until }) => min(until, today) > day) ?? doctor;
}

function randomNorms(): CallNorms {
  const norm = () => ({ per_month: random.integer(0, 6), min_gap_days: random.integer(1, 20) });
  return { A: norm(), B: norm(), C: norm() };
}

function randomSource(): NormSource {
  return {
    doctor_class: random.pick(["A", "B", "C", null] as const),
    norm: random.chance(0.2) ? random.integer(0, 8) : null,
  };
}

function randomDoctor(today: Day, from: Day): RandomDoctor {
  const changes = Array.from({ length: random.chance(0.4) ? random.integer(1, 3) : 0 }, () => ({
    until: addDays(from, random.integer(-10, 60)),
    ...randomSource(),
  }))
    .filter(({ until }) => until <= today)
    .sort((left, right) => (left.until < right.until ? -1 : 1));
  const someDays = () =>
    Array.from({ length: random.integer(0, 6) }, () => addDays(from, random.integer(-3, 33)));
  const added_on = random.chance(0.6) ? "2020-01-01" : addDays(from, random.integer(-5, 35));
  return { ...randomSource(), added_on, changes, visits: someDays(), planned: someDays() };
}

function randomPerson(every: Day[]): PersonMonth {
  return {
    calls: random.integer(0, 200),
    days_worked: random.integer(0, 26),
    calls_today: random.chance(0.5) ? random.integer(0, 15) : 0,
    is_active: random.chance(0.9),
    leave: every.filter(() => random.chance(0.1)),
  };
}
