-- Archives on their way in: their bytes, until they are stored or refused
-- (docs/decisions/0060-everything-in-one-archive.md).

create schema archive;

create table archive.uploads (
  id uuid primary key,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  file_name text not null check (length(file_name) between 1 and 200),
  -- Of the whole file, as its sender declared it.
  bytes bigint not null check (bytes between 1 and 1073741824)
);

-- All parts but the last have the same size, so that any byte is found without reading those before.
create table archive.parts (
  upload_id uuid not null references archive.uploads on delete cascade,
  number integer not null check (number >= 0),
  content bytea not null check (octet_length(content) between 1 and 524288),
  primary key (upload_id, number)
);
-- It is compressed already.
alter table archive.parts alter column content set storage external;

-- Settings that come with an archive have their history in the archive too: only then they write none.
create or replace function history.note_setting() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_op = 'INSERT' and current_setting('rounds.bringing_in', true) = 'on' then return null; end if;
  if was is distinct from now_is then
    insert into history.changes (noun, op, by, batch_id, before, after) values (tg_table_name,
      case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'updated' else 'deleted' end,
      history.person(), history.batch(), was, now_is);
  end if;
  return null;
end $$;
