import type { Database } from "@rounds/database/connect.ts";
import { columnsOf, onePage, onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { personName } from "@rounds/domain/account/person-name.ts";
import { type Day, endOfMonth, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { glanceMonth } from "@rounds/domain/glance/doctor-month.ts";
import { type Glance, type GlanceProduct, glance } from "@rounds/domain/glance/glance.ts";
import {
  glanceMonthCount,
  maxGlanceProducts,
  maxGlanceScheduled,
} from "@rounds/domain/glance/glance-limits.ts";
import { lastMonths } from "@rounds/domain/glance/months.ts";
import { neededDays } from "@rounds/domain/today/current-month.ts";
import { type Activity, caredForUntil } from "@rounds/domain/visits/calls.ts";
import type { VisitStatus } from "@rounds/domain/visits/visit.ts";
import { sql } from "kysely";
import type { View } from "../api/context.ts";
import { found } from "../api/record.ts";
import { listTargets, readBasis } from "../coverage/queries.ts";
import { isCall, isPlanned, isToCome, lastCall } from "../visits/calls.ts";
import { inOrder } from "../visits/order.ts";
import { linesOf } from "../visits/queries.ts";

/** A doctor at a glance, all of it from one moment. Throws `not_found` for a missing doctor. */
export async function readGlance(
  db: Database,
  doctor_id: string,
  { actor, today, time_zone }: Pick<View, "actor" | "today" | "time_zone">,
): Promise<Glance> {
  return await snapshot(
    db,
    async (tx) => {
      const span = { day: today, ...neededDays(today), user_id: actor.id };
      const [doctor, last_visit, scheduled, bought, [target], activity, basis] = await Promise.all([
        readGlanceDoctor(tx, doctor_id),
        readLastVisit(tx, doctor_id, today),
        readScheduled(tx, doctor_id, today),
        readBought(tx, doctor_id, today),
        listTargets(tx, { of: null, day: today, time_zone, only: doctor_id }),
        readActivityAt(tx, doctor_id, today),
        readBasis(tx, span),
      ]);
      const month = glanceMonth(found(target), activity, basis, today);
      return { doctor: found(doctor), last_visit, month, scheduled, ...bought };
    },
    { endsAtOnce: true },
  );
}

async function readGlanceDoctor(db: Database, id: string): Promise<Glance["doctor"] | undefined> {
  return await db
    .selectFrom("doctors")
    .select(columnsOf(glance.shape.doctor, "doctors"))
    .where("id", "=", id)
    .executeTakeFirst();
}

async function readLastVisit(db: Database, doctor_id: string, today: Day): Promise<Glance["last_visit"]> {
  const past = db
    .selectFrom("visits")
    .select(["id", "visit_date", "status", "notes", "created_by"])
    .where("doctor_id", "=", doctor_id)
    .where("visit_date", "<=", today)
    .where("status", "<>", "scheduled");
  const newest = onePage(inOrder(past, "desc"), 1);
  const row = await db
    .selectFrom(newest.as("newest"))
    .leftJoin("auth.users", (join) =>
      join.onRef("auth.users.id", "=", "newest.created_by").on("auth.users.deleted_at", "is", null),
    )
    .innerJoinLateral(linesOf(db, "newest.id"), (join) => join.onTrue())
    .modifyEnd(plannedOnce)
    .select(["newest.id", "visit_date", "status", "notes", "item_count", "total_sales"])
    .select(["auth.users.email", "auth.users.user_metadata"])
    .executeTakeFirst();
  if (!row) return null;
  const { email, user_metadata, ...visit } = row;
  const who = personName(user_metadata ?? {}) ?? email;
  // A constraint of the table holds it to these.
  return { ...visit, status: visit.status as VisitStatus, who };
}

/** The open visits: the last ones up to today, then the next ones. */
async function readScheduled(db: Database, doctor_id: string, today: Day): Promise<Glance["scheduled"]> {
  const open = db
    .selectFrom("visits")
    .select(["id", "visit_date", "notes", "created_by"])
    .where("doctor_id", "=", doctor_id)
    .where(isPlanned())
    .modifyEnd(plannedOnce);
  const [past, ahead] = await Promise.all([
    onePage(inOrder(open.where("visit_date", "<=", today), "desc"), maxGlanceScheduled).execute(),
    onePage(inOrder(open.where("visit_date", ">", today), "asc"), maxGlanceScheduled).execute(),
  ]);
  return [...past, ...ahead];
}

/** What was done and planned at the doctor this month, and the last call of all. */
async function readActivityAt(db: Database, doctor_id: string, today: Day): Promise<Activity> {
  const own = sql`visits.doctor_id = ${doctor_id}::uuid`;
  const of = sql`from visits where ${own}`;
  const met = sql`${of} and ${isCall(today)}`;
  const toCome = sql`${of} and ${isToCome(today)}
    and visit_date not in (select visit_date ${met} and visit_date = ${today}::date)`;
  const { rows } = await sql<Activity>`
    select
      (select count(distinct visit_date) ${met} and visit_date >= ${startOfMonth(today)}::date) as calls,
      (select count(distinct visit_date) ${toCome} and visit_date <= ${endOfMonth(today)}::date) as scheduled,
      (select min(visit_date) ${toCome} and visit_date <= ${caredForUntil(today)}::date) as planned,
      ${lastCall(own, today)} as last_visit ${plannedOnce}`.execute(db);
  return onlyRow({ rows });
}

type Bought = Pick<Glance, "amount" | "amount_before" | "bought" | "products">;
/** The sums over all products, which every row has. */
type Sums = { all_amount: string; all_before: string; all_products: number };

/** What the doctor bought in the last months, and the sums over all of it. */
async function readBought(db: Database, doctor_id: string, today: Day): Promise<Bought> {
  const year = lastMonths(today, 2 * glanceMonthCount);
  const now = year.slice(glanceMonthCount);
  const [first, half] = [year[0]?.from ?? today, now[0]?.from ?? today];
  const months = now.map(
    ({ from, to }) =>
      sql`coalesce(sum(quantity) filter (where transaction_date between ${from}::date and ${to}::date), 0)::integer`,
  );
  const since = sql`filter (where transaction_date >= ${half}::date)`;
  const before = sql`filter (where transaction_date < ${half}::date)`;
  const { rows } = await sql<GlanceProduct & Sums>`
    with sold as (
      select product_id,
        coalesce(sum(quantity) ${since}, 0)::integer as units,
        coalesce(sum(total_amount) ${since}, 0.00) as amount,
        coalesce(sum(quantity) ${before}, 0)::integer as units_before,
        coalesce(sum(total_amount) ${before}, 0.00) as amount_before,
        array[${sql.join(months)}] as months,
        max(transaction_date) as last_day,
        (array_agg(quantity order by transaction_date desc, id desc))[1] as last_quantity,
        (array_agg(unit_price order by transaction_date desc, id desc))[1] as last_unit_price
      from sales
      where doctor_id = ${doctor_id}::uuid and transaction_date between ${first}::date and ${today}::date
      group by product_id
    ), ranked as (
      select *, sum(amount) over () as all_amount, sum(amount_before) over () as all_before,
        count(*) over () as all_products
      from sold order by amount desc, units_before desc, product_id limit ${sql.lit(maxGlanceProducts)}
    )
    select product_id, products.name, products.price, products.current_stock, units, amount, units_before, months,
      last_day, last_quantity, last_unit_price, all_amount, all_before, all_products
    from ranked join products on products.id = product_id
    order by amount desc, units_before desc, product_id ${plannedOnce}`.execute(db);
  const [sums] = rows;
  return {
    amount: sums?.all_amount ?? "0.00",
    amount_before: sums?.all_before ?? "0.00",
    products: sums?.all_products ?? 0,
    bought: rows.map(({ all_amount: _, all_before, all_products, ...product }) => product),
  };
}
