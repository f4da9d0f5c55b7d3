-- Whose doctor it is and how often each is to be seen: norms per class and per doctor, holidays and leave
-- (docs/decisions/0034-whose-doctor-and-what-a-call-is.md).

-- In force from that month on, until the next row of the class. Without a row, the defaults of domain/coverage/norms.ts.
create table call_norms (
  doctor_class text not null check (doctor_class in ('A', 'B', 'C')),
  from_month date not null check (extract(day from from_month) = 1),
  per_month smallint not null check (per_month between 0 and 31),
  min_gap_days smallint not null check (min_gap_days between 1 and 31),
  primary key (doctor_class, from_month)
);

create table holidays (
  day date primary key,
  name text not null check (is_not_blank(name) and length(name) <= 100)
);

create table leave_days (
  user_id uuid not null references auth.users on delete cascade,
  day date not null,
  primary key (user_id, day)
);

lock table doctors in access exclusive mode;

-- norm: the doctor's own calls a month; 0: no target; null: the norm of the class.
-- representative_id: whose doctor it is; null: shared by everybody.
alter table doctors
  add column norm smallint constraint doctors_norm_range check (norm between 0 and 31),
  add column representative_id uuid;

update doctors set representative_id = created_by
  where created_by in (select id from auth.users where deleted_at is null);

-- The version before leaves both columns alone.
-- safe from 0.1.0: rule doctors_norm_range of public.doctors
-- safe from 0.1.0: rule doctors_representative_exists of public.doctors
alter table doctors add constraint doctors_representative_exists
  foreign key (representative_id) references auth.users on delete set null;

create index doctors_by_representative on doctors (representative_id);

-- A deleted account keeps its row, so the foreign keys do not see it: its doctors become shared, its leave goes.
create function release_doctors_of_deleted() returns trigger language plpgsql as $$
begin
  update public.doctors set representative_id = null, updated_at = now() where representative_id = new.id;
  delete from public.leave_days where user_id = new.id;
  return null;
end $$;
create trigger doctors_released_after_deletion after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function release_doctors_of_deleted();

-- The lock makes a deletion that is under way wait, or this wait for it. It is taken before the weaker one of the foreign
-- key: a deletion that comes between the two would wait for this, and this for it.
create function require_representative() returns trigger language plpgsql as $$
begin
  perform from auth.users where id = new.representative_id and deleted_at is null for share;
  if not found then
    raise foreign_key_violation using constraint = 'doctors_representative_exists',
      message = 'the representative does not exist';
  end if;
  return new;
end $$;
create trigger doctor_given before insert on doctors
  for each row when (new.representative_id is not null) execute function require_representative();
create trigger doctor_given_to_another before update of representative_id on doctors
  for each row when (new.representative_id is not null and new.representative_id is distinct from old.representative_id)
  execute function require_representative();

-- What a doctor's norm was until a moment, written by the database, so that no program can forget it. A doctor's
-- present class and norm are in its own row, and the day on which it was added is that of created_at.
create table doctor_norms (
  doctor_id uuid not null references doctors on delete cascade,
  until timestamptz not null default clock_timestamp(),
  doctor_class text check (doctor_class in ('A', 'B', 'C')),
  norm smallint check (norm between 0 and 31),
  primary key (doctor_id, until)
);

create index doctor_norms_by_time on doctor_norms (until);

create function keep_former_norm() returns trigger language plpgsql as $$
begin
  insert into doctor_norms (doctor_id, doctor_class, norm) values (old.id, old.doctor_class, old.norm);
  return null;
end $$;
create trigger doctor_norm_changed after update of doctor_class, norm on doctors
  for each row when (old.doctor_class is distinct from new.doctor_class or old.norm is distinct from new.norm)
  execute function keep_former_norm();

select live.tell_changes_of('doctors');
