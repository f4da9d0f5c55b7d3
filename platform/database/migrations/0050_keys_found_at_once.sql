-- Keys of doctors go into their index at once. The list of those that wait for a vacuum is read by each look-up: after 5,000 changed
-- doctors 300 look-ups took 9.6 s instead of 16 ms, and the portions of a long import became slower and slower
-- (docs/decisions/0080-what-the-next-file-knows.md).
alter index directory.doctors_by_key set (fastupdate = off);
select gin_clean_pending_list('directory.doctors_by_key');
