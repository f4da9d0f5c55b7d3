-- Whose doctor it was, so that a month that is over stays what it was
-- (docs/decisions/0034-whose-doctor-and-what-a-call-is.md).

lock table doctors, history.changes in access exclusive mode;

-- Whose doctor it was until a moment, written by the database, so that no program can forget it. The present one is in the
-- doctor's own row. Not a foreign key: who has no account any more was the representative nevertheless.
create table doctor_representatives (
  doctor_id uuid not null references doctors on delete cascade,
  until timestamptz not null default clock_timestamp(),
  representative_id uuid,
  primary key (doctor_id, until)
);

create index doctor_representatives_by_time on doctor_representatives (until);

-- Qualified, because the deletion of an account changes doctors too.
create function keep_former_representative() returns trigger language plpgsql as $$
begin
  insert into public.doctor_representatives (doctor_id, representative_id) values (old.id, old.representative_id);
  return null;
end $$;
create trigger doctor_representative_changed after update of representative_id on doctors
  for each row when (old.representative_id is distinct from new.representative_id)
  execute function keep_former_representative();

-- The version before writes fewer nouns.
-- safe from 0.1.0: rule changes_noun_check of history.changes
alter table history.changes
  drop constraint changes_noun_check,
  add constraint changes_noun_check check (noun in ('doctors', 'products', 'visits', 'sales', 'stock_transactions',
    'visit_skips', 'doctor_norms', 'doctor_representatives', 'call_norms', 'holidays', 'leave_days'));

create trigger representatives_deleted after delete on doctor_representatives referencing old table as old_rows
  for each statement execute function history.note_deletion('doctor_id', 'doctors');

-- Fills the table from what the history of changes tells, which begins with migration 17: for doctors from before this
-- migration, or from an archive that is older. Without a change in it, a doctor was always whose it is now. A deleted
-- doctor's rows are noted with the deletion, and come back with the doctor.
create function fill_doctor_representatives() returns void language sql as $$
  with former as materialized (
    select distinct on (row_id, at) row_id as doctor_id, at as until,
      (before ->> 'representative_id')::uuid as representative_id
    from history.changes
    where noun = 'doctors' and op = 'updated' and before ? 'representative_id'
    order by row_id, at, id
  ), deletions as (
    select distinct on (row_id) row_id as doctor_id, at, by, batch_id from history.changes
    where noun = 'doctors' and op = 'deleted' and not exists (select from doctors where id = row_id)
    order by row_id, id desc
  ), filled as (
    insert into doctor_representatives (doctor_id, until, representative_id)
    select former.* from former join doctors on doctors.id = doctor_id
    where not exists (select from doctor_representatives as kept where kept.doctor_id = former.doctor_id)
  )
  insert into history.changes (at, noun, op, row_id, by, batch_id, before)
  select deletions.at, 'doctor_representatives', 'deleted', doctor_id, by, batch_id, to_jsonb(former)
  from former join deletions using (doctor_id)
  where not exists (
    select from history.changes as noted
    where noted.row_id = doctor_id and noted.noun = 'doctor_representatives' and noted.batch_id = deletions.batch_id)
$$;
select fill_doctor_representatives();
