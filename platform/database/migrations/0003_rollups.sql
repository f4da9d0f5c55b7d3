-- Sums kept beside the rows that they sum, so that reports over years read a few thousand rows instead of millions.
--
-- Every change of a visit, a sale or the ledger appends its difference to rollup_changes, in the same transaction. A
-- sum is what day_totals, product_periods or doctor_periods hold plus what rollup_changes holds: true at any moment.
-- The server folds the changes in from time to time (fold_rollup_changes), so that writers never wait for each other
-- at a row that all of them would touch, such as the sum of today.

-- A sale knows its doctor, so that it can be listed and summed by doctor without its visit.

alter table visits add constraint visits_with_doctor unique (id, doctor_id);
alter table sales add column doctor_id uuid;
update sales set doctor_id = visits.doctor_id from visits where visits.id = sales.visit_id;
alter table sales
  alter column doctor_id set not null,
  drop constraint sales_visit_id_fkey,
  add constraint sales_belong_to_visit foreign key (visit_id, doctor_id) references visits (id, doctor_id)
    on update cascade on delete cascade;

drop index sales_by_product;
create index sales_by_product on sales (product_id, transaction_date desc, id desc) include (doctor_id, total_amount);
create index sales_by_doctor on sales (doctor_id, transaction_date desc, id desc);
create index sales_by_day on sales (transaction_date desc, id desc);

-- Rollup rows name product and doctor by a short number: half the size, and twice the speed, of an id.

alter table products add column rollup_key integer not null generated always as identity unique;
alter table doctors add column rollup_key integer not null generated always as identity unique;

create type rollup_level as enum ('day', 'month', 'year', 'all');

-- Differences not folded in yet. What a writer does not touch is 0 or null.
create table rollup_changes (
  id bigint primary key generated always as identity,
  day date not null,
  product_id uuid,
  doctor_id uuid,
  visits integer not null default 0,
  completed_visits integer not null default 0,
  transactions integer not null default 0,
  items_sold integer not null default 0,
  revenue numeric(24, 2) not null default 0,
  opening integer not null default 0,
  purchases integer not null default 0,
  sales integer not null default 0,
  adjustments integer not null default 0
);
-- It is small and always changing: its dead rows must go at once, or reading it costs what it should save.
alter table rollup_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000000);

-- Per day: visits by their date, sales by the day for which they count, units by the ledger's day. transactions,
-- items_sold and revenue (rupees) sum the sales; opening, purchases, sales (net of reversals) and adjustments (without
-- reversals) sum the ledger, in units.
create table day_totals (
  day date primary key,
  visits bigint not null,
  completed_visits bigint not null,
  transactions bigint not null,
  items_sold bigint not null,
  revenue numeric(24, 2) not null,
  opening bigint not null,
  purchases bigint not null,
  sales bigint not null,
  adjustments bigint not null
);

-- Per product and day, month, year (by their first day) and altogether (from 0001-01-01).
create table product_periods (
  product_key integer not null,
  level rollup_level not null,
  start date not null,
  transactions bigint not null,
  items_sold bigint not null,
  revenue numeric(24, 2) not null,
  opening bigint not null,
  purchases bigint not null,
  sales bigint not null,
  adjustments bigint not null,
  primary key (product_key, level, start)
);
create index product_periods_by_start on product_periods (level, start);

create table doctor_periods (
  doctor_key integer not null,
  level rollup_level not null,
  start date not null,
  visits bigint not null,
  completed_visits bigint not null,
  revenue numeric(24, 2) not null,
  primary key (doctor_key, level, start)
);
create index doctor_periods_by_start on doctor_periods (level, start, revenue desc)
  include (doctor_key, visits, completed_visits);

-- The periods that hold a day.
create function rollup_periods(day date) returns table (level rollup_level, start date)
  language sql immutable strict parallel safe rows 4 as $$
  values ('day'::rollup_level, day),
    ('month', date_trunc('month', day::timestamp)::date),
    ('year', date_trunc('year', day::timestamp)::date),
    ('all', date '0001-01-01')
$$;

-- Whether a ledger row counts under sales: a sale, or what an edit or a deletion of its visit took back.
create function is_sale_movement(transaction_type text, reference_type text) returns boolean
  language sql immutable parallel safe
  return transaction_type = 'sale' or coalesce(reference_type in ('visit_edit_reversal', 'visit_delete_reversal'), false);

-- Every row as what it adds to the sums: the columns of rollup_changes.
create view rollup_facts as
  select visit_date as day, null::uuid as product_id, doctor_id,
    1 as visits, (status = 'completed')::integer as completed_visits,
    0 as transactions, 0 as items_sold, 0.00 as revenue,
    0 as opening, 0 as purchases, 0 as sales, 0 as adjustments
  from visits
  union all
  select transaction_date, product_id, doctor_id, 0, 0, 1, quantity, total_amount, 0, 0, 0, 0
  from sales
  union all
  select transaction_date, product_id, null, 0, 0, 0, 0, 0.00,
    case when transaction_type = 'opening' then quantity else 0 end,
    case when transaction_type = 'purchase' then quantity else 0 end,
    case when is_sale_movement(transaction_type, reference_type) then -quantity else 0 end,
    case when transaction_type = 'adjustment' and not is_sale_movement(transaction_type, reference_type)
      then quantity else 0 end
  from stock_transactions;

-- Each statement on visits, sales and the ledger notes what it changed; the trigger's argument is 1 for rows that
-- came, -1 for rows that went. An update is both.

create function note_visits() returns trigger language plpgsql as $$
begin
  insert into rollup_changes (day, doctor_id, visits, completed_visits)
    select visit_date, doctor_id, tg_argv[0]::integer, (status = 'completed')::integer * tg_argv[0]::integer
    from changed;
  return null;
end $$;

create trigger new_visits_are_noted after insert on visits
  referencing new table as changed for each statement execute function note_visits('1');
create trigger edited_visits_are_noted after update on visits
  referencing new table as changed for each statement execute function note_visits('1');
create trigger visits_before_an_edit_are_noted after update on visits
  referencing old table as changed for each statement execute function note_visits('-1');
create trigger deleted_visits_are_noted after delete on visits
  referencing old table as changed for each statement execute function note_visits('-1');

create function note_sales() returns trigger language plpgsql as $$
begin
  insert into rollup_changes (day, product_id, doctor_id, transactions, items_sold, revenue)
    select transaction_date, product_id, doctor_id, tg_argv[0]::integer, quantity * tg_argv[0]::integer,
      total_amount * tg_argv[0]::integer
    from changed;
  return null;
end $$;

create trigger new_sales_are_noted after insert on sales
  referencing new table as changed for each statement execute function note_sales('1');
create trigger edited_sales_are_noted after update on sales
  referencing new table as changed for each statement execute function note_sales('1');
create trigger sales_before_an_edit_are_noted after update on sales
  referencing old table as changed for each statement execute function note_sales('-1');
create trigger deleted_sales_are_noted after delete on sales
  referencing old table as changed for each statement execute function note_sales('-1');

create function note_movements() returns trigger language plpgsql as $$
begin
  insert into rollup_changes (day, product_id, opening, purchases, sales, adjustments)
    select transaction_date, product_id,
      case when transaction_type = 'opening' then quantity * tg_argv[0]::integer else 0 end,
      case when transaction_type = 'purchase' then quantity * tg_argv[0]::integer else 0 end,
      case when is_sale_movement(transaction_type, reference_type) then -quantity * tg_argv[0]::integer else 0 end,
      case when transaction_type = 'adjustment' and not is_sale_movement(transaction_type, reference_type)
        then quantity * tg_argv[0]::integer else 0 end
    from changed;
  return null;
end $$;

create trigger new_movements_are_noted after insert on stock_transactions
  referencing new table as changed for each statement execute function note_movements('1');
create trigger deleted_movements_are_noted after delete on stock_transactions
  referencing old table as changed for each statement execute function note_movements('-1');

-- Adds to the sums what the query `source` yields, whose columns are those of rollup_facts; says how many rows that
-- were. Rows of products and doctors that are gone count for their day only. Only under the lock of the rollups.
create function add_to_rollups(source text) returns integer language plpgsql as $$
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
    )
    select count(*) from changes
  $sql$ into added;
  return added;
end $$;

-- The number of the lock under which rollups are written.
create function rollup_lock() returns bigint language sql immutable return 7685421;

-- Folds up to so many noted changes into the sums, oldest first, and says how many they were; 0, without waiting,
-- while somebody else writes the rollups.
create function fold_rollup_changes(most integer) returns integer language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(rollup_lock()) then
    return 0;
  end if;
  return add_to_rollups(format(
    'delete from rollup_changes where id in (select id from rollup_changes order by id limit %s) returning *', most));
end $$;

-- Makes all sums anew from the rows. In a transaction of isolation level repeatable read, begun while the session
-- holds the lock of the rollups, this needs nobody to wait: what is written meanwhile stays noted, and is added later.
create function rebuild_rollups() returns void language plpgsql as $$
begin
  delete from day_totals;
  delete from product_periods;
  delete from doctor_periods;
  delete from rollup_changes;
  perform add_to_rollups('select * from rollup_facts');
end $$;

-- The sums of a product or doctor go with it. The lock keeps a fold that began before from adding them again.

create function forget_product_sums() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(rollup_lock());
  delete from product_periods where product_key = old.rollup_key;
  return old;
end $$;

create trigger product_sums_go_along before delete on products
  for each row execute function forget_product_sums();

create function forget_doctor_sums() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(rollup_lock());
  delete from doctor_periods where doctor_key = old.rollup_key;
  return old;
end $$;

create trigger doctor_sums_go_along before delete on doctors
  for each row execute function forget_doctor_sums();

select rebuild_rollups();
