-- Sums of what each person recorded, beside those of everybody (docs/decisions/0079-sums-by-person.md). A visit without an author
-- is in none of them: whose it is depends on the business's time zone, which only the server knows.

lock table visits, sales, rollup_changes in access exclusive mode;

-- Who recorded the visit; null if that is not known, and for the ledger.
alter table rollup_changes add column person_id uuid;

-- With room in each page, so that an update of a sum changes no index.

-- Per person and day, month, year and altogether: visits by their date, sales by the day for which they count.
create table person_periods (
  person_id uuid not null,
  level rollup_level not null,
  start date not null,
  visits bigint not null,
  completed_visits bigint not null,
  transactions bigint not null,
  items_sold bigint not null,
  revenue numeric(24, 2) not null,
  primary key (person_id, level, start)
) with (fillfactor = 80);

create index person_periods_by_start on person_periods (level, start);

-- Sales per person and product, and per person and doctor, of all days. By period they would be many rows, and work for each visit.
create table person_products (
  person_id uuid not null,
  product_key integer not null,
  transactions bigint not null,
  items_sold bigint not null,
  revenue numeric(24, 2) not null,
  primary key (person_id, product_key)
) with (fillfactor = 80);

create table person_doctors (
  person_id uuid not null,
  doctor_key integer not null,
  revenue numeric(24, 2) not null,
  primary key (person_id, doctor_key)
) with (fillfactor = 80);
create index person_doctors_by_doctor on person_doctors (doctor_key);
create index person_products_by_product on person_products (product_key);

create or replace view rollup_facts as
  select visit_date as day, null::uuid as product_id, doctor_id,
    1 as visits, (status = 'completed')::integer as completed_visits,
    0 as transactions, 0 as items_sold, 0.00 as revenue,
    0 as opening, 0 as purchases, 0 as sales, 0 as adjustments, created_by as person_id
  from visits
  union all
  select transaction_date, product_id, sales.doctor_id, 0, 0, 1, quantity, total_amount, 0, 0, 0, 0, visits.created_by
  from sales join visits on visits.id = sales.visit_id
  union all
  select transaction_date, product_id, null, 0, 0, 0, 0, 0.00,
    case when transaction_type = 'opening' then quantity else 0 end,
    case when transaction_type = 'purchase' then quantity else 0 end,
    case when is_sale_movement(transaction_type, reference_type) then -quantity else 0 end,
    case when transaction_type = 'adjustment' and not is_sale_movement(transaction_type, reference_type)
      then quantity else 0 end, null
  from stock_transactions;

create or replace function note_visits() returns trigger language plpgsql as $$
begin
  insert into public.rollup_changes (day, doctor_id, person_id, visits, completed_visits)
    select visit_date, doctor_id, created_by, tg_argv[0]::integer, (status = 'completed')::integer * tg_argv[0]::integer
    from changed;
  return null;
end $$;

-- The author is looked up row by row: planned for a large statement once, a join would read all visits for each small one.
create or replace function note_sales() returns trigger language plpgsql as $$
begin
  insert into public.rollup_changes (day, product_id, doctor_id, person_id, transactions, items_sold, revenue)
    select transaction_date, product_id, doctor_id, (select created_by from public.visits where id = visit_id),
      tg_argv[0]::integer, quantity * tg_argv[0]::integer, total_amount * tg_argv[0]::integer
    from changed;
  return null;
end $$;

-- A visit's sales are deleted before it, while it still says whose they are.
create function delete_sales_first() returns trigger language plpgsql as $$
begin
  delete from public.sales where visit_id = old.id;
  return old;
end $$;
create trigger sales_are_deleted_first before delete on visits
  for each row execute function delete_sales_first();

-- A visit that gets another author, or none, as when an account is removed, takes its sales along. Before the update, because a change of
-- the doctor moves the sales right after it. Qualified, because the removal of an account has another search path.
create function note_author() returns trigger language plpgsql as $$
begin
  insert into public.rollup_changes (day, product_id, doctor_id, person_id, transactions, items_sold, revenue)
    select transaction_date, product_id, doctor_id, person_id, factor, quantity * factor, total_amount * factor
    from public.sales cross join (values (old.created_by, -1), (new.created_by, 1)) as parts (person_id, factor)
    where visit_id = old.id;
  return new;
end $$;
create trigger sales_follow_author before update of created_by on visits
  for each row when (old.created_by is distinct from new.created_by) execute function note_author();

-- The steps of a statement that add `changes`, in the columns of rollup_facts, to the sums by person.
create function person_sums_of_changes() returns text language sql immutable as $body$
  select $sql$
    person_days as (
      select person_id, day, sum(visits) as visits, sum(completed_visits) as completed_visits,
        sum(transactions) as transactions, sum(items_sold) as items_sold, sum(revenue) as revenue
      from changes where person_id is not null group by person_id, day
    ),
    person_sums as (
      insert into person_periods
      select person_id, level, start, sum(visits), sum(completed_visits), sum(transactions), sum(items_sold), sum(revenue)
      from person_days cross join lateral rollup_periods(day) group by person_id, level, start
      order by person_id, level, start
      on conflict (person_id, level, start) do update set
        visits = person_periods.visits + excluded.visits,
        completed_visits = person_periods.completed_visits + excluded.completed_visits,
        transactions = person_periods.transactions + excluded.transactions,
        items_sold = person_periods.items_sold + excluded.items_sold,
        revenue = person_periods.revenue + excluded.revenue
    ),
    person_product_sums as (
      insert into person_products
      select person_id, rollup_key, sum(transactions), sum(items_sold), sum(changes.revenue)
      from changes join products on products.id = product_id
      where person_id is not null group by person_id, rollup_key order by person_id, rollup_key
      on conflict (person_id, product_key) do update set
        transactions = person_products.transactions + excluded.transactions,
        items_sold = person_products.items_sold + excluded.items_sold,
        revenue = person_products.revenue + excluded.revenue
    ),
    person_doctor_sums as (
      insert into person_doctors
      select person_id, rollup_key, sum(changes.revenue)
      from changes join doctors on doctors.id = doctor_id
      where person_id is not null and product_id is not null group by person_id, rollup_key order by person_id, rollup_key
      on conflict (person_id, doctor_key) do update set revenue = person_doctors.revenue + excluded.revenue
    )
  $sql$
$body$;

-- As before, with the sums by person.
create or replace function add_to_rollups(source text) returns integer language plpgsql as $$
declare
  added integer;
begin
  execute $sql$
    with changes as materialized ($sql$ || source || $sql$),
    days as (
      insert into day_totals
      select day, sum(visits), sum(completed_visits), sum(transactions), sum(items_sold), sum(revenue),
        sum(opening), sum(purchases), sum(sales), sum(adjustments)
      from changes group by day order by day
      on conflict (day) do update set
        visits = day_totals.visits + excluded.visits,
        completed_visits = day_totals.completed_visits + excluded.completed_visits,
        transactions = day_totals.transactions + excluded.transactions,
        items_sold = day_totals.items_sold + excluded.items_sold,
        revenue = day_totals.revenue + excluded.revenue,
        opening = day_totals.opening + excluded.opening,
        purchases = day_totals.purchases + excluded.purchases,
        sales = day_totals.sales + excluded.sales,
        adjustments = day_totals.adjustments + excluded.adjustments
    ),
    product_days as (
      select rollup_key, day, sum(transactions) as transactions, sum(items_sold) as items_sold,
        sum(changes.revenue) as revenue, sum(opening) as opening, sum(purchases) as purchases, sum(sales) as sales,
        sum(adjustments) as adjustments
      from changes join products on products.id = product_id group by rollup_key, day
    ),
    product_sums as (
      insert into product_periods
      select rollup_key, level, start, sum(transactions), sum(items_sold), sum(revenue), sum(opening),
        sum(purchases), sum(sales), sum(adjustments)
      from product_days cross join lateral rollup_periods(day) group by rollup_key, level, start
      order by level, start
      on conflict (product_key, level, start) do update set
        transactions = product_periods.transactions + excluded.transactions,
        items_sold = product_periods.items_sold + excluded.items_sold,
        revenue = product_periods.revenue + excluded.revenue,
        opening = product_periods.opening + excluded.opening,
        purchases = product_periods.purchases + excluded.purchases,
        sales = product_periods.sales + excluded.sales,
        adjustments = product_periods.adjustments + excluded.adjustments
    ),
    doctor_days as (
      select rollup_key, day, sum(visits) as visits, sum(completed_visits) as completed_visits,
        sum(changes.revenue) as revenue
      from changes join doctors on doctors.id = doctor_id group by rollup_key, day
    ),
    doctor_sums as (
      insert into doctor_periods
      select rollup_key, level, start, sum(visits), sum(completed_visits), sum(revenue)
      from doctor_days cross join lateral rollup_periods(day) group by rollup_key, level, start
      order by level, start
      on conflict (doctor_key, level, start) do update set
        visits = doctor_periods.visits + excluded.visits,
        completed_visits = doctor_periods.completed_visits + excluded.completed_visits,
        revenue = doctor_periods.revenue + excluded.revenue
    ), $sql$ || person_sums_of_changes() || $sql$
    select count(*) from changes
  $sql$ into added;
  return added;
end $$;

create or replace function rebuild_rollups() returns void language plpgsql as $$
begin
  delete from day_totals;
  delete from product_periods;
  delete from doctor_periods;
  delete from person_periods;
  delete from person_products;
  delete from person_doctors;
  delete from rollup_changes;
  perform add_to_rollups('select * from rollup_facts');
end $$;

create or replace function forget_product_sums() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(rollup_lock());
  delete from product_periods where product_key = old.rollup_key;
  delete from person_products where product_key = old.rollup_key;
  return old;
end $$;

create or replace function forget_doctor_sums() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(rollup_lock());
  delete from doctor_periods where doctor_key = old.rollup_key;
  delete from person_doctors where doctor_key = old.rollup_key;
  return old;
end $$;
