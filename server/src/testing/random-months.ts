import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { createRandom } from "@rounds/domain/random/random.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { TestDatabase } from "@rounds/testkit/database.ts";
import { addPeople } from "./people.ts";

type Random = ReturnType<typeof createRandom>;

export const zone = "Asia/Kolkata";
export const perMonth = { A: 4, B: 2, C: 1 };

/** Three representatives. */
export const people = [1, 2, 3].map((n) => ({ id: `00000000-0000-7000-8000-00000000000${n}` }));

/** A doctor with everything that months follow from, as it is stored. */
export type DoctorRow = {
  id: string;
  name: string;
  city: string | null;
  doctor_class: "A" | "B" | "C" | null;
  norm: number | null;
  representative_id: string | null;
  created_at: string;
  former: { until: string; representative_id: string | null }[];
  changes: { until: string; doctor_class: DoctorRow["doctor_class"]; norm: number | null }[];
  visits: { day: Day; status: string; by: string | null; sales: { day: Day; amount: string }[] }[];
};

/** Every doctor with all visits, former norms and representatives, as they are stored. */
export async function readDoctors(pool: TestDatabase["pool"]): Promise<DoctorRow[]> {
  const { rows } = await pool.query(`
    select id, name, city, doctor_class, norm, representative_id, created_at,
      (select coalesce(json_agg(n order by until), '[]') from doctor_norms n where doctor_id = doctors.id) as changes,
      (select coalesce(json_agg(r order by until), '[]') from doctor_representatives r where doctor_id = doctors.id) as former,
      (select coalesce(json_agg(json_build_object('day', visit_date, 'status', status, 'by', created_by, 'sales', (
          select coalesce(json_agg(json_build_object('day', transaction_date, 'amount', total_amount::text)), '[]')
          from sales where visit_id = visits.id))), '[]')
        from visits where doctor_id = doctors.id) as visits
    from doctors order by name_key, id`);
  return rows;
}

/** Doctors, their former norms and representatives, visits with sales, holidays and leave, from February to July 2025. */
export async function fillMonths(pool: TestDatabase["pool"], random: Random) {
  const ids = people.map(({ id }) => id);
  await pool.query("select setseed($1)", [random.next()]);
  await addPeople(pool, people);
  // As the database keeps former norms by the real clock, their moments are set afterwards.
  await pool.query(
    `insert into doctors (id, name, address, creation_digest, doctor_class, norm, representative_id, created_at)
     select gen_random_uuid(), 'Dr. ' || to_char(n, 'FM000'), 'Road, Pune', '',
       (array['A', 'B', 'C', null])[1 + floor(random() * 4)::integer],
       case when random() < 0.2 then floor(random() * 6)::integer end,
       (array[$1, $2, $3, null]::uuid[])[1 + floor(random() * 4)::integer],
       case when random() < 0.6 then timestamptz '2024-01-01' else
         timestamptz '2025-02-20 12:00Z' + floor(random() * 230) * interval '12 hours' + interval '6 hours 45 minutes' end
     from generate_series(1, 60) n`,
    ids,
  );
  await pool.query(`
    insert into doctor_norms (doctor_id, until, doctor_class, norm)
    select id, timestamptz '2025-02-20 18:15Z' + floor(random() * 115) * interval '1 day' + n * interval '1 minute',
      (array['A', 'B', 'C', null])[1 + floor(random() * 4)::integer],
      case when random() < 0.2 then floor(random() * 6)::integer end
    from doctors, generate_series(1, 2) n where random() < 0.25`);
  await pool.query(
    `insert into doctor_representatives (doctor_id, until, representative_id)
     select id, timestamptz '2025-02-20 18:15Z' + floor(random() * 115) * interval '1 day' + n * interval '1 minute',
       (array[$1, $2, $3, null]::uuid[])[1 + floor(random() * 4)::integer]
     from doctors, generate_series(1, 3) n where random() < 0.25`,
    ids,
  );
  await pool.query(
    `insert into visits (id, doctor_id, visit_date, status, created_by, creation_digest)
     select gen_random_uuid(), id, date '2025-02-20' + floor(random() * 140)::integer,
       (array['completed', 'completed', 'completed', 'scheduled', 'cancelled'])[1 + floor(random() * 5)::integer],
       (array[$1, $2, $3, null]::uuid[])[1 + floor(random() * 4)::integer], ''
     from doctors, generate_series(1, 12) where random() < 0.8`,
    ids,
  );
  // Two visits on one day, by the same person and by another.
  await pool.query(`
    insert into visits (id, doctor_id, visit_date, status, created_by, creation_digest)
    select gen_random_uuid(), doctor_id, visit_date, (array['completed', 'scheduled'])[1 + floor(random() * 2)::integer],
      case when random() < 0.5 then created_by end, ''
    from visits where random() < 0.2`);
  await pool.query(`
    insert into holidays (day, name) values ('2025-03-14', 'Holi'), ('2025-05-01', 'May Day'), ('2025-06-16', 'Day off')`);
  await pool.query(
    `insert into leave_days (user_id, day)
     select person, date '2025-02-20' + n from unnest($1::uuid[]) as person, generate_series(0, 140) n where random() < 0.1`,
    [ids],
  );
  await pool.query(
    "insert into products (id, name, price, creation_digest) values ($1, 'Paracetamol', 10, '')",
    [anId()],
  );
  await pool.query(`
    insert into sales (id, visit_id, doctor_id, product_id, position, quantity, unit_price, transaction_date)
    select gen_random_uuid(), visits.id, doctor_id, products.id, position, 1 + floor(random() * 5)::integer, 10.05,
      least(visit_date, date '2025-06-15')
    from visits, products, generate_series(0, 1) as position where random() < 0.4`);
}
