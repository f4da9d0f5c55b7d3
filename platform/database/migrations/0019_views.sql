-- Saved views of lists: filters and shown columns under a name, for oneself or for everybody.

create schema lists;

create table lists.views (
  id uuid primary key,
  list text not null check (list in ('doctors', 'visits', 'products', 'sales', 'inventory')),
  name text not null check (is_not_blank(name) and length(name) <= 60),
  -- Who saved it; those for everybody are every administrator's.
  owner_id uuid not null references auth.users on delete cascade,
  shared boolean not null,
  -- As in the list's address.
  filters jsonb not null,
  -- Headings; null: all columns.
  columns jsonb,
  position double precision not null default extract(epoch from clock_timestamp()),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  creation_digest text not null
);
create index views_by_owner on lists.views (owner_id);
create unique index own_views_have_names on lists.views (owner_id, list, lower(name)) where not shared;
create unique index shared_views_have_names on lists.views (list, lower(name)) where shared;

-- A deleted account keeps its row, and what it shared.
create function lists.forget_deleted_user() returns trigger language plpgsql as $$
begin
  delete from lists.views where owner_id = new.id and not shared;
  return null;
end $$;
create trigger views_go_with_user after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function lists.forget_deleted_user();
