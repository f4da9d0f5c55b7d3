-- The history of what came after it: the company's name, who may do what, roles and disabled accounts; and nobody rewrites it
-- by a setting of the session (docs/decisions/0073-everything-can-be-taken-back.md).

lock table history.changes, company, auth.permissions, sync.pins, auth.users in access exclusive mode;

-- The version before writes fewer nouns. What is there is not read again, because it passed a narrower rule.
-- safe from 0.1.0: rule changes_noun_check of history.changes
alter table history.changes
  drop constraint changes_noun_check,
  add constraint changes_noun_check check (noun in ('doctors', 'products', 'visits', 'sales', 'stock_transactions',
    'visit_skips', 'doctor_norms', 'doctor_representatives', 'pins', 'call_norms', 'holidays', 'leave_days', 'company',
    'permissions', 'members')) not valid;

create trigger company_history after insert or update or delete on company
  for each row execute function history.note_setting();
create trigger permissions_history after insert or update or delete on auth.permissions
  for each row execute function history.note_setting();

-- Who was kept on whose phone by choice comes back with the doctor.
create trigger pins_deleted after delete on sync.pins referencing old table as old_rows
  for each statement execute function history.note_deletion('doctor_id', 'doctors');

-- Of an account only what it may do: its name and address are the person's own, and go with the account. An account begins with its
-- confirmation, which makes the first one an administrator.
create function history.note_member() returns trigger language plpgsql as $$
declare
  was jsonb := jsonb_build_object('user_id', old.id, 'role', coalesce(old.app_metadata ->> 'role', 'representative'),
    'disabled', old.banned_until is not null);
  now_is jsonb := jsonb_build_object('user_id', new.id, 'role', coalesce(new.app_metadata ->> 'role', 'representative'),
    'disabled', new.banned_until is not null);
begin
  if current_setting('rounds.bringing_in', true) = 'on' then return null; end if;
  if new.deleted_at is not null then now_is := null; end if;
  if was is distinct from now_is then
    insert into history.changes (noun, op, by, batch_id, before, after) values ('members',
      case when now_is is null then 'deleted' else 'updated' end, history.person(), history.batch(), was, now_is);
  end if;
  return null;
end $$;
create trigger members_history after update of app_metadata, banned_until, deleted_at on auth.users
  for each row when (old.deleted_at is null and (old.confirmed_at is not null or new.confirmed_at is null))
  execute function history.note_member();

-- Lets only the two functions below through, which the context of the call shows, and no setting that anybody could make.
create or replace function history.refuse() returns trigger language plpgsql as $$
declare
  callers text;
begin
  get diagnostics callers = pg_context;
  if callers ~ '(^|\n)[^"\n]*history\.(forget|erase)\(' then return coalesce(new, old); end if;
  raise exception 'history.changes is append-only' using errcode = 'integrity_constraint_violation';
end $$;

create or replace function history.forget(older_than timestamptz, most integer) returns bigint language plpgsql as $$
declare
  forgotten bigint;
begin
  delete from history.changes where id in (
    select id from history.changes where at < older_than order by at, id limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- Erases what the history tells of a doctor, their visits included; of those who were merged into this one, or into whom this one
-- was merged; what the answers to deletions say; and the rows of imported files that are about them. Returns how many changes and rows that were.
create or replace function history.erase(doctor uuid) returns bigint language plpgsql as $$
declare
  emptied bigint;
  of_files bigint;
  known uuid[] := array(
    with recursive names as (
      select id from unnest(array[doctor, directory.doctor_of(doctor)]) as id
      union
      select alias.id from names join directory.doctor_aliases as alias on alias.doctor_id = names.id
    )
    select id from names);
  -- Theirs now, and those that went with the doctor or before.
  visits uuid[] := array(
    select id from public.visits where doctor_id = any(known)
    union
    select row_id from history.changes where noun = 'visits' and before ->> 'doctor_id' = any(known::text[]));
begin
  update history.changes set
    before = case when before is not null then '{}'::jsonb end,
    after = case when after is not null then '{}'::jsonb end
    where row_id = any(known || visits);
  get diagnostics emptied = row_count;
  -- The answer to the deletion of a visit names the doctor.
  update sync.deleted set effect = jsonb_set(effect::jsonb, '{doctor_name}', '""')::json
    where id = any(visits) and effect ->> 'doctor_name' is not null;
  update directory.doctor_merges set name = '' where kept = any(known) or merged = any(known);

  with about as (
    select import_id, line, double_of from imports.rows
    where record_id = any(known || visits) or target_id = any(known) or chosen_id = any(known)
      or "values" ->> 'doctor_id' = any(known::text[])
      or record_id is null and candidates && known
  ), lines as (
    select import_id, line from about
    union
    select import_id, double_of from about where double_of is not null
    union
    select rows.import_id, rows.line from imports.rows
    join about on about.import_id = rows.import_id and rows.double_of = about.line
  ), erased as (
    update imports.rows set cells = '{}', changes = '[]', "values" = '{}', reasons = '[]', candidates = '{}',
      -- What was not applied yet never is.
      verdict = case when outcome is null then 'skipped' else verdict end,
      decision = case when outcome is null then 'skip' else decision end
    from lines where rows.import_id = lines.import_id and rows.line = lines.line
    returning rows.import_id, rows.line
  ), keys as (
    delete from imports.keys using erased where keys.import_id = erased.import_id and keys.line = erased.line
  )
  select count(*) into of_files from erased;
  if of_files > 0 then
    update imports.imports set counts = (
      select coalesce(jsonb_object_agg(kind, n), '{}') from (
        select verdict as kind, count(*) as n from imports.rows where import_id = imports.id group by verdict
        union all
        select outcome, count(*) from imports.rows where import_id = imports.id and outcome is not null group by outcome
      ) as counted)
    where id in (select import_id from imports.rows where cells = '{}' and verdict = 'skipped');
  end if;
  return emptied + of_files;
end $$;
