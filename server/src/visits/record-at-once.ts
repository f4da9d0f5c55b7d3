import type { Database } from "@rounds/database/connect.ts";
import { asRows, namesOf } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { isConnectionLost, isUndone, sqlState } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { toRupees } from "@rounds/domain/money/money.ts";
import { stockDay } from "@rounds/domain/stock/stock-day.ts";
import { salesTotal, type Visit, type VisitInput } from "@rounds/domain/visits/visit.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { isGone } from "../api/gone.ts";
import { creationDigest } from "../api/record.ts";
import { knownName } from "../team/queries.ts";
import { saleMovement, saleRow, saleTypes } from "./sale-lines.ts";

/** What the database adds to a visit, its doctor, who records it and one of its sales. */
type Written = Pick<Visit, "version" | "created_at" | "updated_at" | "recorded_by"> & {
  name: string;
  specialization: string | null;
  hospital: string | null;
  doctor_type: Visit["doctor"]["doctor_type"];
  doctor_class: Visit["doctor"]["doctor_class"];
  representative_id: string | null;
  sale_created_at: string;
  total_amount: string;
  product_name: string;
  category: Visit["sales"][number]["product"]["category"];
};

/** The columns of a movement that are written, with their types. */
const movementTypes = {
  product_id: "uuid",
  transaction_type: "text",
  quantity: "integer",
  transaction_date: "date",
  reference_type: "text",
  reference_id: "uuid",
  notes: "text",
} as const;

/**
 * Records a visit in one statement, which the constraints let through if there is nothing to refuse. Undefined if
 * nothing was written: a constraint refused it, or the transaction was undone; or if that is not known, because the
 * connection was lost. Recording it step by step is then right in each case, because it is safe to repeat. In a
 * transaction of the caller's, a refusal ends that transaction.
 *
 * Locks as the steps do: the visit, the doctor, who records it, the products by id. Each part of the statement asks for
 * the one before, because PostgreSQL promises no other order.
 */
export async function recordAtOnce(
  db: Database,
  { id, items, ...input }: VisitInput & { id: string },
  actor: Actor,
  today: Day,
): Promise<Visit | undefined> {
  const { doctor_id, visit_date, status, notes } = input;
  const day = stockDay(visit_date, today);
  const sales = items.map((item, position) => saleRow(item, { visit_id: id, doctor_id }, position, day));
  const movements = items.map((item) => saleMovement(item, id, day));
  const statement = sql<Written>`
    with visit as (
      insert into visits (id, doctor_id, visit_date, status, notes, creation_digest, operation_key, created_by, updated_by)
      values (${id}, ${doctor_id}, ${visit_date}, ${status}, ${notes}, ${creationDigest({ ...input, items })},
        ${actor.operation_key ?? null}::uuid, ${actor.id}::uuid, ${actor.id}::uuid)
      returning doctor_id, created_by, version, created_at, updated_at
    ), doctor as materialized (
      select id, name, specialization, hospital, doctor_type, doctor_class, representative_id
      from doctors
      where id = (select doctor_id from visit) for key share
    ), person as materialized (
      select ${knownName} as name from auth.users as users
      where id = (select created_by from visit) and (select count(*) from doctor) >= 0 for key share
    ), product as materialized (
      select id, name, category from products
      where id = any(${items.map((item) => item.product_id)}::uuid[]) and (select count(*) from person) >= 0
      order by id for no key update
    ), sale as (
      insert into sales (${namesOf(saleTypes)})
      select given.* from ${asRows(sales, saleTypes, "given")} where (select count(*) from product) >= 0
      returning id, product_id, position, total_amount, created_at
    ), movement as (
      insert into stock_transactions (${namesOf(movementTypes)}, created_by)
      select given.*, ${actor.id}::uuid from ${asRows(movements, movementTypes, "given")}
    )
    select version, visit.created_at, updated_at,
      doctor.name, specialization, hospital, doctor_type, doctor_class, representative_id, person.name as recorded_by,
      sale.created_at as sale_created_at, total_amount, product.name as product_name, category
    from visit cross join doctor left join person on true left join (sale join product on product.id = product_id) on true
    order by position ${plannedOnce}`;
  const rows = await statement.execute(db).then(
    (result) => result.rows,
    (error: unknown) => {
      if (sqlState(error)?.startsWith("23") || isGone(error) || isUndone(error) || isConnectionLost(error))
        return undefined;
      throw error;
    },
  );
  const [written] = rows ?? [];
  if (!rows || !written) return undefined;
  const { version, created_at, updated_at, name, recorded_by, ...doctor } = written;
  const { specialization, hospital, doctor_type, doctor_class, representative_id } = doctor;
  return {
    // In the order of `readVisit`, so that a repetition gets the same bytes.
    id,
    doctor_id,
    visit_date,
    status,
    notes,
    moves_stock: true,
    version,
    created_at,
    updated_at,
    created_by: actor.id,
    updated_by: actor.id,
    doctor: { id: doctor_id, name, specialization, hospital, doctor_type, doctor_class, representative_id },
    sales: items.flatMap((item, at) => {
      const row = rows[at];
      if (!row) return [];
      const { sale_created_at, total_amount, product_name, category } = row;
      const product = { name: product_name, category };
      const { id: sale_id, product_id, quantity, unit_price } = item;
      const stored = { id: sale_id, visit_id: id, product_id, quantity, unit_price, total_amount };
      return [{ ...stored, created_at: sale_created_at, product }];
    }),
    total_sales: toRupees(salesTotal(items)),
    recorded_by,
  };
}
