-- What one person entered last: the visits whose doctors the type-ahead offers first, and the doctor whose city a new
-- one begins with.
create index visits_by_person on visits (created_by, visit_date desc, id desc) include (doctor_id, status);
create index doctors_by_person on doctors (created_by, created_at desc, id desc) include (city);
