-- Less work for each visit that is recorded, with the same rules.

lock table products, doctors, visits, sales, stock_transactions, rollup_changes in access exclusive mode;

-- Rows of the ledger whose id nobody chose get one in the order of time (UUID v7, RFC 9562), so that neighbours in time
-- are neighbours in the index. A random one changes another page of the index for each row, which goes as a whole to
-- the write-ahead log after each checkpoint.
create function time_ordered_id() returns uuid language plpgsql volatile parallel safe as $$
declare
  milliseconds text := lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0');
begin
  return overlay(gen_random_uuid()::text placing
    left(milliseconds, 8) || '-' || right(milliseconds, 4) || '-7' from 1 for 15);
end $$;

alter table stock_transactions alter column id set default time_ordered_id();

-- No query looks for it.
drop index ledger_by_reference;

-- An update after which a trigger of rows may run before computes all generated columns again. So the stock is guarded
-- after the update; that of a new product, before, as it was.
create or replace trigger stock_follows_ledger before insert on products
  for each row execute function guard_current_stock();

create function refuse_stock_change() returns trigger language plpgsql as $$
begin
  raise exception 'current_stock moves only with stock_transactions'
    using errcode = 'integrity_constraint_violation';
end $$;

create trigger stock_moves_with_ledger after update of current_stock on products
  for each row when (new.current_stock <> old.current_stock and pg_trigger_depth() = 0)
  execute function refuse_stock_change();

-- The queue of the sums: nobody looks for one of its rows, and only the fold removes any, under its lock.

-- safe from 0.1.0: rule rollup_changes_pkey of public.rollup_changes
alter table rollup_changes drop constraint rollup_changes_pkey;

create or replace function fold_rollup_changes(most integer) returns integer language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(rollup_lock()) then
    return 0;
  end if;
  return add_to_rollups(format(
    'delete from rollup_changes where ctid = any (array(select ctid from rollup_changes limit %s)) returning *', most));
end $$;

-- Live changes: each table has a function that names the columns that are told, instead of taking the database's own out
-- of each row. `type`, `schema`, `table`, `at` and `rows` are as before.

create function live.tell(operation text, changed name, rows text) returns void language plpgsql as $$
declare
  body text := '{"type":"' || operation || '","schema":"public","table":"' || changed || '","at":"'
    || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","rows":' || coalesce('[' || rows || ']', 'null') || '}';
begin
  if octet_length(body) < 7900 then
    perform pg_notify('live_changes', body);
  else
    perform live.send('live_changes', body);
  end if;
end $$;

-- Makes the function that tells the changes of a table. A migration that adds a column which people enter or see, or
-- takes one away, calls it again.
create function live.tell_changes_of(changed name) returns void language plpgsql as $body$
declare
  columns text;
begin
  select string_agg(quote_ident(key), ', ' order by attnum) into columns
    from pg_attribute
    join jsonb_object_keys((select live.visible(jsonb_object_agg(attname, null)) from pg_attribute
      where attrelid = format('public.%I', changed)::regclass and attnum > 0 and not attisdropped)) as key
      on key = attname
    where attrelid = format('public.%I', changed)::regclass and attnum > 0;
  execute format($sql$
    create or replace function live.%I() returns trigger language plpgsql as $$
    declare
      -- Of a statement that changes more rows than anybody would show, only the number is told.
      many constant integer := 200;
      number integer;
      rows text;
    begin
      if tg_op = 'INSERT' then
        select count(*), string_agg('{"new":' || row_to_json(r)::text || '}', ',') into number, rows
          from (select %2$s from new_rows limit many + 1) as r;
      elsif tg_op = 'UPDATE' then
        select count(*), string_agg('{"new":' || row_to_json(r)::text || ',"old":{"id":"' || r.id || '"}}', ',')
          into number, rows from (select %2$s from new_rows limit many + 1) as r;
      else
        select count(*), string_agg('{"old":{"id":"' || r.id || '"}}', ',') into number, rows
          from (select id from old_rows limit many + 1) as r;
      end if;
      if number > 0 then
        perform live.tell(tg_op, tg_table_name, case when number <= many then rows end);
      end if;
      return null;
    end $$ $sql$, 'note_' || changed, columns);
end $body$;

do $$
declare
  name text;
begin
  foreach name in array array['doctors', 'products', 'visits', 'sales', 'stock_transactions'] loop
    perform live.tell_changes_of(name);
    execute format('create or replace trigger live_insert after insert on %I referencing new table as new_rows
      for each statement execute function live.%I()', name, 'note_' || name);
    execute format('create or replace trigger live_update after update on %I referencing new table as new_rows
      for each statement execute function live.%I()', name, 'note_' || name);
    execute format('create or replace trigger live_delete after delete on %I referencing old table as old_rows
      for each statement execute function live.%I()', name, 'note_' || name);
  end loop;
end;
$$;
