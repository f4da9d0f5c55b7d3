import type { Database } from "@rounds/database/connect.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import type {
  CatchUp,
  CatchUpRow,
  PlannedVisit,
  UsualSale,
  VisitOfDay,
} from "@rounds/domain/catch-up/catch-up.ts";
import { daysBeside, fieldDaysBeside } from "@rounds/domain/catch-up/field-days-beside.ts";
import { firstPlanned } from "@rounds/domain/catch-up/first-planned.ts";
import { maxVisitsOfDay } from "@rounds/domain/catch-up/limits.ts";
import { neededDays } from "@rounds/domain/today/current-month.ts";
import { sql } from "kysely";
import { readBasis } from "../coverage/queries.ts";
import { isOwnCall, type Person } from "../today/queries.ts";
import { readLikely, readMonth } from "./read-likely.ts";

/** How many of a doctor's latest sales are read for quantities and prices. */
const salesLookedAt = 200;

/**
 * A person's day: who was planned, in the order of Today, what is recorded, who is likely, and what each doctor usually
 * buys.
 */
export async function readCatchUp(
  db: Database,
  { day, doctors: added }: { day: Day; doctors: readonly string[] },
  person: Person,
): Promise<CatchUp> {
  return await snapshot(db, async (tx) => {
    const [visits, calendar, month] = await Promise.all([
      readVisits(tx, day, added, person),
      readBasis(tx, { day, ...daysFor(day), user_id: person.id }),
      readMonth(tx, day, person),
    ]);
    const planned = firstPlanned(visits);
    const taken = visits.map(({ doctor_id }) => doctor_id);
    const cities = month.doctors.flatMap(({ id, city }) => (planned.has(id) && city ? [city] : []));
    const likely = await readLikely(tx, month, { day, calendar, cities, taken });
    const reasons = new Map(likely.map(({ id, ...row }) => [id, row.likely]));
    const ids = distinct([...taken, ...reasons.keys(), ...added]);
    const [doctors, items, usual] = await Promise.all([
      readDoctors(tx, ids),
      readItems(
        tx,
        [...planned.values()].map(({ id }) => id),
      ),
      readUsual(tx, ids, day),
    ]);
    const byPlace = [...doctors.keys()].filter((id) => planned.has(id));
    const rows = distinct([...byPlace, ...ids]).flatMap((id): CatchUpRow[] => {
      const doctor = doctors.get(id);
      const plan = planned.get(id);
      const others = visits.filter((visit) => visit.doctor_id === id && visit !== plan);
      if (!doctor) return [];
      return [
        {
          doctor,
          planned: plan ? plannedVisit(plan, items.get(plan.id) ?? []) : null,
          visits: others.map(({ doctor_id: _, ...visit }) => visit),
          likely: reasons.get(id) ?? null,
          usual: usual.get(id) ?? [],
        },
      ];
    });
    return { day, ...fieldDaysBeside(day, calendar, person.today), rows };
  });
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

/** The days whose holidays and leave have to be known: those of the month, and those beside the day. */
function daysFor(day: Day): { from: Day; to: Day } {
  const [month, from, to] = [neededDays(day), addDays(day, -daysBeside), addDays(day, daysBeside)];
  return { from: month.from < from ? month.from : from, to: month.to > to ? month.to : to };
}

function plannedVisit(
  { id, version, notes, created_by, moves_stock }: DayVisit,
  items: PlannedVisit["items"],
): PlannedVisit {
  return { id, version, notes, created_by, moves_stock, items };
}

type DayVisit = VisitOfDay & { doctor_id: string };

/**
 * The day's visits that the person entered, those to the doctors who belong to the person, those to shared
 * doctors that nobody of the accounts entered (the demo's), and those to the added doctors, in the order entered.
 */
async function readVisits(
  db: Database,
  day: Day,
  added: readonly string[],
  person: Person,
): Promise<DayVisit[]> {
  const { rows } = await sql<DayVisit>`
    select mine.id, doctor_id, mine.version, status, mine.notes, mine.created_by, mine.moves_stock, item_count, total_sales,
      ${isOwnCall(person)} as own
    from visits as mine
      join doctors on doctors.id = doctor_id
      cross join lateral (
        select count(*) as item_count, coalesce(sum(total_amount), 0.00) as total_sales
        from sales where visit_id = mine.id
      ) as lines
    where visit_date = ${day} and (mine.created_by = ${person.id} or representative_id = ${person.id}
      or mine.created_by is null and representative_id is null or doctor_id = any (${added}::uuid[]))
    order by mine.id
    limit ${maxVisitsOfDay}`.execute(db);
  return rows;
}

/** Near one another by city, as Today lists planned visits (`readVisitsOfDay`). */
async function readDoctors(db: Database, ids: readonly string[]): Promise<Map<string, CatchUpRow["doctor"]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("doctors")
    .select(["id", "name", "specialization", "hospital", "doctor_class", "city", "representative_id"])
    .where("id", "in", ids)
    .orderBy("city_key")
    .orderBy("name_key")
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The items of visits, in the order entered, by visit. */
async function readItems(
  db: Database,
  visits: readonly string[],
): Promise<Map<string, PlannedVisit["items"]>> {
  const byVisit = new Map<string, PlannedVisit["items"]>();
  if (visits.length === 0) return byVisit;
  const rows = await db
    .selectFrom("sales")
    .innerJoin("products", "products.id", "sales.product_id")
    .select(["sales.id", "visit_id", "product_id", "quantity", "unit_price", "products.name as product_name"])
    .where("visit_id", "in", visits)
    .orderBy("position")
    .execute();
  for (const { visit_id, ...item } of rows) byVisit.set(visit_id, [...(byVisit.get(visit_id) ?? []), item]);
  return byVisit;
}

/** What each doctor bought of each product the last time, up to a day. */
async function readUsual(
  db: Database,
  doctors: readonly string[],
  day: Day,
): Promise<Map<string, UsualSale[]>> {
  const byDoctor = new Map<string, UsualSale[]>();
  if (doctors.length === 0) return byDoctor;
  const { rows } = await sql<UsualSale & { doctor_id: string }>`
    select doctor_id, last.product_id, last.quantity, last.unit_price
    from unnest(${doctors}::uuid[]) as wanted (doctor_id)
    cross join lateral (
      select distinct on (product_id) product_id, quantity, unit_price
      from (
        select product_id, quantity, unit_price, transaction_date, id from sales
        where sales.doctor_id = wanted.doctor_id and transaction_date <= ${day}
        order by transaction_date desc limit ${salesLookedAt}
      ) as lately
      order by product_id, transaction_date desc, id desc
    ) as last`.execute(db);
  for (const { doctor_id, ...sale } of rows)
    byDoctor.set(doctor_id, [...(byDoctor.get(doctor_id) ?? []), sale]);
  return byDoctor;
}
