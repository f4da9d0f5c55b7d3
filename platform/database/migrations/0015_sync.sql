-- What phones are told: the rows that changed since their last sync (docs/decisions/0043-a-sync-that-loses-no-row.md).

lock table products, doctors, visits in access exclusive mode;

-- The transaction that changed a row last; null: one from before this migration. The default comes second, because a
-- column that is added with it would rewrite the table. Without an index, which every recorded visit would pay for.
alter table doctors add column changed xid8;
alter table doctors alter column changed set default pg_current_xact_id();
alter table products add column changed xid8;
alter table products alter column changed set default pg_current_xact_id();
alter table visits add column changed xid8;
alter table visits alter column changed set default pg_current_xact_id();

create function sync.stamp() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger doctors_changed before update on doctors for each row execute function sync.stamp();
create trigger visits_changed before update on visits for each row execute function sync.stamp();

-- A trigger before an update of products would compute their texts to search in again for each sale. So whoever updates
-- a product sets the column, and this mends what was forgotten.
create function sync.stamp_product() returns trigger language plpgsql as $$
begin
  update public.products set changed = pg_current_xact_id() where id = new.id;
  return null;
end $$;
create trigger products_changed after update on products
  for each row when (new.changed is distinct from pg_current_xact_id()) execute function sync.stamp_product();

create or replace function move_stock() returns trigger language plpgsql as $$
begin
  if exists (select from moved where transaction_date > (now() at time zone 'UTC' + interval '14 hours')::date) then
    raise exception 'a stock transaction can''t lie in the future' using errcode = 'check_violation';
  end if;
  update products
    set current_stock = products.current_stock + change.units, changed = pg_current_xact_id()
    from (select product_id, sum(quantity) as units from moved group by product_id) as change
    where products.id = change.product_id;
  return null;
end $$;

create or replace function live.visible(record jsonb) returns jsonb language sql immutable as $$
  select record - array['search', 'search_words', 'picker_search', 'picker_words', 'trimmed_address', 'name_key',
    'creation_digest', 'operation_key', 'edit_keys', 'sequence', 'rollup_key', 'changed']
$$;

-- Numbers of transactions compare only along one history of the database. The epoch names it: one row, which a server
-- checks at its start and once a minute. `high` is a number that the history has reached.
create table sync.epoch (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  history text not null,
  high xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);

-- Differs after a failover (the timeline), on another cluster (its identifier), and for a copy from a dump, even into the
-- same cluster (the numbers of the database and of the table).
create function sync.history() returns text language sql stable as $$
  select concat_ws('/', (select system_identifier from pg_control_system()),
    (select oid from pg_database where datname = current_database()), 'sync.epoch'::regclass::oid,
    left(pg_walfile_name(pg_current_wal_lsn()), 8))
$$;

insert into sync.epoch (history) values (sync.history());

-- Notes how far the history has come, and begins a new epoch if it is another one than the row says. True if so.
create function sync.keep_epoch() returns boolean language plpgsql as $$
declare
  kept sync.epoch;
  is_new boolean;
begin
  select * into kept from sync.epoch for update;
  is_new := not found or kept.history <> sync.history() or kept.high > pg_current_xact_id();
  insert into sync.epoch (history) values (sync.history())
    on conflict (is_only) do update set
      id = case when is_new then excluded.id else kept.id end,
      history = excluded.history, high = excluded.high, at = excluded.at;
  return is_new;
end $$;
