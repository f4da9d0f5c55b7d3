-- Two rows of one doctor made one: the other id stays as an alias (docs/decisions/0068-one-doctor-entered-twice.md).

-- One row for each merge. `id` is the batch under which the history has what it changed and deleted. `moved` is what the history
-- does not tell: the visits with their versions, the skips, and when the doctor who stays was added.
create table directory.doctor_merges (
  id uuid primary key,
  kept uuid not null,
  merged uuid not null,
  name text not null,
  at timestamptz not null default now(),
  by uuid,
  moved jsonb not null,
  undone_at timestamptz
);
create index merges_by_doctor on directory.doctor_merges (kept, at);

-- Where the doctor of an id is now; that one may have been merged too. Not foreign keys: the doctor who stays may be deleted, and
-- come back.
create table directory.doctor_aliases (
  id uuid primary key,
  doctor_id uuid not null check (doctor_id <> id)
);
create index aliases_of_doctor on directory.doctor_aliases (doctor_id);

-- The doctor whom an id means now: the id itself if it was never merged.
create function directory.doctor_of(wanted uuid) returns uuid language sql stable as $$
  with recursive steps as (
    select wanted as id, 1 as step
    union all
    select alias.doctor_id, step + 1 from steps join directory.doctor_aliases as alias using (id) where step < 100
  )
  select id from steps order by step desc limit 1
$$;

-- Erases what the history tells of a doctor, their visits included, as migration 17 has it; and of those who were merged into
-- this one.
create or replace function history.erase(doctor uuid) returns bigint language plpgsql as $$
declare
  emptied bigint;
  known uuid[] := array(
    with recursive names as (
      select doctor as id
      union
      select alias.id from names join directory.doctor_aliases as alias on alias.doctor_id = names.id
    )
    select id from names);
begin
  perform set_config('rounds.forgetting', 'on', true);
  update history.changes set
    before = case when before is not null then '{}'::jsonb end,
    after = case when after is not null then '{}'::jsonb end
    where row_id = any(known)
      or row_id in (select id from public.visits where doctor_id = doctor)
      -- What went with the doctor, or before.
      or row_id in (select row_id from history.changes
        where noun = 'visits' and before ->> 'doctor_id' = any(known::text[]));
  get diagnostics emptied = row_count;
  perform set_config('rounds.forgetting', '', true);
  update directory.doctor_merges set name = '' where kept = any(known) or merged = any(known);
  return emptied;
end $$;
