import { describe, expect, test } from "vitest";
import { addDays } from "../calendar/calendar.ts";
import { fieldDays } from "./field-days.ts";
import {
  monthWords,
  notRecordedWords,
  seeByWords,
  signWords,
  urgencyWords,
  wordsBesideSign,
} from "./slip-words.ts";
import {
  fittingCalls,
  isAhead,
  longAgo,
  type MonthOfDoctor,
  outcomesOf,
  restedBefore,
  slackOf,
  slipping,
  slipState,
} from "./slipping.ts";

// Saturday. 14 field days are left, today among them: 14, 16 to 21, 23 to 28 and 30 June.
const today = "2025-06-14";
const doctor: MonthOfDoctor = {
  ...{ id: "1", name: "Dr. Rao", doctor_class: "A", city: "Pune" },
  ...{ norm: 4, gap: 5, calls: 1, scheduled: 0, planned: null, last_visit: "2025-06-02" },
};
const days = (leave: string[] = [], day = today) => ({
  today: day,
  field_days: fieldDays(day, "2025-06-30", { holidays: [], leave }),
  spacing: fieldDays("2025-05-01", "2025-06-30", { holidays: [] }),
});
const statesOf = (...given: Partial<MonthOfDoctor>[]) =>
  slipping(
    given.map((one, n) => ({ ...doctor, id: String(n), ...one })),
    days(),
  ).map(({ doctor: { id }, state }) => `${id} ${state}`);

describe("how urgent a doctor is", () => {
  test("tells by when to go", () => {
    const found = { missing: 3, slack: 3, lost: 0, is_resting: false, see_by: "2025-06-18" };
    expect(slackOf(doctor, days())).toEqual(found);
  });

  test("leave makes a doctor late; then the next field day is the one to see them by", () => {
    const [late] = slipping([doctor], days(["2025-06-14", "2025-06-16", "2025-06-17", "2025-06-18"]));
    expect(late).toMatchObject({ state: "late", slack: -1, lost: 1, see_by: "2025-06-19" });
  });

  test("all planned calls count", () => {
    expect(slipping([{ ...doctor, scheduled: 3 }], days())).toEqual([]);
  });

  test.each([
    ["today", "2025-06-14", "2025-06-20"],
    ["yesterday", "2025-06-13", "2025-06-19"],
    ["on a Sunday", "2025-06-08", "2025-06-14"],
    ["last month", "2025-05-31", "2025-06-14"],
  ])("nobody is asked to see again within the gap a doctor seen %s", (_, last_visit, next) => {
    // Three calls would need eleven days: without room, the next call is due as soon as the gap allows one.
    const late = { ...doctor, norm: 6, last_visit };
    expect(slackOf(late, days())?.see_by).toBe(next);
    expect(slipping([late], days()).map(({ state }) => state)).toEqual(next === today ? ["late"] : []);
    expect(slipping([late], days([], next)).map(({ state }) => state)).toEqual(["late"]);
  });

  test("the representative's leave does not lengthen the gap", () => {
    const late = { ...doctor, norm: 6, last_visit: "2025-06-07" };
    expect(slackOf(late, days(["2025-06-09", "2025-06-10"]))?.see_by).toBe(today);
  });

  test("calls that no longer fit are counted", () => {
    const seen = { ...doctor, last_visit: "2025-06-13" };
    // Ten field days from 19 June on have room for two calls five days apart.
    expect(slackOf(seen, days())).toMatchObject({ missing: 3, slack: -1, lost: 1, is_resting: true });
    expect(slackOf({ ...seen, gap: 20 }, days())).toMatchObject({ lost: 3, see_by: null });
  });

  test("the never seen come first, those for whom a visit is planned last", () => {
    const never = { calls: 0, norm: 1, last_visit: null };
    const planned = { norm: 5, scheduled: 1, planned: "2025-06-26", last_visit: "2025-05-02" };
    expect(statesOf(planned, {}, { norm: 6 }, never)).toEqual(["3 never", "2 late", "1 due", "0 planned"]);
    expect(statesOf({ ...never, norm: 4, scheduled: 1, planned: "2025-06-26" })).toEqual(["0 planned"]);
    expect(statesOf({ ...never, scheduled: 1, planned: "2025-06-26" })).toEqual([]);
    // The next month's plan is none of this month's calls, and takes care of the doctor.
    expect(statesOf({ ...never, planned: "2025-07-01" }, { norm: 6, planned: "2025-07-01" })).toEqual([
      ...["1 planned", "0 planned"],
    ]);
  });

  test("a doctor whose missing calls just fit is due, and none of them is lost", () => {
    // Three calls five days apart need 11 of 11 field days.
    const [due] = slipping([{ ...doctor, last_visit: "2025-05-02" }], days([], "2025-06-18"));
    expect(due).toMatchObject({ state: "due", slack: 0, lost: 0, see_by: "2025-06-18" });
    expect(slackOf({ ...doctor, norm: 2 }, days())?.lost).toBe(0);
  });

  test("the order among doctors of one state", () => {
    const sorted = (...given: Partial<MonthOfDoctor>[]) =>
      slipping(
        given.map((one, n) => ({ ...doctor, id: String(n), ...one })),
        days(),
        ["PUNE."],
      ).map(({ doctor: { id } }) => id);
    expect(sorted({ doctor_class: null }, { doctor_class: "B" }, { doctor_class: "A" })).toEqual([
      "2",
      "1",
      "0",
    ]);
    expect(sorted({ norm: 5 }, { norm: 6 })).toEqual(["1", "0"]);
    expect(sorted({ last_visit: "2025-06-03" }, { last_visit: "2025-06-02" })).toEqual(["1", "0"]);
    expect(sorted({ city: "Nashik" }, { city: "Pune" })).toEqual(["1", "0"]);
    expect(sorted({ name: "Dr. Shah" }, {})).toEqual(["1", "0"]);
  });

  test("only a doctor who was seen and has room for the rest is ahead", () => {
    const ahead = (given: Partial<MonthOfDoctor>) => isAhead({ ...doctor, ...given }, days());
    expect(ahead({ norm: 2 })).toBe(true);
    expect(ahead({ norm: 1 })).toBe(true);
    expect(ahead({})).toBe(false);
    expect(ahead({ norm: 1, calls: 0, last_visit: null })).toBe(false);
    // Seen today, with calls that no longer fit.
    expect(ahead({ norm: 6, last_visit: today })).toBe(false);
  });
});

describe("the words of a doctor's month", () => {
  const row = { ...doctor, see_by: "2025-06-18", lost: 0 };

  test("say class, calls, last visit, and by when to see them", () => {
    expect(monthWords(row, today)).toBe("A · 1 of 4 · last seen 12 days ago · see by Wed");
    expect(monthWords({ ...row, last_visit: "2025-06-13", see_by: today }, today)).toBe(
      "A · 1 of 4 · last seen yesterday · see today",
    );
  });

  test("leave out a class that there is none of, and a day when none is left", () => {
    const never = { ...row, doctor_class: null, last_visit: null, see_by: null };
    expect(monthWords(never, today)).toBe("1 of 4 · never seen");
  });

  test("say which calls can't be made instead of pressing", () => {
    expect(urgencyWords({ lost: 2, see_by: today }, today)).toBe("2 calls can't be made this month");
    expect(monthWords({ ...row, lost: 1 }, today)).toBe(
      "A · 1 of 4 · last seen 12 days ago · 1 call can't be made this month",
    );
  });

  test("name a day that is a week away", () => {
    expect(seeByWords("2025-06-20", today)).toBe("see by Fri");
    expect(seeByWords("2025-06-21", today)).toBe("see by Jun 21, 2025");
  });

  test("are not those of the sign beside them", () => {
    const sign = (state: "never" | "late" | "due" | "planned", planned: string | null = null) => [
      signWords(state, planned, today),
      wordsBesideSign(
        { ...row, state, planned, last_visit: state === "never" ? null : row.last_visit },
        today,
      ),
    ];
    expect(sign("never")).toEqual(["Never seen", "A · 1 of 4 · see by Wed"]);
    expect(sign("late")).toEqual(["Late", "A · 1 of 4 · last seen 12 days ago · see by Wed"]);
    expect(sign("due")[0]).toBe("Due");
    // As of a day to come, what is planned until then counts as made, but nobody was seen.
    expect(wordsBesideSign({ ...row, state: "due", last_visit: "2025-06-17" }, today)).toBe(
      "A · 1 of 4 · planned Jun 17 · see by Wed",
    );
    expect(sign("planned", "2025-06-26")).toEqual(["Planned Jun 26", "A · 1 of 4 · last seen 12 days ago"]);
    expect(signWords("planned", today, today)).toBe("Planned today");
    expect(signWords("planned", null, today)).toBe("Planned");
    // A plan says by when; that calls are lost all the same is said too.
    const planned = { ...row, planned: "2025-06-26" };
    expect(monthWords(planned, today)).toBe("A · 1 of 4 · last seen 12 days ago");
    expect(wordsBesideSign({ ...planned, state: "planned", lost: 1 }, today)).toBe(
      "A · 1 of 4 · last seen 12 days ago · 1 call can't be made this month",
    );
  });

  test("name a plan of the past, with the year of another one", () => {
    expect(notRecordedWords("2025-01-19", today)).toBe("Not recorded: Jan 19");
    expect(notRecordedWords("2024-12-19", today)).toBe("Not recorded: Dec 19, 2024");
  });
});

test("the outcomes of a norm and a gap are those of every doctor with them, whenever seen last", () => {
  const target = { norm: 4, gap: 5 };
  const outcomes = outcomesOf([target, { norm: 2, gap: 5 }], days());
  expect(outcomes).toHaveLength((target.norm + 1) * (longAgo + 2));
  for (const days_ago of [null, 0, 1, 5, 12, longAgo - 1, longAgo, 400]) {
    const last_visit = days_ago === null ? null : addDays(today, -days_ago);
    for (let calls = 0; calls <= 5; calls++) {
      for (const scheduled of [0, 1, 2]) {
        const planned = scheduled > 0 ? today : null;
        const one = { ...doctor, ...target, calls, scheduled, planned, last_visit };
        const missing = Math.max(0, target.norm - calls - scheduled);
        const seen = days_ago === null ? null : Math.min(days_ago, longAgo);
        const outcome = outcomes.find((row) => row.missing === missing && row.days_ago === seen);
        const slack = slackOf(one, days());
        expect(scheduled > 0 ? outcome?.planned_state : outcome?.state).toBe(slack && slipState(one, slack));
        expect(outcome?.is_ahead).toBe(isAhead(one, days()));
      }
    }
  }
});

test("late is who has more calls missing than fit, once the gap since the last visit has passed", () => {
  const gaps = [1, 5, 10, 20].map((gap) => ({ norm: 6, gap }));
  for (const left of [days(), days(["2025-06-16", "2025-06-30"]), days([], "2025-06-29")]) {
    for (const { gap, missing, days_ago, state } of outcomesOf(gaps, left)) {
      const rested = restedBefore(gap, left);
      const isRested = days_ago !== null && rested !== null && addDays(left.today, -days_ago) < rested;
      const isLate = isRested && missing > fittingCalls(gap, left.field_days.length);
      expect([gap, missing, days_ago, isLate]).toEqual([gap, missing, days_ago, state === "late"]);
    }
  }
});
