-- The phones on which a person keeps rows, as each reported itself last, and the doctors who are kept there by choice.

create table sync.devices (
  user_id uuid not null references auth.users on delete cascade,
  -- Chosen by the phone.
  id uuid not null,
  -- In which it reported. Not a foreign key: what waits on a device is worth knowing after its session.
  session_id uuid not null,
  user_agent text not null check (length(user_agent) <= 500),
  rows integer not null check (rows >= 0),
  waiting integer not null check (waiting >= 0),
  needs_you integer not null check (needs_you >= 0),
  -- When the oldest entry that waits there was made.
  oldest_at timestamptz,
  synced_at timestamptz not null,
  primary key (user_id, id)
);

-- A deleted account keeps its row.
create function sync.forget_deleted_user() returns trigger language plpgsql as $$
begin
  delete from sync.devices where user_id = new.id;
  delete from sync.pins where user_id = new.id;
  return null;
end $$;
create trigger devices_go_with_user after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function sync.forget_deleted_user();

-- Doctors whom a person keeps on the phone although there are too many for all of them.
create table sync.pins (
  user_id uuid not null references auth.users on delete cascade,
  doctor_id uuid not null constraint pins_doctor_exists references doctors on delete cascade,
  primary key (user_id, doctor_id)
);
create index pins_by_doctor on sync.pins (doctor_id);
