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

-- The last ten digits of each number in a contact field, as domain/doctors/phone-digits.ts has them: digits of India's scripts
-- are digits, and two mobiles may have only a space between them.
create function contact_digits(contact text) returns text[]
  language sql immutable strict parallel safe
  return (select coalesce(array_agg(distinct right(run[1], 10)), '{}') from regexp_matches(
    regexp_replace(regexp_replace(
      translate(normalize(contact, nfkc), U&'\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f',
        '012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'),
      '(?<![0-9])([6-9][0-9]{4} ?[0-9]{5}) +(?=[+0-9])', '\1/', 'g'),
      '(?<=[0-9])[ ().\u2010-\u2015-]+(?=[0-9])', '', 'g'),
    '[0-9]{10,}', 'g') as run);

create index doctors_by_contact on doctors using gin (contact_digits(contact_number));
create index doctors_by_email on doctors (lower(email));
