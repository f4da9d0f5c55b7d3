import { asRows } from "@rounds/database/select.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { gapOf, type NormSource, wholeNorm } from "@rounds/domain/coverage/norms.ts";
import { fittingCalls, restedBefore } from "@rounds/domain/coverage/slipping.ts";
import { type RawBuilder, sql } from "kysely";
import { doctorCounts } from "../rollups/queries.ts";
import { tookPlace } from "../visits/calls.ts";
import { doctorMonths, lastCallBefore } from "./doctor-months.ts";
import type { LateRule, Scope } from "./queries.ts";

/**
 * `doctorMonths` with who is late: `fitting` is how many missing calls still fit into the month of a doctor who may be late,
 * and null for one who is not, because a visit is planned, the gap since the last one has not passed, or nobody was ever
 * there. A doctor is late if `norm - calls > fitting`. Without a rule, as for a month that is over, it is always null.
 *
 * The rule is `slipState` of domain/coverage/slipping.ts; late-doctors.random.test.ts compares the two. `sources` are at
 * least the classes and own norms that these doctors have.
 */
export function monthsWithLate(
  scope: Scope,
  of: "report" | "all",
  late: { rule: LateRule; sources: readonly NormSource[] } | undefined,
): RawBuilder<unknown> {
  const months = doctorMonths(scope, of);
  if (!late) return sql`select months.*, null::integer as fitting from (${months}) as months`;
  const leave = [...late.rule.leave].map(([user_id, off]) => ({ user_id, off }));
  const rules = rulesOf(scope, late);
  // The last call before the month of a person's doctor is looked for only where so many calls may be missing that they don't fit.
  const before = scope.person ? lastCallBefore(scope, "months.id") : sql`call_before`;
  return sql`
    select months.*,
      case when scheduled = 0 and (changes is not null or whole_norm - calls > fits)
        and coalesce(last_call, ${before}) < rested_before then fits end as fitting
    from (${scope.person ? months : withCallsBefore(scope, months, rules)}) as months
      left join ${asRows(leave, { user_id: "uuid", off: "integer" }, "leave")} on user_id = representative_id
      join ${asRows(rules, ruleTypes, "late")}
        on class_key = coalesce(doctor_class, '') and norm_key = coalesce(norm, -1) and late.off = coalesce(leave.off, 0)`;
}

/**
 * Everybody's months with the last call before the month as `call_before`, for those without one in it: its day, or `-infinity` if it is so
 * long ago that every rule lets the doctor be late. Visits are read only since then, and those entered for days to come;
 * that there were others follows from the kept counts. Materialized, because PostgreSQL expects one doctor of the rules' joins, and would
 * join them in a loop.
 */
function withCallsBefore(
  { from, today }: Scope,
  months: RawBuilder<unknown>,
  rules: readonly Rule[],
): RawBuilder<unknown> {
  const since = rules.flatMap(({ rested_before }) => rested_before ?? []).reduce(earlier, from);
  const { kept, noted } = doctorCounts({}, sql`completed_visits`);
  return sql`
    with counted as materialized (${kept}), noted as materialized (${noted}), around as materialized (
      select doctor_id, count(*) as visits, max(visit_date) filter (where visit_date < ${from}::date) as call
      from visits
      where ${tookPlace()}
        and (visit_date >= ${since}::date and visit_date < ${from}::date or visit_date > ${today}::date)
      group by doctor_id
    ), months as materialized (
      select months.*, coalesce(around.call,
        case when coalesce(counted.total, 0) + coalesce(noted.total, 0) > coalesce(around.visits, 0)
          then '-infinity'::date end) as call_before
      from (${months}) as months
        left join counted on counted.doctor = rollup_key left join noted on noted.doctor = rollup_key
        left join around on around.doctor_id = months.id
    )
    select * from months`;
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
}

/** What decides who is late among the doctors with a class and a norm whose representative has so many days off. */
const ruleTypes = {
  class_key: "text",
  norm_key: "integer",
  off: "integer",
  whole_norm: "integer",
  fits: "integer",
  rested_before: "date",
} as const;

type Rule = ReturnType<typeof rulesOf>[number];

function rulesOf(
  { norms, month_days }: Scope,
  { sources, rule: { days, leave } }: { rule: LateRule; sources: readonly NormSource[] },
) {
  const distinct = new Map(sources.map((source) => [`${source.doctor_class} ${source.norm}`, source]));
  const offs = new Set([0, ...leave.values()]);
  return [...distinct.values()].flatMap((source) => {
    const gap = gapOf(source, norms, month_days.length);
    const of = { class_key: source.doctor_class ?? "", norm_key: source.norm ?? -1 };
    const whole = { whole_norm: wholeNorm(source, norms), rested_before: restedBefore(gap, days) };
    return [...offs].map((off) => ({
      ...{ ...of, off, ...whole },
      fits: fittingCalls(gap, days.field_days.length - off),
    }));
  });
}
