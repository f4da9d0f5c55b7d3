-- Figures of everybody read each doctor's representative, class and norm (docs/decisions/0082-everybodys-late-doctors.md). From an
-- index alone: a doctor's row is wide, and PostgreSQL goes through its texts to get to these columns. 40 ms with 20,000 doctors, two
-- seconds with 1,000,000.
create index doctors_by_norm on doctors (representative_id, doctor_class, norm) include (id, rollup_key, created_at);
