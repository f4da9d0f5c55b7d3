-- Lines of a file that are about one doctor: also those that would change nothing, because another line would.
create index rows_by_doctor on imports.rows (import_id, target_id) where verdict in ('update', 'same');
drop index imports.rows_by_target;
