-- A doctor's sales by day without their ids: equal entries of a visit share one, so the index is a third as large, and a recorded visit
-- changes and divides fewer of its pages (docs/decisions/0083-what-recording-costs.md). Sales of one day are put in order when they are read.
create index sales_of_doctor on sales (doctor_id, transaction_date desc);
