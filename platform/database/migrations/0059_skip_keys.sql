-- The requests that skipped a doctor or took that back, so that one that arrives again does nothing
-- (docs/decisions/0042-what-was-deleted-stays-deleted.md). A skip that was taken back leaves no row of its own. The commands
-- remove what is older than a phone may send.

create table sync.skip_keys (
  user_id uuid not null references auth.users on delete cascade,
  day date not null,
  -- Not a foreign key: what is left of a deleted doctor goes with its day.
  doctor_id uuid not null,
  -- The latest first.
  keys uuid[] not null,
  primary key (user_id, day, doctor_id)
);

create or replace function sync.forget_deleted_user() returns trigger language plpgsql as $$
begin
  delete from sync.devices where user_id = new.id;
  delete from sync.pins where user_id = new.id;
  delete from sync.skip_keys where user_id = new.id;
  return null;
end $$;
