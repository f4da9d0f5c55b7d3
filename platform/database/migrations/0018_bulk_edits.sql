-- Bulk edits: what is done to many doctors, and how far it is. The history has what each row was, under the row's own
-- batch, so that one row can be taken back by itself too.

create schema bulk;

create table bulk.edits (
  id uuid primary key,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  -- Null until the first portion was changed.
  started_at timestamptz,
  change jsonb not null,
  creation_digest text not null
);
create index edits_by_person on bulk.edits (made_by, made_at);
create index edits_by_moment on bulk.edits (made_at);

create table bulk.rows (
  edit_id uuid not null references bulk.edits on delete cascade,
  -- Not a foreign key: it may be deleted.
  row_id uuid not null,
  -- As it was chosen; who changed it since keeps that change.
  version integer not null,
  batch_id uuid not null default gen_random_uuid(),
  state text not null default 'waiting'
    check (state in ('waiting', 'done', 'same', 'refused', 'undone', 'kept')),
  -- Why it was refused or kept: `code` and `message`.
  problem jsonb,
  primary key (edit_id, row_id),
  check ((problem is not null) = (state in ('refused', 'kept')))
);
