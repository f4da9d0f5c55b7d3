-- Fewer statements and functions for each recorded visit (docs/decisions/0083-what-recording-costs.md).

lock table rollup_changes in access exclusive mode;

-- The queue of the sums has no order, and since 0011 nobody looks for one of its rows.
-- safe from 0.1.0: column public.rollup_changes.id
-- safe from 0.1.0: sequence public.rollup_changes_id_seq
alter table rollup_changes drop column id;

-- The stock and the latest day of the movements come from one look at them.
create or replace function move_stock() returns trigger language plpgsql as $$
declare
  latest date;
begin
  with change as materialized (
    select product_id, sum(quantity) as units, max(transaction_date) as day from moved group by product_id
  ), moved_products as (
    update products
      set current_stock = products.current_stock + change.units, changed = pg_current_xact_id()
      from change where products.id = change.product_id
  )
  select max(day) into latest from change;
  if latest > (now() at time zone 'UTC' + interval '14 hours')::date then
    raise exception 'a stock transaction can''t lie in the future' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The message of a change, as text. In SQL, so that it becomes part of the statement that tells it.
create function live.message(operation text, changed text, rows text) returns text language sql volatile as $$
  select '{"type":"' || operation || '","schema":"public","table":"' || changed || '","at":"'
    || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","rows":' || coalesce('[' || rows || ']', 'null') || '}'
$$;

create or replace function live.tell_changes_of(changed name) returns void language plpgsql as $body$
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
    create or replace function live.%1$I() returns trigger language plpgsql as $$
    declare
      -- Of a statement that changes more rows than anybody would show, only the number is told.
      many constant integer := 200;
      message text;
    begin
      if tg_op = 'INSERT' then
        select live.message(tg_op, tg_table_name,
            case when count(*) <= many then string_agg('{"new":' || row_to_json(r)::text || '}', ',') end) into message
          from (select %2$s from new_rows limit many + 1) as r having count(*) > 0;
      elsif tg_op = 'UPDATE' then
        select live.message(tg_op, tg_table_name, case when count(*) <= many then
            string_agg('{"new":' || row_to_json(r)::text || ',"old":{"id":"' || r.id || '"}}', ',') end) into message
          from (select %2$s from new_rows limit many + 1) as r having count(*) > 0;
      else
        select live.message(tg_op, tg_table_name,
            case when count(*) <= many then string_agg('{"old":{"id":"' || r.id || '"}}', ',') end) into message
          from (select id from old_rows limit many + 1) as r having count(*) > 0;
      end if;
      if octet_length(message) < 7900 then
        perform pg_notify('live_changes', message);
      elsif message is not null then
        perform live.send('live_changes', message);
      end if;
      return null;
    end $$ $sql$, 'note_' || changed, columns);
end $body$;

select live.tell_changes_of(name) from unnest(array['doctors', 'products', 'visits', 'sales', 'stock_transactions']::name[]) as name;
