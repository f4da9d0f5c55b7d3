import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { stockDay } from "@rounds/domain/stock/stock-day.ts";
import { authorAfter } from "@rounds/domain/visits/completion.ts";
import type { SaleInput, Visit, VisitInput } from "@rounds/domain/visits/visit.ts";
import type { Actor } from "../api/context.ts";
import { keepDoctorOf } from "../api/doctor-aliases.ts";
import { foundToWrite, sayingWhatIsGone } from "../api/gone.ts";
import { requireOwnVisit } from "../api/own-rows.ts";
import { requireVersion } from "../api/record.ts";
import { edited } from "../api/records.ts";
import { appendMovements, requireRoom } from "../stock/ledger.ts";
import { lockPlansOf, requireOnlyPlan } from "./only-plan.ts";
import { readVisit } from "./queries.ts";
import {
  lockSoldProducts,
  readStoredLines,
  requireStock,
  reversalMovement,
  type StoredLine,
  saleMovement,
  unitsByProduct,
  writeLines,
} from "./sale-lines.ts";

type Edit = VisitInput & {
  version: number;
  only_once?: boolean | undefined;
  /** Whose visit it was, where an edit is taken back that made it somebody's. */
  created_by?: string | null;
};

/**
 * Saves an edit of a visit that started from `version`: the ledger gets a reversal for each line that was removed or
 * moved and a new sale for each that was added or moved; unchanged lines stay. Of a visit that does not move stock, no line
 * does, whatever is edited. An edit that is saved already, known by its key, gives the visit. Throws `not_found`, `gone`,
 * `changed_meanwhile`, `not_permitted`, `validation_failed` if a product can't hold the units that come back, and the errors
 * of recording a visit: `already_planned` for a plan that may be there `only_once`, if the edit moves it or makes it one.
 */
export async function editVisit(
  db: Database,
  id: string,
  given: Edit,
  actor: Actor,
  today: Day,
): Promise<Visit> {
  return await sayingWhatIsGone(db, { id, doctor_id: given.doctor_id }, () =>
    edit(db, id, given, actor, today),
  );
}

async function edit(
  db: Database,
  id: string,
  { version, items, only_once = false, created_by: author, ...input }: Edit,
  actor: Actor,
  today: Day,
): Promise<Visit> {
  return await transaction(db, async (tx) => {
    // The doctor first, like every command: one that deletes this doctor locks the visits next.
    const isOnlyPlan = only_once && input.status === "scheduled";
    input.doctor_id = await keepDoctorOf(tx, input.doctor_id);
    if (isOnlyPlan) await lockPlansOf(tx, input.doctor_id);
    const before = await lockVisit(tx, id);
    if (isEditedUnder(before, actor)) return await readVisit(tx, id);
    await requireVersion(tx, await readVisit(tx, id), version);
    await requireOwnVisit(tx, id, actor, "edit_visits_of_others");
    const stays = (["visit_date", "doctor_id", "status"] as const).every(
      (field) => before[field] === input[field],
    );
    // Earlier data may hold two plans of a day: what does not move them is saved.
    if (isOnlyPlan && !stays) await requireOnlyPlan(tx, { id, ...input, created_by: before.created_by });

    return await writeEdit(tx, { id, before, author }, { ...input, items }, actor, today);
  });
}

/** A visit that is about to be edited, locked; throws `not_found` or `gone`. */
export async function lockVisit(tx: Database, id: string) {
  const row = tx
    .selectFrom("visits")
    .select(["visit_date", "doctor_id", "status", "created_by", "edit_keys", "moves_stock"])
    .where("id", "=", id)
    .forUpdate();
  return await foundToWrite(tx, await row.executeTakeFirst(), id);
}

type Locked = Awaited<ReturnType<typeof lockVisit>>;

/** Whether this operation, known by its key, has edited the visit before. */
export function isEditedUnder({ edit_keys }: Locked, { operation_key }: Actor): boolean {
  return operation_key != null && edit_keys.includes(operation_key);
}

/** Writes an edit of a locked visit that nothing speaks against, and moves the stock. */
export async function writeEdit(
  tx: Database,
  { id, before, author }: { id: string; before: Locked; author?: string | null | undefined },
  { items, ...input }: VisitInput,
  actor: Actor,
  today: Day,
): Promise<Visit> {
  const stored = await readStoredLines(tx, { visit_id: id });
  const day = stockDay(input.visit_date, today);
  const { kept, ...moved } = compareLines(stored, items, before.visit_date === input.visit_date ? null : day);
  const { taken_back, sold } = before.moves_stock ? moved : { taken_back: [], sold: [] };
  const products = await lockSoldProducts(tx, items, taken_back);
  requireStock(items, new Set(sold.map((line) => line.id)), products, unitsByProduct(taken_back));
  const taken = sold.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity }));
  requireRoom(products, unitsByProduct([...taken_back, ...taken]));

  const created_by =
    author === undefined ? authorAfter(before, input.status, actor.id) : await accountOf(tx, author);
  await tx
    .updateTable("visits")
    .set({ ...input, ...edited(actor), created_by })
    .where("id", "=", id)
    .execute();
  let removed = tx.deleteFrom("sales").where("visit_id", "=", id);
  if (items.length > 0) {
    removed = removed.where(
      "id",
      "not in",
      items.map((item) => item.id),
    );
  }
  await removed.execute();
  const of = { visit_id: id, doctor_id: input.doctor_id };
  await writeLines(tx, of, items, (item) => kept.get(item.id)?.transaction_date ?? day);
  await appendMovements(
    tx,
    [
      ...taken_back.map((line) => reversalMovement(line, "visit_edit_reversal")),
      ...sold.map((line) => saleMovement(line, id, day)),
    ],
    actor,
  );
  return await readVisit(tx, id);
}

/** The person, or nobody if the account is gone. */
async function accountOf(tx: Database, person: string | null): Promise<string | null> {
  const account = tx.selectFrom("auth.users").select("id").where("id", "=", person).forKeyShare();
  return (await account.executeTakeFirst())?.id ?? null;
}

/**
 * The effect of an edit on the ledger: which stored lines it takes back, which lines it sells, which it leaves alone.
 * A line moves if its product or quantity changes, or its day: `newDay` is null if the visit's date stays.
 */
function compareLines(stored: readonly StoredLine[], items: readonly SaleInput[], newDay: Day | null) {
  const edited = new Map(items.map((item) => [item.id, item]));
  const kept = new Map<string, StoredLine>();
  for (const line of stored) {
    const item = edited.get(line.id);
    const same =
      item?.product_id === line.product_id &&
      item.quantity === line.quantity &&
      (newDay === null || newDay === line.transaction_date);
    if (same) kept.set(line.id, line);
  }
  return {
    kept,
    taken_back: stored.filter((line) => !kept.has(line.id)),
    sold: items.filter((item) => !kept.has(item.id)),
  };
}
