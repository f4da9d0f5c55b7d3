-- What managers and representatives may do (docs/decisions/0065-who-may-do-what.md). What has no row is allowed. While
-- there is no row at all, nobody has chosen.
create table auth.permissions (
  role text not null check (role in ('manager', 'representative')),
  permission text not null,
  allowed boolean not null,
  primary key (role, permission)
);

-- Where people work already, everybody may do everything, as before, and nobody is asked.
insert into auth.permissions (role, permission, allowed)
  select role, permission, true
  from unnest(array['manager', 'representative']) as role,
    unnest(array['delete_doctors_of_others', 'delete_visits_of_others', 'edit_visits_of_others', 'change_products',
      'move_stock', 'export']) as permission
  where exists (select from auth.users);

-- A change may concern every open page: each reads again what its person may do.
create function live.note_permissions() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_access', 'everybody');
  return null;
end;
$$;
create trigger live_noted after insert or update or delete on auth.permissions
  for each statement execute function live.note_permissions();
