-- What was deleted stays deleted, and a repeated request is known by its key
-- (docs/decisions/0042-what-was-deleted-stays-deleted.md).

create schema sync;

-- One row for each doctor, product and visit that was deleted. `key` is that of the request, `effect` its answer.
create table sync.deleted (
  id uuid primary key,
  noun text not null check (noun in ('doctors', 'products', 'visits')),
  at timestamptz not null default now(),
  by uuid,
  key uuid,
  effect json,
  changed xid8 not null default pg_current_xact_id()
);
create index deleted_by_change on sync.deleted (changed);

lock table doctors, products, visits in access exclusive mode;

-- The key of the request that created the row, and those of its latest edits, newest first.
alter table doctors add column operation_key uuid, add column edit_keys uuid[] not null default '{}';
alter table products add column operation_key uuid, add column edit_keys uuid[] not null default '{}';
alter table visits add column operation_key uuid, add column edit_keys uuid[] not null default '{}';

create or replace function live.visible(record jsonb) returns jsonb language sql immutable as $$
  select record - array['search', 'search_words', 'picker_search', 'picker_words', 'trimmed_address', 'name_key',
    'creation_digest', 'operation_key', 'edit_keys', 'sequence', 'rollup_key']
$$;

create function sync.note_deleted() returns trigger language plpgsql as $$
begin
  insert into sync.deleted (id, noun) select id, tg_table_name from old_rows;
  return null;
end $$;

-- Volatile and after the insert, on purpose: an insert that waits for a deletion of the same id is let through by the
-- unique index once that is committed. Only a look after that, with a new snapshot, sees the deletion.
create function sync.refuse_deleted() returns trigger language plpgsql volatile as $$
begin
  perform from sync.deleted where id = new.id;
  if found then
    raise exception using errcode = 'RD410', message = 'this row was deleted', detail = new.id;
  end if;
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['doctors', 'products', 'visits'] loop
    execute format('create trigger sync_deleted after delete on %I referencing old table as old_rows
      for each statement execute function sync.note_deleted()', name);
    execute format('create trigger sync_stays_deleted after insert on %I
      for each row execute function sync.refuse_deleted()', name);
  end loop;
end $$;
