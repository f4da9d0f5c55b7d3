-- Doctors whom a person does not see on a day, and why. They stay: how often a clinic was closed is worth knowing later.

create table visit_skips (
  user_id uuid not null references auth.users on delete cascade,
  doctor_id uuid not null constraint visit_skips_doctor_exists references doctors on delete cascade,
  day date not null,
  reason text not null check (reason in ('on_leave', 'not_available', 'asked_later', 'clinic_closed', 'other')),
  note text check (is_not_blank(note) and length(note) <= 500),
  created_at timestamptz not null default now(),
  primary key (user_id, day, doctor_id)
);
create index visit_skips_by_doctor on visit_skips (doctor_id);
