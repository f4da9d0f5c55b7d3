-- What was changed and deleted, by whom, from what to what (docs/decisions/0052-what-was-is-kept.md). The database
-- writes it in the transaction of the change, so no program can forget it. A creation is told by the row itself.

create schema history;

-- One row for each row that was changed or deleted; for a line of a visit that was added later, too. `before` and
-- `after` hold the fields that changed; for a deletion `before` is the whole row. `row_id` is that of the visit for its
-- lines. `batch_id` is the key of the request, if it had one, so that who sent it can take it back. `by`: null for SQL
-- by hand, and for what the product does by itself.
create table history.changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  noun text not null check (noun in ('doctors', 'products', 'visits', 'sales', 'stock_transactions', 'visit_skips',
    'doctor_norms', 'call_norms', 'holidays', 'leave_days')),
  op text not null check (op in ('added', 'updated', 'deleted')),
  row_id uuid,
  by uuid,
  batch_id uuid not null,
  before jsonb,
  after jsonb,
  check ((before is null) = (op = 'added') and (after is null) = (op = 'deleted'))
);
create index changes_by_row on history.changes (row_id, id);
create index changes_by_batch on history.changes (batch_id);
create index changes_by_moment on history.changes (at, id);
create index changes_by_person on history.changes (by, at, id);
create index changes_by_noun on history.changes (noun, at, id);
create index deletions on history.changes (at, id) where op = 'deleted' and noun in ('doctors', 'products', 'visits');

-- Append-only, like the ledger: old rows go when the retention ends, by `history.forget`.
create function history.refuse() returns trigger language plpgsql as $$
begin
  if current_setting('rounds.forgetting', true) = 'on' then return coalesce(new, old); end if;
  raise exception 'history.changes is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger changes_are_kept before update or delete on history.changes
  for each row execute function history.refuse();
create trigger changes_are_never_emptied before truncate on history.changes
  for each statement execute function history.refuse();

-- Forgets what is older, so many rows at most, and returns how many.
create function history.forget(older_than timestamptz, most integer) returns bigint language plpgsql as $$
declare
  forgotten bigint;
begin
  perform set_config('rounds.forgetting', 'on', true);
  delete from history.changes where id in (
    select id from history.changes where at < older_than order by at, id limit most);
  get diagnostics forgotten = row_count;
  perform set_config('rounds.forgetting', '', true);
  return forgotten;
end $$;

-- Erases what the history tells of a doctor, their visits included, and returns how many changes: what happened, who did
-- it and when stays. What was erased can't come back.
create function history.erase(doctor uuid) returns bigint language plpgsql as $$
declare
  emptied bigint;
begin
  perform set_config('rounds.forgetting', 'on', true);
  update history.changes set
    before = case when before is not null then '{}'::jsonb end,
    after = case when after is not null then '{}'::jsonb end
    where row_id = doctor
      or row_id in (select id from public.visits where doctor_id = doctor)
      -- What went with the doctor, or before.
      or row_id in (select row_id from history.changes where noun = 'visits' and before ->> 'doctor_id' = doctor::text);
  get diagnostics emptied = row_count;
  perform set_config('rounds.forgetting', '', true);
  return emptied;
end $$;

-- Who acts in this transaction, and under which key. `history.act` is called by whoever deletes, and by the triggers of
-- rows that say who changed them; what follows in the transaction belongs to the same batch.
create function history.act(who uuid, key uuid) returns void language sql as $$
  select set_config('rounds.user', coalesce(who::text, ''), true),
    set_config('rounds.batch', coalesce(key, gen_random_uuid())::text, true)
$$;

create function history.person() returns uuid language sql stable as $$
  select nullif(current_setting('rounds.user', true), '')::uuid
$$;

create function history.batch() returns uuid language plpgsql as $$
begin
  if coalesce(current_setting('rounds.batch', true), '') = '' then perform history.act(null, null); end if;
  return current_setting('rounds.batch')::uuid;
end $$;

create function history.only(record jsonb, fields text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(record) where key = any(fields)
$$;

-- An edit: the fields that differ, of those that are given to the trigger. Stock and computed columns don't count.
create function history.note_edit() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := to_jsonb(new);
  differing text[];
begin
  select array_agg(field) into differing from unnest(tg_argv) as field
    where was -> field is distinct from now_is -> field;
  -- A person's edit counts the version on and says whose it is; what the database does by itself does not.
  if now_is -> 'version' <> was -> 'version' then
    perform history.act((now_is ->> 'updated_by')::uuid,
      case when now_is -> 'edit_keys' -> 0 is distinct from was -> 'edit_keys' -> 0
        then (now_is -> 'edit_keys' ->> 0)::uuid end);
  end if;
  if differing is null then return null; end if;
  insert into history.changes (noun, op, row_id, by, batch_id, before, after) values (
    tg_table_name, 'updated', case tg_table_name when 'sales' then now_is ->> 'visit_id' else now_is ->> 'id' end::uuid,
    history.person(), history.batch(),
    history.only(was, differing || array['id']), history.only(now_is, differing || array['id']));
  return null;
end $$;

-- A line that an edit adds to a visit, and a row that is brought back. Other new rows tell it themselves.
create function history.note_added() returns trigger language plpgsql as $$
begin
  insert into history.changes (noun, op, row_id, by, batch_id, after) values (
    tg_table_name, 'added', (to_jsonb(new) ->> tg_argv[0])::uuid, history.person(), history.batch(),
    history.only(to_jsonb(new), array['id', 'product_id', 'quantity', 'unit_price']));
  return null;
end $$;

-- Whole rows, from which they can be made again. The first argument is the column with the id of the row that they are
-- part of. The second is the table of that row, if they count only where it is deleted as well.
create function history.note_deletion() returns trigger language plpgsql as $$
declare
  computed text[];
  is_gone boolean := tg_nargs = 1;
begin
  select coalesce(array_agg(attname::text), '{}') || '{changed}' into computed from pg_attribute
    where attrelid = tg_relid and attnum > 0 and (attgenerated <> '' or attidentity <> '');
  insert into history.changes (noun, op, row_id, by, batch_id, before)
    select tg_table_name, 'deleted', (record ->> tg_argv[0])::uuid, history.person(), history.batch(), record - computed
    from (select to_jsonb(old_rows) as record from old_rows) as deleted
    where is_gone
      or tg_argv[1] = 'doctors' and not exists (select from public.doctors where id = (record ->> tg_argv[0])::uuid)
      or tg_argv[1] = 'products' and not exists (select from public.products where id = (record ->> tg_argv[0])::uuid);
  return null;
end $$;

-- Settings have no id: what is added and removed is told too.
create function history.note_setting() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if was is distinct from now_is then
    insert into history.changes (noun, op, by, batch_id, before, after) values (tg_table_name,
      case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'updated' else 'deleted' end,
      history.person(), history.batch(), was, now_is);
  end if;
  return null;
end $$;

create trigger doctors_history
  after update of name, specialization, hospital, doctor_class, doctor_type, contact_number, email, address, norm,
    representative_id on doctors
  for each row execute function history.note_edit('name', 'specialization', 'hospital', 'doctor_class', 'doctor_type',
    'contact_number', 'email', 'address', 'norm', 'representative_id');
create trigger products_history after update of name, description, price, category on products
  for each row execute function history.note_edit('name', 'description', 'price', 'category');
create trigger visits_history after update of doctor_id, visit_date, status, notes on visits
  for each row execute function history.note_edit('doctor_id', 'visit_date', 'status', 'notes');
create trigger sales_history after update of product_id, quantity, unit_price on sales
  for each row execute function history.note_edit('product_id', 'quantity', 'unit_price');
-- Only where somebody has said who acts: in an edit, or where what was deleted comes back. Others pay for one comparison.
create trigger sales_added after insert on sales
  for each row when (current_setting('rounds.batch', true) <> '') execute function history.note_added('visit_id');
create trigger visits_added after insert on visits
  for each row when (current_setting('rounds.batch', true) <> '') execute function history.note_added('id');
create trigger doctors_added after insert on doctors
  for each row when (current_setting('rounds.batch', true) <> '') execute function history.note_added('id');
create trigger products_added after insert on products
  for each row when (current_setting('rounds.batch', true) <> '') execute function history.note_added('id');

create trigger doctors_deleted after delete on doctors referencing old table as old_rows
  for each statement execute function history.note_deletion('id');
create trigger visits_deleted after delete on visits referencing old table as old_rows
  for each statement execute function history.note_deletion('id');
create trigger sales_deleted after delete on sales referencing old table as old_rows
  for each statement execute function history.note_deletion('visit_id');
create trigger products_deleted after delete on products referencing old table as old_rows
  for each statement execute function history.note_deletion('id');
create trigger ledger_deleted after delete on stock_transactions referencing old table as old_rows
  for each statement execute function history.note_deletion('product_id', 'products');
create trigger skips_deleted after delete on visit_skips referencing old table as old_rows
  for each statement execute function history.note_deletion('doctor_id', 'doctors');
create trigger norms_deleted after delete on doctor_norms referencing old table as old_rows
  for each statement execute function history.note_deletion('doctor_id', 'doctors');

create trigger call_norms_history after insert or update or delete on call_norms
  for each row execute function history.note_setting();
create trigger holidays_history after insert or update or delete on holidays
  for each row execute function history.note_setting();
create trigger leave_days_history after insert or delete on leave_days
  for each row execute function history.note_setting();
