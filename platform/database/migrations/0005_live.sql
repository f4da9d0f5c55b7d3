-- Tells every server of every change, however it was made. Servers listen on three channels: `live_changes` for rows of
-- the product, `live_access` for users whose sessions or rights have changed, `live_talk` for what servers tell each
-- other. A notification holds 8,000 bytes; what is longer waits in a table and its number is sent.

create schema live;

-- Nobody needs these after a crash: whoever was connected then starts anew.
create unlogged table live.long_messages (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);
create index long_messages_age on live.long_messages (created_at);

create function live.send(channel text, body text) returns void language plpgsql as $$
declare
  number bigint;
begin
  if octet_length(body) < 7900 then
    perform pg_notify(channel, body);
  else
    insert into live.long_messages (body) values (send.body) returning id into number;
    perform pg_notify(channel, json_build_object('long', number)::text);
  end if;
end;
$$;

-- What the database keeps for itself.
create function live.visible(record jsonb) returns jsonb language sql immutable as $$
  select record - array['search', 'name_key', 'creation_digest', 'sequence', 'rollup_key']
$$;

-- One message for a statement. Of a statement that changes more rows than anybody would show, only the number is told.
create function live.note_changes() returns trigger language plpgsql as $$
declare
  many constant integer := 200;
  number integer;
  rows jsonb;
begin
  if tg_op = 'INSERT' then
    select count(*) into number from (select from new_rows limit many + 1) as counted;
    if number between 1 and many then
      select jsonb_agg(jsonb_build_object('new', live.visible(to_jsonb(r)))) into rows from new_rows r;
    end if;
  elsif tg_op = 'UPDATE' then
    select count(*) into number from (select from new_rows limit many + 1) as counted;
    if number between 1 and many then
      select jsonb_agg(jsonb_build_object('new', live.visible(to_jsonb(r)), 'old', jsonb_build_object('id', r.id)))
        into rows from new_rows r;
    end if;
  else
    select count(*) into number from (select from old_rows limit many + 1) as counted;
    if number between 1 and many then
      select jsonb_agg(jsonb_build_object('old', jsonb_build_object('id', r.id))) into rows from old_rows r;
    end if;
  end if;
  if number > 0 then
    perform live.send('live_changes', jsonb_build_object(
      'type', tg_op, 'schema', tg_table_schema, 'table', tg_table_name,
      'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'rows', rows)::text);
  end if;
  return null;
end;
$$;

do $$
declare
  name text;
begin
  foreach name in array array['doctors', 'products', 'visits', 'sales', 'stock_transactions'] loop
    execute format('create trigger live_insert after insert on %I referencing new table as new_rows
      for each statement execute function live.note_changes()', name);
    execute format('create trigger live_update after update on %I referencing new table as new_rows
      for each statement execute function live.note_changes()', name);
    execute format('create trigger live_delete after delete on %I referencing old table as old_rows
      for each statement execute function live.note_changes()', name);
  end loop;
end;
$$;

-- Whose access has changed: servers check the connections of these users again.
create function live.note_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_access', user_id::text) from (select distinct user_id from old_rows) as users;
  return null;
end;
$$;
create trigger live_ended after delete on auth.sessions referencing old table as old_rows
  for each statement execute function live.note_sessions();

create function live.note_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_access', old.user_id::text);
  return null;
end;
$$;
create trigger live_revoked after update on auth.sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function live.note_session();

create function live.note_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_access', old.id::text);
  return null;
end;
$$;
create trigger live_user after update on auth.users for each row
  when (
    old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at
    or old.app_metadata ->> 'role' is distinct from new.app_metadata ->> 'role'
  ) execute function live.note_user();

-- A factor that was verified raises the bar for the user's other sessions.
create trigger live_factor after update on auth.factors for each row
  when (old.status is distinct from new.status) execute function live.note_session();
