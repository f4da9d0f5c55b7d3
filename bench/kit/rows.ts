import type { DoctorClass, DoctorType } from "@rounds/domain/doctors/choices.ts";
import type { DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import { productCategories } from "@rounds/domain/products/categories.ts";
import type { ProductInput } from "@rounds/domain/products/product.ts";

/**
 * The rows of the benchmark, created by the database itself: one statement each, with its own random(). The parameters
 * $1, $2 … are explained above each.
 */

/** An id as a client would have created it at that moment (UUID v7), the same for the same moment and number. */
function idAt(moment: string, number: string, kind: string): string {
  const time = `lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0')`;
  const hex = `${time} || substr(md5('${kind}' || (${number})::text), 13)`;
  return `overlay(overlay(${hex} placing '7' from 13 for 1) placing 'a' from 17 for 1)::uuid`;
}

const start = "timestamptz '2015-01-01 09:00+00'";
const doctorId = (number: string) => idAt(`${start} + (${number}) * interval '1 minute'`, number, "doctor");
const productId = (number: string) => idAt(`${start} + (${number}) * interval '1 minute'`, number, "product");
const digest = "left(md5(random()::text) || md5(random()::text), 43)";

/** A list of values as SQL, each as often as its weight says. */
function drawn<Value extends string>(weights: Record<Value, number>): string {
  const values = Object.entries<number>(weights).flatMap(([value, weight]) =>
    Array(weight).fill(`'${value}'`),
  );
  return `(array[${values.join(",")}])[1 + n % ${values.length}]`;
}

const classWeights: Record<DoctorClass, number> = { A: 1, B: 2, C: 2 };
const typeWeights: Record<DoctorType, number> = { prescriber: 2, dispenser: 1 };

/** What people enter of doctor `n`. Every 1,000th is called Quibbleworth, one in five Sharma. */
const doctorColumns: Record<keyof DoctorInput, string> = {
  name: `'Dr. ' || (array['Aarav','Neha','Vikram','Pooja','Lakshmi','Karthik','Anirban','Farah'])[1 + n % 8] || ' '
      || chr(65 + n / 26 % 26) || chr(97 + n % 26) || 'a '
      || case when n % 1000 = 7 then 'Quibbleworth' when n % 5 = 0 then 'Sharma'
           else (array['Verma','Patel','Iyer','Reddy','Nair','Ghosh','Khan','Joshi','Rao','Das'])[1 + n / 7 % 10] end`,
  specialization: `(array['General Physician','Cardiologist','Diabetologist','Paediatrician','Dermatologist'])[1 + n / 3 % 5]`,
  hospital: `(array['City Care','Sagar Kiran','Aarogya','Lifeline'])[1 + n % 4] || ' Hospital ' || n / 40`,
  address: `n / 10 || ', ' || (array['Station Road','Ring Road','Gandhi Marg'])[1 + n / 10 % 3] || ', '
      || (array['Mumbai','New Delhi','Bengaluru','Chennai','Hyderabad','Kolkata','Pune','Ahmedabad','Jaipur','Lucknow',
           'Kochi','Chandigarh'])[1 + n / 10 % 12]`,
  contact_number: `'+91 5' || lpad((n * 7919 % 1000000000)::text, 9, '0')`,
  email: `'doctor' || n || '@clinic.example'`,
  doctor_class: drawn(classWeights),
  doctor_type: drawn(typeWeights),
  norm: "null::smallint",
  representative_id: "null::uuid",
};

/** What people enter of product `n`. One in 100 is called Zygomatrin. */
const productColumns: Record<keyof ProductInput, string> = {
  name: `case when n % 100 = 7 then 'Zygomatrin' else
      (array['Amovela','Telmirath','Metmadhu','Montevayu','Suryadee','Calcidhara'])[1 + n % 6] end
      || ' ' || n || ' Tablets'`,
  description: `'Strip of 10 tablets, ' || n % 50 * 10 || ' mg. Store below 25 °C'`,
  price: "20 + n % 700 + 0.50",
  category: `(array[${productCategories.map((name) => `'${name}'`)}])[1 + n % ${productCategories.length}]`,
};

/** $1 rows of a table. */
function rowsOf(table: string, id: string, columns: Record<string, string>): string {
  return `
  insert into ${table} (id, ${Object.keys(columns).join(", ")}, creation_digest)
  select ${id}, ${Object.values(columns).join(", ")}, ${digest}
  from generate_series(1, $1::integer) as n`;
}

/** $1 doctors. */
export const doctorRows = rowsOf("doctors", doctorId("n"), doctorColumns);

/** $1 products. */
export const productRows = rowsOf("products", productId("n"), productColumns);

/** The day of visit `n` of $3 in total: evenly over the five years that end today, $4. */
const day = "($4::date - 1825 + ((n::bigint - 1) * 1826 / $3::bigint)::integer)";
const moment = `(${day} + time '04:00' + n % 480 * interval '1 minute') at time zone 'UTC'`;
const visitId = idAt(moment, "n", "visit");

/**
 * The visits $1 to $2, of $3 in total up to the day $4, at $5 doctors, of whom the first are visited most. One in four
 * notes contains "samples"; 20 in total contain "anaphylaxis".
 */
export const visitRows = `
  insert into visits (id, doctor_id, visit_date, status, notes, created_at, updated_at, creation_digest)
  select ${visitId}, ${doctorId("doctor")}, ${day},
    case when n % 100 < 7 then 'cancelled' when n % 100 < 10 then 'scheduled' else 'completed' end,
    case when n % greatest($3::integer / 20, 1) = 5 then 'Asked about anaphylaxis after the second dose; sent the paper.'
      else (array[null, null, 'Requested samples for new patients, visit ' || n,
        'Repeat order. Happy with the response of patients', 'Doctor was in surgery; left cards with the receptionist',
        'Left two samples and the new leaflet with the pharmacist', 'Wants to see the clinical data first',
        'Monthly call. Discussed dosing in elderly patients and the price list of the coming quarter'
        ])[1 + floor(random() * 8)::integer] end,
    ${moment}, ${moment}, ${digest}
  from (
    select n, (1 + floor($5::integer * power(random(), 1.5)))::integer as doctor
    from generate_series($1::integer, $2::integer) as n
    offset 0
  ) as numbered`;

/** The sales of the visits $1 to $2, of $3 in total up to the day $4, of $5 products; none for cancelled visits. */
export const saleRows = `
  insert into sales (id, visit_id, doctor_id, product_id, position, quantity, unit_price, transaction_date, created_at)
  select line.id, line.visit_id, visits.doctor_id, products.id, line.position, 1 + floor(random() * 20)::integer, products.price,
    line.day, line.moment
  from (
    select ${idAt(moment, "n::bigint * 16 + position", "sale")} as id, ${visitId} as visit_id, position,
      ${day} as day, ${moment} as moment, (1 + floor($5::integer * power(random(), 1.6)))::integer as product
    from generate_series($1::integer, $2::integer) as n,
      generate_series(0, case when n % 100 < 7 then -1 else abs(hashint4(n)) % 7 - 1 + n % 7 / 6 end) as position
    offset 0
  ) as line
  join visits on visits.id = line.visit_id
  join products on products.id = ${productId("line.product")}`;

/** Visits planned for the three weeks after the day $2, $1 of them, at $3 doctors. */
export const visitsAheadRows = `
  insert into visits (id, doctor_id, visit_date, status, notes, creation_digest)
  select gen_random_uuid(), ${doctorId("1 + n % $3::integer")}, $2::date + 1 + n % 21, 'scheduled', 'Planned with the clinic',
    ${digest}
  from generate_series(1, $1::integer) as n`;

/** One in ten of the visits after the day $1 already has a sale, which left the stock that day. */
export const salesAheadRows = `
  insert into sales (id, visit_id, doctor_id, product_id, position, quantity, unit_price, transaction_date)
  select gen_random_uuid(), visits.id, doctor_id, products.id, 0, 2, products.price, $1::date
  from visits join products on products.id = ${productId("1 + abs(hashtext(visits.id::text)) % $2::integer")}
  where visit_date > $1::date and abs(hashtext(visits.id::text)) % 10 = 0`;

const movement = `
  insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date, reference_type,
    reference_id, notes, created_at)`;

/** One product in this many, always the same ones. */
const oneIn = (parts: number, part: number) => `abs(hashtext(id::text)) % ${parts} = ${part}`;

/** Little opening stock, and deliveries only at the month's end: some of what a month sells is received after it. */
const isReceivedLate = oneIn(50, 9);

/** The opening stock of every product, on the first day before $1. */
export const openingRows = `${movement}
  select gen_random_uuid(), id, 'opening', case when ${isReceivedLate} then 25 else 5000 end, $1::date - 1825,
    'manual_adjustment', null, 'Opening stock', now()
  from products order by id`;

/** A delivery a month, on its first day: as much as that month's sales. $1 is today. */
export const purchaseRows = `${movement}
  select gen_random_uuid(), product_id, 'purchase', units,
    case when late then least((month + interval '1 month - 1 day')::date, $1::date)
      else greatest(month::date, $1::date - 1825) end,
    'manual_adjustment', null, 'Received from the depot', month
  from (
    select product_id, late, date_trunc('month', transaction_date) as month, sum(quantity) as units
    from sales join (select id as product_id, ${isReceivedLate} as late from products) as products using (product_id)
    group by product_id, late, month
  ) as sold
  order by month, product_id`;

/** Every quarter the stock of one product in four is counted: three more, then two fewer than expected. $1 is today. */
export const countRows = `${movement}
  select gen_random_uuid(), id, 'adjustment', case when number % 2 = 0 then 3 else -2 end,
    $1::date - 1820 + number * 91, 'manual_adjustment', null, 'Counted the shelf', now()
  from products cross join generate_series(0, 20) as number
  where ${oneIn(4, 0)} and $1::date - 1820 + number * 91 <= $1::date
  order by number, id`;

/** One sale in a hundred was entered wrongly first: its movement was reversed, and then entered again. */
export const reversalRows = `${movement}
  select gen_random_uuid(), product_id, type, units, transaction_date, reference, visit_id, null, created_at
  from sales cross join lateral (
    values (1, 'sale', -quantity, 'visit'), (2, 'adjustment', quantity, 'visit_edit_reversal')
  ) as entered (step, type, units, reference)
  where ${oneIn(100, 0)}
  order by created_at, id, step`;

/** One product in twenty is running out: up to ten are left. $1 is today. */
export const lowStockRows = `${movement}
  select gen_random_uuid(), id, 'adjustment', abs(hashtext(name)) % 11 - current_stock, $1::date, 'manual_adjustment',
    null, 'Sent to another depot', now()
  from products where ${oneIn(20, 3)} and current_stock > 10
  order by id`;

/** The movements of the sales from the day $1 on, before the day $2. */
export const saleMovements = `${movement}
  select gen_random_uuid(), product_id, 'sale', -quantity, transaction_date, 'visit', visit_id, null, created_at
  from sales
  where transaction_date >= $1::date and transaction_date < $2::date
  order by created_at, id`;
