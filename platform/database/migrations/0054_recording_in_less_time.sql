-- Less processor time and log for each visit that is recorded, with the same rules (docs/decisions/0083-what-recording-costs.md).

lock table products, visits, sales, stock_transactions in access exclusive mode;

-- PostgreSQL reads the expressions of checks, conditions of triggers and generated columns from the catalogue, and puts in the bodies of
-- functions in SQL, for each statement anew. A function in PL/pgSQL is compiled once for each connection. What it calls has its schema,
-- because a dump is restored without a search path.

create or replace function is_not_blank(value text) returns boolean
language plpgsql immutable parallel safe strict as $$
begin
  return public.trimmed(value) <> '';
end $$;

create or replace function search_key(value text) returns text
language plpgsql immutable parallel safe strict as $$
begin
  return regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\U000110ba\U00011173\U000111ca\U00011236\U000112e9\U0001133b\U0001133c\U00011446\U000114c3\U000115c0\U000116b7\U0001183a\U00011943]', '', 'g');
end $$;

-- What a row of the ledger may be: one function instead of two long expressions.
create function is_ledger_row(transaction_type text, quantity integer, reference_type text, reference_id uuid) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return case transaction_type when 'purchase' then quantity > 0 when 'sale' then quantity < 0 else quantity <> 0 end
    and (reference_type is null or reference_type not in ('visit_edit_reversal', 'visit_delete_reversal')
      or (transaction_type = 'adjustment' and quantity > 0 and reference_id is not null));
end $$;

-- safe from 0.1.0: rule stock_transactions_sign of public.stock_transactions
-- safe from 0.1.0: rule stock_transactions_reversal of public.stock_transactions
-- safe from 0.1.0: rule stock_transactions_movement of public.stock_transactions
alter table stock_transactions
  drop constraint stock_transactions_sign,
  drop constraint stock_transactions_reversal,
  add constraint stock_transactions_movement
    check (is_ledger_row(transaction_type, quantity, reference_type, reference_id)) not valid;

-- One look for each statement instead of a condition for each row: whether sales of the visit take stock, and return it.

create or replace function refuse_unmoved_sales() returns trigger language plpgsql as $$
begin
  -- Row by row, as in note_sales: a join could be planned to read all visits.
  if exists (
    select from changed where reference_type in ('visit', 'visit_edit_reversal', 'visit_delete_reversal')
      and (select not moves_stock from public.visits where id = reference_id)
  ) then
    raise exception 'the sales of this visit did not move the stock' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
drop trigger unmoved_sales_stay_out on stock_transactions;

-- What a batch brings back is noted for each statement, too. The rules are those of history.note_added.

create function history.note_all_added() returns trigger language plpgsql as $$
begin
  if current_setting('rounds.batch', true) <> '' then
    insert into history.changes (noun, op, row_id, by, batch_id, after)
      select tg_table_name, 'added', record_id, history.person(), history.batch(),
        history.only(content, array['id', 'product_id', 'quantity', 'unit_price'])
      -- Visits have a column "changed" of their own, so the whole row needs another name.
      from changed as given
        cross join lateral to_jsonb(given) as content
        cross join lateral (values ((content ->> tg_argv[0])::uuid)) as record (record_id)
      where exists (select from history.changes where row_id = record_id and op = 'deleted' and noun = 'visits')
        or (tg_table_name = 'sales' and exists (select from public.visits where id = record_id and version > 1));
  end if;
  return null;
end $$;

drop trigger visits_added on visits;
create trigger visits_added after insert on visits referencing new table as changed
  for each statement execute function history.note_all_added('id');
drop trigger sales_added on sales;
create trigger sales_added after insert on sales referencing new table as changed
  for each statement execute function history.note_all_added('visit_id');

-- Whether the stock really changed is asked in the function.

drop trigger stock_moves_with_ledger on products;
create or replace function refuse_stock_change() returns trigger language plpgsql as $$
begin
  if new.current_stock <> old.current_stock then
    raise exception 'current_stock moves only with stock_transactions'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger stock_moves_with_ledger after update of current_stock on products
  for each row when (pg_trigger_depth() = 0) execute function refuse_stock_change();
