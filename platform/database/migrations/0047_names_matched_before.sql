-- What a person decided about a name of past visits counts for their next file too, where it is shown as decided before
-- (docs/decisions/0080-what-the-next-file-knows.md).
alter table imports.names add column is_remembered boolean not null default false;
