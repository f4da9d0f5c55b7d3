-- 0056 has what it was for.
drop index sales_by_doctor;
