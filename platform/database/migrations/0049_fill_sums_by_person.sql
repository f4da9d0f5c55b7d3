-- The sums by person of what is there (docs/decisions/0079-sums-by-person.md), in a transaction of its own, which keeps nobody from
-- recording. What is still noted is added by the fold, so it is left out here; both are read in one statement.
select pg_advisory_xact_lock(rollup_lock());
set local work_mem = '256MB';

-- A server may have folded in what was noted since migration 48.
delete from person_periods;
delete from person_products;
delete from person_doctors;

do $$
begin
  execute $sql$
    with changes as materialized (
      select day, product_id, doctor_id, person_id, visits, completed_visits, transactions, items_sold, revenue
      from rollup_facts where person_id is not null
      union all
      select day, product_id, doctor_id, person_id, -visits, -completed_visits, -transactions, -items_sold, -revenue
      from rollup_changes where person_id is not null
    ), $sql$ || person_sums_of_changes() || $sql$
    select count(*) from changes $sql$;
end $$;

-- Days on which a doctor was visited more than once, which are one call.
create index doctor_days_with_more on doctor_periods (start) include (doctor_key)
  where level = 'day' and completed_visits > 1;
