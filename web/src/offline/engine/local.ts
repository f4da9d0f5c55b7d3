import { momentOf } from "@rounds/domain/calendar/calendar.ts";
import { remembered } from "@rounds/domain/records/remembered.ts";
import type { SyncedDoctor, SyncedProduct, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import { authorAfter } from "@rounds/domain/visits/completion.ts";
import type { Entry } from "../../phone/entry.ts";
import type { Rows } from "../../phone/phone-state.ts";
import { asUpdate, changesOf, completedRow, isPlan } from "./merge-operation.ts";

const noFields = {
  ...{ specialization: null, hospital: null, doctor_class: null, doctor_type: null, contact_number: null },
  ...{ email: null, address: null, norm: null },
};

// What entries make is looked at after every change of any row; an entry itself never changes.

/** A row as its creation will make it. */
export const created = remembered((entry: Entry): SyncedDoctor | SyncedVisit => {
  const at = momentOf(entry.made_at);
  const { items, ...fields } = entry.body ?? {};
  const record = {
    id: entry.entity,
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: entry.user_id,
    updated_by: entry.user_id,
  };
  // The body is one of the API's inputs, which hold every field that the row has beside these.
  if (entry.noun === "doctors")
    return { ...noFields, representative_id: entry.user_id, ...fields, ...record } as SyncedDoctor;
  return { notes: null, ...fields, ...record, sales: items ?? [] } as SyncedVisit;
});

/** What an edit changes of its row. */
const edited = remembered((entry: Entry) => changesOf(asUpdate(entry)));

/** A row as an update will leave it: what it leaves alone is the server's. Its version stays that of the server's row. */
function updated<Row extends SyncedDoctor | SyncedVisit>(row: Row, entry: Entry): Row {
  const { items, ...fields } = edited(entry);
  return { ...row, ...fields, ...(items !== undefined && { sales: items }) };
}

/** An edited row as its entry leaves it, with the moment, the author and the days of sales that the server gives it. */
function saved<Row extends SyncedDoctor | SyncedVisit>(before: Row, edited: Row, entry: Entry): Row {
  const after = { ...edited, updated_at: momentOf(entry.made_at) };
  if (!("sales" in before) || !("sales" in after)) return after;
  const created_by = authorAfter(before, after.status, entry.user_id);
  return { ...after, created_by, sale_days: saleDaysAfter(before, after) };
}

/** The days of the lines that an edit leaves as they were; on another day of the visit it moves them all. */
function saleDaysAfter(before: SyncedVisit, after: SyncedVisit): SyncedVisit["sale_days"] {
  const { sale_days, sales, visit_date } = before;
  if (!sale_days || visit_date !== after.visit_date) return null;
  const isSame = ({ id, product_id, quantity }: SyncedVisit["sales"][number]) =>
    after.sales.some(
      (line) => line.id === id && line.product_id === product_id && line.quantity === quantity,
    );
  return Object.fromEntries(
    sales.flatMap((line) => {
      const day = sale_days[line.id];
      return day && isSame(line) ? [[line.id, day]] : [];
    }),
  );
}

const isEdit = (op: Entry["op"]) => op === "update" || op === "complete";

/** What the server said, overlaid with what the person did, in the outbox's order. */
export function overlaid(base: Rows, outbox: readonly Entry[]): Rows {
  if (outbox.length === 0) return base;
  const doctors = new Map(base.doctors);
  const visits = new Map(base.visits);
  const rows = { doctors, visits } as const;
  const touched = new Set<string>();
  /** What waiting deletions took away: an edit saved after one, from a form that was open, shows over that. */
  const hidden = new Map<string, SyncedDoctor | SyncedVisit>();
  for (const entry of outbox) {
    const { noun, op, entity } = entry;
    // It is about a row, and changes none.
    if (noun === "skips") continue;
    // Each noun has rows of its own type; an entry's noun tells which.
    const own = rows[noun] as Map<string, SyncedDoctor | SyncedVisit>;
    const row = own.get(entity) ?? (isEdit(op) ? (hidden.get(entity) ?? entry.base ?? undefined) : undefined);
    // A creation that was sent has arrived if others have changed its row since, which it must not hide.
    const isChanged = row !== undefined && row.version > 1 && entry.attempts > 0;
    if (op === "create" && !isChanged) own.set(entity, row ? updated(row, entry) : created(entry));
    else if (isEdit(op) && row) {
      const isCompletion = op === "complete" && isPlan(row);
      own.set(entity, saved(row, isCompletion ? completedRow(row, entry.body) : updated(row, entry), entry));
    } else if (op === "delete") {
      if (row) hidden.set(entity, row);
      own.delete(entity);
      if (noun === "doctors") {
        for (const [id, visit] of visits) {
          if (visit.doctor_id !== entity) continue;
          hidden.set(id, visit);
          visits.delete(id);
          if (entry.state !== "needs_you") touched.add(id);
        }
      }
    }
    if (noun === "visits" && entry.state !== "needs_you") touched.add(entity);
  }
  return { doctors, visits, products: lessWaiting(base, visits, touched) };
}

/** The products with the stock that is left after what waits; the server's own figure if nothing of them waits. */
function lessWaiting(base: Rows, visits: Rows["visits"], touched: ReadonlySet<string>): Rows["products"] {
  const sold = soldBy(
    base,
    [...touched].map((id) => [id, visits.get(id)]),
  );
  if (sold.length === 0) return base.products;
  return new Map([...base.products, ...sold.map((product) => [product.id, product] as const)]);
}

/** The products whose stock differs once these visits are in the base as they are given; undefined is a deleted one. */
export function soldBy(
  base: Rows,
  visits: readonly (readonly [string, SyncedVisit | undefined])[],
): SyncedProduct[] {
  const units = new Map<string, number>();
  const count = (visit: SyncedVisit | undefined, sign: 1 | -1) => {
    for (const { product_id, quantity } of visit?.moves_stock === false ? [] : (visit?.sales ?? []))
      units.set(product_id, (units.get(product_id) ?? 0) + sign * quantity);
  };
  for (const [id, visit] of visits) {
    count(visit, 1);
    count(base.visits.get(id), -1);
  }
  const products: SyncedProduct[] = [];
  for (const [id, sold] of units) {
    const product = base.products.get(id);
    if (product && sold !== 0) products.push({ ...product, current_stock: product.current_stock - sold });
  }
  return products;
}
