import type { Connection } from "@rounds/database/connect.ts";

/**
 * Every difference between the rollups, including changes not folded in yet, and the plain sums of visits, sales and
 * ledger, in words; empty if they agree. The plain sums are written separately here, on purpose.
 */
export async function checkRollups({ pool }: Pick<Connection, "pool">): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string }>(
    [days, products, doctors, people, peoplesProducts, peoplesDoctors].join(" union all "),
  );
  return rows.map((row) => row.problem);
}

const reversal = "reference_type in ('visit_edit_reversal', 'visit_delete_reversal')";
const ledgerSums = `
  sum(quantity) filter (where transaction_type = 'opening') as opening,
  sum(quantity) filter (where transaction_type = 'purchase') as purchases,
  -sum(quantity) filter (where transaction_type = 'sale' or ${reversal}) as sales,
  sum(quantity) filter (where transaction_type = 'adjustment' and coalesce(not ${reversal}, true)) as adjustments`;
const saleSums = `
  count(*) as transactions, sum(quantity) as items_sold, sum(total_amount) as revenue`;
const measures = ["transactions", "items_sold", "revenue", "opening", "purchases", "sales", "adjustments"];
const sumsOf = (names: readonly string[]) => names.map((name) => `sum(${name}) as ${name}`).join(", ");
const differs = (names: readonly string[]) =>
  names.map((name) => `coalesce(kept.${name}, 0) <> coalesce(plain.${name}, 0)`).join(" or ");

const dayMeasures = ["visits", "completed_visits", ...measures];
const days = `
  select format('day %s: kept %s, plain %s', day, row_to_json(kept), row_to_json(plain)) as problem
  from (
    select day, ${sumsOf(dayMeasures)} from (
      select day, ${dayMeasures} from day_totals union all select day, ${dayMeasures} from rollup_changes
    ) as parts group by day
  ) as kept
  full join (
    select * from
      (select visit_date as day, count(*) as visits, count(*) filter (where status = 'completed') as completed_visits
        from visits group by 1) as visit_sums
      full join (select transaction_date as day, ${saleSums} from sales group by 1) as sale_sums using (day)
      full join (select transaction_date as day, ${ledgerSums} from stock_transactions group by 1) as ledger_sums
        using (day)
  ) as plain using (day)
  where ${differs(dayMeasures)}`;

/** The start of the period of each level that contains a day. */
const periods = (day: string) => `
  (values ('day', ${day}), ('month', date_trunc('month', ${day}::timestamp)::date),
    ('year', make_date(extract(year from ${day})::integer, 1, 1)), ('all', make_date(1, 1, 1))) as period (level, start)`;

const products = `
  select format('product %s, %s %s: kept %s, plain %s', id, level, start, row_to_json(kept), row_to_json(plain))
  from (
    select id, level, start, ${sumsOf(measures)} from (
      select products.id, level::text, start, ${measures} from product_periods
        join products on rollup_key = product_key
      union all
      select products.id, level, start, ${measures} from rollup_changes
        join products on products.id = product_id cross join lateral ${periods("day")}
    ) as parts group by id, level, start
  ) as kept
  full join (
    select * from
      (select product_id as id, level, start, ${saleSums}
        from sales cross join lateral ${periods("transaction_date")} group by 1, 2, 3) as sale_sums
      full join (select product_id as id, level, start, ${ledgerSums}
        from stock_transactions cross join lateral ${periods("transaction_date")} group by 1, 2, 3) as ledger_sums
        using (id, level, start)
  ) as plain using (id, level, start)
  where ${differs(measures)}`;

const doctorMeasures = ["visits", "completed_visits", "revenue"];
const doctors = `
  select format('doctor %s, %s %s: kept %s, plain %s', id, level, start, row_to_json(kept), row_to_json(plain))
  from (
    select id, level, start, ${sumsOf(doctorMeasures)} from (
      select doctors.id, level::text, start, ${doctorMeasures} from doctor_periods
        join doctors on rollup_key = doctor_key
      union all
      select doctors.id, level, start, ${doctorMeasures} from rollup_changes
        join doctors on doctors.id = doctor_id cross join lateral ${periods("day")}
    ) as parts group by id, level, start
  ) as kept
  full join (
    select * from
      (select doctor_id as id, level, start, count(*) as visits,
          count(*) filter (where status = 'completed') as completed_visits
        from visits cross join lateral ${periods("visit_date")} group by 1, 2, 3) as visit_sums
      full join (select visits.doctor_id as id, level, start, sum(total_amount) as revenue
        from sales join visits on visits.id = visit_id cross join lateral ${periods("transaction_date")}
        group by 1, 2, 3) as sale_sums using (id, level, start)
  ) as plain using (id, level, start)
  where ${differs(doctorMeasures)}`;

const personMeasures = ["visits", "completed_visits", "transactions", "items_sold", "revenue"];
const people = `
  select format('person %s, %s %s: kept %s, plain %s', id, level, start, row_to_json(kept), row_to_json(plain))
  from (
    select id, level, start, ${sumsOf(personMeasures)} from (
      select person_id as id, level::text, start, ${personMeasures} from person_periods
      union all
      select person_id, level, start, ${personMeasures} from rollup_changes cross join lateral ${periods("day")}
      where person_id is not null
    ) as parts group by id, level, start
  ) as kept
  full join (
    select * from
      (select created_by as id, level, start, count(*) as visits,
          count(*) filter (where status = 'completed') as completed_visits
        from visits cross join lateral ${periods("visit_date")} where created_by is not null group by 1, 2, 3) as visit_sums
      full join (select created_by as id, level, start, ${saleSums}
        from sales join visits on visits.id = visit_id cross join lateral ${periods("transaction_date")}
        where created_by is not null group by 1, 2, 3) as sale_sums using (id, level, start)
  ) as plain using (id, level, start)
  where ${differs(personMeasures)}`;

/** The sums of each person's sales by a product or a doctor, on all days. */
const personsSales = (noun: "product" | "doctor", measures: readonly string[]) => `
  select format('person %s, ${noun} %s: kept %s, plain %s', id, ${noun}, row_to_json(kept), row_to_json(plain))
  from (
    select id, ${noun}, ${sumsOf(measures)} from (
      select person_id as id, ${noun}s.id as ${noun}, ${measures}
      from person_${noun}s join ${noun}s on rollup_key = ${noun}_key
      union all
      select person_id, ${noun}s.id, ${measures} from rollup_changes join ${noun}s on ${noun}s.id = ${noun}_id
      where person_id is not null
    ) as parts group by id, ${noun}
  ) as kept
  full join (
    select created_by as id, sales.${noun}_id as ${noun}, ${saleSums}
    from sales join visits on visits.id = visit_id where created_by is not null group by 1, 2
  ) as plain using (id, ${noun})
  where ${differs(measures)}`;
const peoplesProducts = personsSales("product", ["transactions", "items_sold", "revenue"]);
const peoplesDoctors = personsSales("doctor", ["revenue"]);
