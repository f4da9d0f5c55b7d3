import { asRows } from "@rounds/database/select.ts";
import { gapOf, type NormSource, wholeNorm } from "@rounds/domain/coverage/norms.ts";
import { fittingCalls, restedBefore } from "@rounds/domain/coverage/slipping.ts";
import { type RawBuilder, sql } from "kysely";
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
  // The last call before the month is looked for only where so many calls may be missing that they don't fit.
  return sql`
    select months.*,
      case when scheduled = 0 and (changes is not null or whole_norm - calls > fits)
        and coalesce(last_call, ${lastCallBefore(scope, "months.id")}) < rested_before then fits end as fitting
    from (${months}) as months
      left join ${asRows(leave, { user_id: "uuid", off: "integer" }, "leave")} on user_id = representative_id
      join ${asRows(rulesOf(scope, late), ruleTypes, "late")}
        on class_key = coalesce(doctor_class, '') and norm_key = coalesce(norm, -1) and late.off = coalesce(leave.off, 0)`;
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
