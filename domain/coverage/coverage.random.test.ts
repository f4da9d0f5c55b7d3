import { describe, expect, test } from "vitest";
import { addDays, type Day } from "../calendar/calendar.ts";
import { type DoctorClass, doctorClasses } from "../doctors/choices.ts";
import { createRandom } from "../random/random.ts";
import { fieldDays, fieldDaysOfMonth } from "./field-days.ts";
import { type CallNorms, gapOf, monthNorm, type NormedDoctor, type NormSource } from "./norms.ts";
import { daysBehind, type MonthOfDoctor, type SlipState, slackOf, slipping, slipStates } from "./slipping.ts";

// Norms, field days and the ranking against a day-by-day simulation, which shares no code with them.

const months = 10_000;
const random = createRandom(20_260);
const below = (count: number) => random.integer(0, count - 1);
const oneOf = random.pick;

const text = (year: number, month: number, date: number) =>
  [year, String(month).padStart(2, "0"), String(date).padStart(2, "0")].join("-");

/** Every day of a month, with whether it is a Sunday, by the platform's own calendar. */
function daysOf(year: number, month: number): { day: Day; sunday: boolean }[] {
  const days = [];
  for (const at = new Date(Date.UTC(year, month - 1, 1)); at.getUTCMonth() === month - 1; ) {
    days.push({ day: text(year, month, at.getUTCDate()), sunday: at.getUTCDay() === 0 });
    at.setUTCDate(at.getUTCDate() + 1);
  }
  return days;
}

/** A day in the month, or some weeks around it. */
const near = (year: number, month: number) =>
  new Date(Date.UTC(year, month - 1, 1 + below(60) - 20)).toISOString().slice(0, 10);

const aClass = (): DoctorClass | null => oneOf([...doctorClasses, "A", "B", null]);
const anOwnNorm = (): number | null => oneOf([null, null, null, 0, 1, 3, 8, 31]);
const someNorms = (): CallNorms => ({
  A: { per_month: below(9), min_gap_days: 1 + below(8) },
  B: { per_month: below(5), min_gap_days: 1 + below(15) },
  C: { per_month: below(3), min_gap_days: 1 + below(25) },
});

/** A month with a doctor in it. */
function aMonth() {
  // Februaries of leap years come up more often than by chance.
  const [year, month] = oneOf([
    [1900 + below(1100), 1 + below(12)],
    [oneOf([2000, 2024, 2028, 2100]), 2],
  ] as const);
  const days = daysOf(year, month);
  const someDays = (most: number) => Array.from({ length: below(most) }, () => oneOf(days).day);
  const holidays = below(40) === 0 ? days.map(({ day }) => day) : someDays(6);
  const today = near(year, month);
  const changes = Array.from({ length: below(4) }, () => near(year, month)).sort();
  const doctor: NormedDoctor = {
    doctor_class: aClass(),
    norm: anOwnNorm(),
    added_on: oneOf(["1899-01-01", near(year, month)]),
    changes: changes.map((until) => ({ until, doctor_class: aClass(), norm: anOwnNorm() })),
  };
  return { days, holidays, leave: someDays(8), today, doctor, norms: someNorms() };
}

type Month = ReturnType<typeof aMonth>;

const worked = ({ days, holidays }: Month, leave: readonly Day[] = []) =>
  days.filter(({ day, sunday }) => !sunday && !holidays.includes(day) && !leave.includes(day));

const listed = (days: Month["days"]) => days.map(({ day }) => day).join();

/** The norm, by walking through the month and looking up for every day what the doctor had then. */
function simulatedNorm(month: Month): number {
  const { doctor, norms, today } = month;
  const field = worked(month);
  let sum = 0;
  for (const { day } of field) {
    const known = [doctor.added_on, today].sort()[0] as Day;
    if (day < known) continue;
    let had: NormSource = doctor;
    // From the last change backwards: what it replaced held until then.
    for (const change of [...doctor.changes].reverse()) {
      if (day < (change.until > today ? today : change.until)) had = change;
    }
    sum += had.norm !== null ? had.norm : had.doctor_class === null ? 0 : norms[had.doctor_class].per_month;
  }
  let norm = 0;
  while (norm * field.length < sum) norm++;
  return norm;
}

test("field days and the norm of a month are those of a day-by-day simulation", () => {
  let prorated = 0;
  for (let n = 0; n < months; n++) {
    const month = aMonth();
    const first = month.days[0]?.day ?? "";
    const last = month.days.at(-1)?.day ?? "";
    const monthDays = fieldDaysOfMonth(oneOf(month.days).day, month.holidays);
    expect(monthDays.join()).toBe(listed(worked(month)));
    expect(fieldDays(first, last, month).join()).toBe(listed(worked(month, month.leave)));
    const { doctor, norms, today } = month;
    const norm = monthNorm(doctor, { norms, monthDays, today });
    if (norm !== simulatedNorm(month))
      expect({ norm, ...month }).toEqual({ norm: simulatedNorm(month), ...month });
    if (norm > 0 && doctor.changes.length > 0) prorated++;
  }
  expect(prorated).toBeGreaterThan(months / 4);
});

/** Whether `calls` calls, each at least `gap` field days after the one before, fit into so many field days. */
function fits(calls: number, gap: number, days: number): boolean {
  let next = 0;
  for (let call = 0; call < calls; call++, next += gap) if (next >= days) return false;
  return true;
}

function aDoctor(days: readonly Day[], today: Day, n: number): MonthOfDoctor {
  const doctor_class = aClass();
  const source = { doctor_class, norm: anOwnNorm() };
  return {
    id: String(n),
    name: oneOf(["Dr. Asha", "Dr. Bala", "Dr. Chitra"]),
    doctor_class,
    city: oneOf(["Pune", "pune ", "Nashik", "", null]),
    norm: below(6),
    gap: gapOf(source, someNorms(), days.length),
    calls: below(3),
    scheduled: below(2),
    // A plan of the next month is none of this one's calls.
    planned: oneOf([null, "2999-12-31"]),
    last_visit: oneOf([null, today, ...days.filter((day) => day <= today), "1999-12-31"]),
  };
}

/** The first day on which a call keeps the gap: so many field days after the last visit, counted one by one. */
function firstAllowed({ last_visit, gap }: MonthOfDoctor, spacing: readonly Day[]): Day {
  let passed = 0;
  for (const day of spacing) {
    if (last_visit !== null && day > last_visit) passed++;
    if (last_visit === null || passed === gap) return day;
  }
  return "9999";
}

test("the state, the day to see by and the order are those of trying out every day", () => {
  const seen = { never: 0, late: 0, due: 0, planned: 0, ok: 0, resting: 0 };
  for (let n = 0; n < months; n++) {
    const { days, holidays, leave } = aMonth();
    const today = oneOf(days).day;
    const field_days = fieldDays(today, days.at(-1)?.day ?? "", { holidays, leave });
    const doctors = [0, 1].map((n) =>
      aDoctor(
        days.map(({ day }) => day),
        today,
        n,
      ),
    );
    const spacing = fieldDays(addDays(today, -daysBehind), days.at(-1)?.day ?? "", { holidays });
    const found = slipping(doctors, { today, field_days, spacing }, ["Pune"]);
    const expected = doctors.flatMap((doctor) => {
      const missing = doctor.norm - doctor.calls - doctor.scheduled;
      const allowed = firstAllowed(doctor, spacing);
      const left = field_days.filter((day) => day >= allowed);
      const isResting = doctor.last_visit !== null && allowed > today;
      // How many field days may pass without a call until the missing calls no longer fit.
      let room = -1;
      while (missing > 0 && fits(missing, doctor.gap, left.length - room - 1)) room++;
      const isDone = missing <= 0;
      // How many of the missing calls still fit.
      let made = missing;
      while (made > 0 && !fits(made, doctor.gap, left.length)) made--;
      const urgent: SlipState | "ok" =
        doctor.last_visit === null ? "never" : room < 0 ? "late" : room <= 3 ? "due" : "ok";
      const wanted = urgent !== "ok" && doctor.planned !== null ? "planned" : urgent;
      const state = isDone ? "ok" : isResting ? "resting" : wanted;
      seen[state]++;
      const slack = slackOf(doctor, { today, field_days, spacing });
      if (isDone) expect(slack).toBeNull();
      else {
        expect(slack).toMatchObject({ see_by: left[Math.max(room, 0)] ?? null, lost: missing - made });
      }
      return state === "ok" || state === "resting" ? [] : [{ id: doctor.id, state }];
    });
    const inOrder = found.map(({ doctor, state }) => ({ id: doctor.id, state }));
    expect(inOrder.toSorted((left, right) => left.id.localeCompare(right.id))).toEqual(expected);
    for (const [at, later] of found.entries()) {
      const earlier = found[at - 1];
      if (earlier) expect(comesFirst(earlier, later), JSON.stringify([earlier, later])).toBe(true);
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(months / 100);
});

type Found = ReturnType<typeof slipping>[number];

/** The order in words: the first rule under which two doctors differ decides. */
function comesFirst(one: Found, other: Found): boolean {
  if (one.state !== other.state) return slipStates.indexOf(one.state) < slipStates.indexOf(other.state);
  const letter = ({ doctor }: Found) => doctor.doctor_class ?? "Z";
  if (letter(one) !== letter(other)) return letter(one) < letter(other);
  if (one.missing !== other.missing) return one.missing > other.missing;
  const [seen, otherSeen] = [one.doctor.last_visit, other.doctor.last_visit];
  if (seen !== otherSeen) return seen === null || (otherSeen !== null && seen < otherSeen);
  const inPune = ({ doctor }: Found) => doctor.city?.trim().toLowerCase() === "pune";
  if (inPune(one) !== inPune(other)) return inPune(one);
  if (one.doctor.name !== other.doctor.name) return one.doctor.name < other.doctor.name;
  return one.doctor.id < other.doctor.id;
}

describe("the gap between calls", () => {
  const norms: CallNorms = {
    A: { per_month: 4, min_gap_days: 5 },
    B: { per_month: 2, min_gap_days: 10 },
    C: { per_month: 1, min_gap_days: 20 },
  };
  test.each<[NormSource, number]>([
    [{ doctor_class: "A", norm: null }, 5],
    [{ doctor_class: "A", norm: 2 }, 5],
    [{ doctor_class: "A", norm: 8 }, 3],
    [{ doctor_class: "C", norm: 5 }, 5],
    [{ doctor_class: "A", norm: 31 }, 1],
    [{ doctor_class: "A", norm: 0 }, 5],
    [{ doctor_class: null, norm: 3 }, 8],
  ])("of %j is %i of 25 field days", (source, gap) => {
    expect(gapOf(source, norms, 25)).toBe(gap);
  });
});
