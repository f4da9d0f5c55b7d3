import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { TestDatabase } from "@rounds/testkit/database.ts";
import { addPeople } from "./people.ts";

/** The people of `addRandomDays`: the third represents no doctor. */
export const peopleOfDays = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

/**
 * Adds people, 400 doctors, their former norms, visits, skips, holidays and leave, from January to July 2025. The same
 * `seed` (0 to 1) gives the same, but for ids.
 */
export async function addRandomDays({ pool }: Pick<TestDatabase, "pool">, seed: number): Promise<void> {
  const people = peopleOfDays;
  const days = (first: Day, count: number) => `date '${first}' + floor(random() * ${count})::integer`;
  await pool.query("select setseed($1)", [seed]);
  await addPeople(
    pool,
    people.map((id) => ({ id })),
  );
  await pool.query(
    `insert into doctors (id, name, address, creation_digest, doctor_class, norm, representative_id, created_at)
     select gen_random_uuid(), 'Dr. ' || (array['A', 'a', 'É', 'न'])[1 + floor(random() * 4)::integer] || n % 50,
       (array['Road, Pune', 'Road, Pune - 411001', 'Mumbai', 'Road,', null])[1 + floor(random() * 5)::integer], '',
       (array['A', 'B', 'C', null])[1 + floor(random() * 4)::integer],
       case when random() < 0.2 then floor(random() * 32)::integer end,
       (array[$1, $2, null, null, null]::uuid[])[1 + floor(random() * 5)::integer],
       case when random() < 0.6 then timestamptz '2024-01-01' else
         timestamptz '2025-02-20 12:00Z' + floor(random() * 230) * interval '12 hours' + interval '6 hours 45 minutes' end
     from generate_series(1, 400) n`,
    people.slice(0, 2),
  );
  await pool.query(`
    insert into doctor_norms (doctor_id, until, doctor_class, norm)
    select id, timestamptz '2025-02-20 18:15Z' + floor(random() * 115) * interval '1 day' + n * interval '1 minute',
      (array['A', 'B', 'C', null])[1 + floor(random() * 4)::integer],
      case when random() < 0.2 then floor(random() * 6)::integer end
    from doctors, generate_series(1, 2) n where random() < 0.25`);
  await pool.query(
    `insert into visits (id, doctor_id, visit_date, status, created_by, creation_digest)
     select gen_random_uuid(), id, ${days("2025-01-01", 195)},
       (array['completed', 'completed', 'completed', 'scheduled', 'cancelled'])[1 + floor(random() * 5)::integer],
       (array[$1, $2, $3, null]::uuid[])[1 + floor(random() * 4)::integer], ''
     from doctors, generate_series(1, 9) where random() < 0.6 and hashtext(name) % 3 <> 0`,
    people,
  );
  // Two visits on one day.
  await pool.query(`
    insert into visits (id, doctor_id, visit_date, status, creation_digest)
    select gen_random_uuid(), doctor_id, visit_date, (array['completed', 'scheduled'])[1 + floor(random() * 2)::integer], ''
    from visits where random() < 0.2`);
  await pool.query(
    `insert into visit_skips (user_id, doctor_id, day, reason)
     select person, doctors.id, day, 'on_leave' from unnest($1::uuid[]) as person, doctors,
       generate_series(date '2025-03-01', date '2025-06-15', interval '1 day') as day where random() < 0.02`,
    [people],
  );
  await pool.query(
    `insert into holidays (day, name) values ('2025-03-14', 'Holi'), ('2025-05-01', 'May Day'), ('2025-06-16', 'Day off')`,
  );
  await pool.query(
    `insert into leave_days (user_id, day)
     select person, date '2025-02-20' + n from unnest($1::uuid[]) as person, generate_series(0, 140) n where random() < 0.1`,
    [people],
  );
}
