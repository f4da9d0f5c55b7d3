-- Lists of doctors on their way in (docs/decisions/0067-bringing-lists-in.md): the rows of each file, what becomes of them,
-- and what became of them. What an update changed is in the history, under the row's own batch.

create schema imports;

create table imports.imports (
  id uuid primary key,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  noun text not null check (noun in ('doctors')),
  file_name text not null check (length(file_name) between 1 and 200),
  mapping jsonb not null,
  creation_digest text not null,
  state text not null default 'filling'
    check (state in ('filling', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  -- Of its rows, also when those are forgotten.
  total integer not null default 0 check (total between 0 and 20000),
  counts jsonb not null default '{}',
  -- When the first row was applied; null if none was.
  applied_at timestamptz
);
create index imports_by_person on imports.imports (made_by, made_at);
create index imports_by_moment on imports.imports (made_at);

create table imports.rows (
  import_id uuid not null references imports.imports on delete cascade,
  line integer not null check (line between 1 and 10000000),
  cells jsonb not null,
  verdict text not null default 'unchecked'
    check (verdict in ('unchecked', 'create', 'update', 'same', 'look', 'refused', 'skipped')),
  reasons jsonb not null default '[]',
  -- The doctors are no foreign keys: they may be deleted.
  target_id uuid,
  candidates uuid[] not null default '{}',
  changes jsonb not null default '[]',
  -- What is written: all fields of a new doctor, those that change of another.
  "values" jsonb not null default '{}',
  -- The other line that is the same doctor.
  double_of integer,
  -- What a person decided.
  decision text check (decision in ('create', 'update', 'skip')),
  chosen_id uuid,
  outcome text check (outcome in ('applied', 'failed', 'undone', 'kept')),
  -- Why it failed or was kept: `code` and `message`.
  problem jsonb,
  record_id uuid,
  batch_id uuid not null default gen_random_uuid(),
  primary key (import_id, line),
  check (outcome is null or verdict in ('create', 'update')),
  check ((problem is not null) = (outcome in ('failed', 'kept')) or outcome is null and problem is null)
);
create index rows_by_verdict on imports.rows (import_id, verdict, line);
create index rows_by_outcome on imports.rows (import_id, outcome, line) where outcome is not null;
create index rows_to_apply on imports.rows (import_id, line) where outcome is null and verdict in ('create', 'update');
create index rows_by_target on imports.rows (import_id, target_id) where verdict = 'update';
create index rows_by_record on imports.rows (import_id, record_id) where outcome = 'applied';
create index doubles on imports.rows (import_id, double_of) where double_of is not null;

-- By what rows that create or update a doctor are found by others of their file that are like them.
create table imports.keys (
  import_id uuid not null,
  key text not null,
  line integer not null,
  primary key (import_id, key, line),
  foreign key (import_id, line) references imports.rows on delete cascade
);
create index keys_by_line on imports.keys (import_id, line);
