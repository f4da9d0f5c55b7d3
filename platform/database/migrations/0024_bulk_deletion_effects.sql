-- What was confirmed of each doctor of a bulk deletion. Null before it is known, as for those prepared by the release before.
alter table bulk.rows
  add column visits bigint,
  add column sales bigint,
  add column units_returned bigint;
