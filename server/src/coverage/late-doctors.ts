import { asRows } from "@rounds/database/select.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { gapOf, type NormSource, wholeNorm } from "@rounds/domain/coverage/norms.ts";
import { type DaysLeft, fittingCalls, restedBefore } from "@rounds/domain/coverage/slipping.ts";
import { doctorClasses, maxNorm } from "@rounds/domain/doctors/choices.ts";
import { type RawBuilder, sql } from "kysely";
import { doctorMonths, lastCallBefore, monthsOfAll, monthsOfPerson } from "./doctor-months.ts";
import type { LateRule, Scope } from "./queries.ts";

/**
 * `doctorMonths` with who is late: `fitting` is how many missing calls still fit into the month of a doctor who may be late,
 * and null for one who is not, because a visit is planned, the gap since the last one has not passed, or nobody was ever
 * there. A doctor is late if `norm - calls > fitting`. Without a rule, as for a month that is over, it is always null.
 *
 * The rule is `slipState` of domain/coverage/slipping.ts; late-doctors.random.test.ts compares the two.
 */
export function monthsWithLate(
  scope: Scope,
  of: "report" | "all",
  rule: LateRule | undefined,
): RawBuilder<unknown> {
  if (!rule)
    return sql`select months.*, null::integer as fitting from (${doctorMonths(scope, of)}) as months`;
  const leave = [...rule.leave].map(([user_id, off]) => ({ user_id, off }));
  const rules = rulesOf(scope, rule.days, [0, ...rule.leave.values()]);
  // Every rule lets a doctor be late whose last call was before this day.
  const since = earliestRested(rules, scope.from);
  const months = scope.person ? monthsOfPerson(scope, of) : monthsOfAll(scope, of, since);
  // The last call before the month of a person's doctor is looked for only where so many calls may be missing that they don't fit.
  const before = scope.person ? lastCallBefore(scope) : sql`call_before`;
  // Left joins, though each doctor has a rule: PostgreSQL would expect of a join that it leaves one doctor.
  return sql`
    select months.*,
      case when planned is null and (changes is not null or whole_norm - calls > fits)
        and coalesce(last_call, ${before}) < rested_before then fits end as fitting
    from (${months}) as months
      left join ${asRows(leave, { user_id: "uuid", off: "integer" }, "leave")} on user_id = representative_id
      left join ${asRows(rules, ruleTypes, "late")}
        on class_key = coalesce(doctor_class, '') and norm_key = coalesce(norm, -1) and late.off = coalesce(leave.off, 0)`;
}

/** The earliest day before which a rule wants the last call, or `from` if that is earlier. */
export function earliestRested(rules: readonly Pick<Rule, "rested_before">[], from: Day): Day {
  const earlier = (one: Day, other: Day) => (one < other ? one : other);
  return rules.flatMap(({ rested_before }) => rested_before ?? []).reduce(earlier, from);
}

/** What decides who is late among the doctors with a class and a norm whose representative has so many days off. */
export const ruleTypes = {
  class_key: "text",
  norm_key: "integer",
  off: "integer",
  whole_norm: "integer",
  fits: "integer",
  rested_before: "date",
} as const;

type Rule = {
  class_key: string;
  norm_key: number;
  off: number;
  whole_norm: number;
  fits: number;
  rested_before: Day | null;
};

/** A rule for each class and norm that a doctor may have, and each number of days off. */
export function rulesOf({ norms, month_days }: Scope, days: DaysLeft, offs: Iterable<number>): Rule[] {
  const different = [...new Set(offs)];
  return sources.flatMap((source) => {
    const gap = gapOf(source, norms, month_days.length);
    const of = { class_key: source.doctor_class ?? "", norm_key: source.norm ?? -1 };
    const whole = { whole_norm: wholeNorm(source, norms), rested_before: restedBefore(gap, days) };
    return different.map((off) => ({
      ...{ ...of, off, ...whole },
      fits: fittingCalls(gap, days.field_days.length - off),
    }));
  });
}

const sources: NormSource[] = [null, ...doctorClasses].flatMap((doctor_class) =>
  [null, ...Array(maxNorm + 1).keys()].map((norm) => ({ doctor_class, norm })),
);
