import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow, VisitOfDay } from "@rounds/domain/catch-up/catch-up.ts";
import { type Paise, toPaise, toRupees } from "@rounds/domain/money/money.ts";
import type { MatchProducts } from "@rounds/domain/products/match-products.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { itemOf } from "@rounds/domain/visits/item-of.ts";
import { longestNotes } from "@rounds/domain/visits/notes.ts";
import {
  formatQuickEntry,
  isComplete,
  parseQuickEntry,
  type QuickEntry,
  quickTotal,
  withStock,
} from "@rounds/domain/visits/quick-entry.ts";
import type { Visit, VisitInput, VisitStatus } from "@rounds/domain/visits/visit.ts";
import { visitDoubts } from "@rounds/domain/visits/visit-doubts.ts";

/** What is typed for one doctor, and what is needed to save it safely; kept on this device until it is saved. */
export type RowEntry = {
  /** The id of the visit: the planned one's, or that of a new one, the same for every attempt. */
  id: string;
  /** The version of the planned visit that the person saw; 0 for a new visit. */
  version: number;
  /** The other visits of the doctor and day that the person saw: one more is shown before another is added. */
  seen: readonly string[];
  /** What was chosen, "none" for not met; null while it follows from what is typed. */
  status: VisitStatus | "none" | null;
  /** The new day of a planned visit; null if it is not moved, and empty or any text until it is a day. */
  move_to: string | null;
  products: string;
  /** The products chosen for letters that may mean several. */
  chosen: Readonly<Record<string, string>>;
  notes: string;
  /** Ids of new lines, by their place: the same for every attempt. */
  line_ids: readonly string[];
  /** The products that a cancelled visit is to keep, as they were typed when it was asked. */
  kept?: string;
  /** The request that was sent without an answer: it may be saved already. */
  sent: string | null;
};

/** The texts of a row before anything is typed. The note of a plan is none of the visit, unless the person takes it. */
export function startOf({ planned }: CatchUpRow): { products: string; notes: string } {
  const lines = (planned?.items ?? []).map(({ product_name, quantity, unit_price }) => ({
    product: { name: product_name },
    quantity,
    unit_price,
  }));
  return { products: formatQuickEntry(lines), notes: "" };
}

/** The entry of a row with nothing typed. `newId` makes ids. */
export function blankEntry(row: CatchUpRow, newId: () => string): RowEntry {
  const { planned, visits } = row;
  return {
    id: planned?.id ?? newId(),
    version: planned?.version ?? 0,
    seen: visits.map(({ id }) => id),
    status: null,
    move_to: null,
    ...startOf(row),
    chosen: {},
    line_ids: [],
    sent: null,
  };
}

/**
 * The status of the visit as it will be saved: what was chosen, and completed once something is typed; null for a
 * doctor who was not planned, and not met.
 */
export function statusOf(row: CatchUpRow, entry: RowEntry | undefined): VisitStatus | null {
  const before = row.planned ? "scheduled" : null;
  if (!entry) return before;
  if (entry.move_to !== null) return "scheduled";
  if (entry.status !== null) return entry.status === "none" ? null : entry.status;
  const start = startOf(row);
  const isTyped = entry.products.trim() !== start.products || entry.notes.trim() !== "";
  return isTyped ? "completed" : before;
}

/** Whether anything is typed or chosen that is not saved. */
export function isChanged(row: CatchUpRow, entry: RowEntry): boolean {
  const start = startOf(row);
  return (
    statusOf(row, entry) !== (row.planned ? "scheduled" : null) ||
    entry.move_to !== null ||
    entry.products.trim() !== start.products ||
    entry.notes.trim() !== ""
  );
}

/** Whether there is a visit to save: not for a doctor who was neither planned nor met, whatever is typed. */
export function isToSave(row: CatchUpRow, entry: RowEntry): boolean {
  return statusOf(row, entry) !== null && isChanged(row, entry);
}

/**
 * What happened to a row since the person began to type: the planned visit was changed, completed or deleted, or another
 * visit of the doctor and day was recorded. `mine` is what lets the typed one be saved nevertheless.
 */
export type Meanwhile =
  | { happened: "changed" | "gone"; mine: Partial<RowEntry> }
  | { happened: "completed" | "recorded"; visit: VisitOfDay; mine: Partial<RowEntry> };

export function meanwhileOf({ planned, visits }: CatchUpRow, entry: RowEntry): Meanwhile | null {
  const seen = visits.map(({ id }) => id);
  if (entry.version > 0 && planned?.id !== entry.id) {
    const visit = visits.find(({ id }) => id === entry.id);
    if (!visit) return { happened: "gone", mine: { version: 0 } };
    if (visit.version !== entry.version)
      return { happened: "completed", visit, mine: { version: visit.version, seen } };
  }
  if (planned?.id === entry.id && planned.version !== entry.version) {
    return { happened: "changed", mine: { version: planned.version } };
  }
  const other = visits.find(({ id }) => id !== entry.id && !entry.seen.includes(id));
  return other ? { happened: "recorded", visit: other, mine: { seen } } : null;
}

type Typed = { row: CatchUpRow; entry: RowEntry | undefined };

/**
 * What is typed in the rows, as it is understood; what rows above sell is no longer there for those below. A visit that does not
 * move stock has no limit, and takes nothing from others.
 */
export function readEntries(
  typed: readonly Typed[],
  products: readonly ProductChoice[],
  match: MatchProducts<ProductChoice>,
): Map<string, QuickEntry<ProductChoice>> {
  const stock = new Map(products.map(({ id, current_stock }) => [id, current_stock]));
  // A planned visit may have items before anything is typed.
  const entered = typed.flatMap(({ row, entry }) =>
    entry || row.planned?.items.length ? [{ row, entry: entry ?? blankEntry(row, () => "") }] : [],
  );
  for (const { row, entry } of entered) {
    for (const { product_id, quantity } of takenBefore(row, entry)) {
      stock.set(product_id, (stock.get(product_id) ?? 0) + quantity);
    }
  }
  const read = entered.map(({ row, entry }) => ({
    row,
    isLimited: movesStock(row, entry),
    ...parseQuickEntry(entry.products, { match, usual: row.usual, chosen: entry.chosen }),
  }));
  const checked = withStock(
    read.map(({ isLimited, lines }) => (isLimited ? lines : [])),
    stock,
  );
  return new Map(
    read.map(({ row, isLimited, lines, problem }, index) => [
      row.doctor.id,
      { lines: isLimited ? (checked[index] ?? []) : lines, problem },
    ]),
  );
}

/** Whether the row's visit takes its units from the stock: as the stored one says, and every new one does. */
function movesStock({ planned, visits }: CatchUpRow, { id }: RowEntry): boolean {
  const stored = planned?.id === id ? planned : visits.find((visit) => visit.id === id);
  return stored?.moves_stock !== false;
}

/**
 * What the row's own visit has taken from the stock already, which saving it gives back: the items of a planned visit, or
 * those of an attempt whose answer was lost.
 */
function takenBefore(row: CatchUpRow, entry: RowEntry) {
  const { planned, visits } = row;
  const { id, version, sent } = entry;
  if (!movesStock(row, entry)) return [];
  if (version > 0 && planned?.id === id) return planned.items;
  const wasSaved = sent !== null && visits.some((visit) => visit.id === id);
  // It is the request that this page wrote.
  return wasSaved ? (JSON.parse(sent) as VisitInput).items : [];
}

/** Why a row can't be saved as it is, and where. */
export type RowProblem = { at: "products" | "notes" | "move_to" | "row"; text: string };

/** What is wrong with a row before it is sent; null if nothing is. */
export function entryProblem(
  entry: RowEntry,
  { lines, problem }: QuickEntry<ProductChoice>,
  day: Day,
  isDay: (text: string) => boolean,
): RowProblem | null {
  const first = problem ?? lines.find((line) => line.problem !== null)?.problem?.text;
  if (first) return { at: "products", text: first };
  if (entry.notes.trim().length > longestNotes)
    return { at: "notes", text: `Please use at most ${longestNotes} characters` };
  if (entry.move_to !== null && !isDay(entry.move_to)) return { at: "move_to", text: "Please enter a date" };
  if (entry.move_to === day) return { at: "move_to", text: "Please choose another day" };
  return null;
}

/** What is unlikely about a row's visit, its day and its prices, each with the doctor's name. */
export function rowDoubts(
  row: CatchUpRow,
  entry: RowEntry,
  read: QuickEntry<ProductChoice>,
  { day, today, products }: { day: Day; today: Day; products: readonly ProductChoice[] },
): string[] {
  const before = row.planned ? { visit_date: day, status: "scheduled", items: row.planned.items } : {};
  const visit = visitOf(row, entry, read, day);
  const kept = entry.kept === entry.products ? visit.items.map(({ id }) => id) : [];
  const doubts = visitDoubts(visit, before, { today, products, last: row.usual, kept });
  return doubts.map((doubt) => `${row.doctor.name}: ${doubt}`);
}

/**
 * The visit to save. A planned visit that did not take place keeps its note until another one is typed. A line of a planned visit keeps its id while its product stays, so that the ledger says only what
 * changed; `entry.line_ids` must have an id for every other line.
 */
export function visitOf(
  row: CatchUpRow,
  entry: RowEntry,
  { lines }: QuickEntry<ProductChoice>,
  day: Day,
): VisitInput {
  const stored = entry.version === 0 ? [] : [...(row.planned?.items ?? [])];
  const items = lines.filter(isComplete).map(({ product, quantity, unit_price }, index) => {
    const same = stored.findIndex((item) => item.product_id === product.id);
    const [kept] = same === -1 ? [] : stored.splice(same, 1);
    return { id: kept?.id ?? entry.line_ids[index] ?? "", product_id: product.id, quantity, unit_price };
  });
  const status = statusOf(row, entry) ?? "completed";
  const plan = status === "completed" || entry.version === 0 ? null : row.planned?.notes;
  return {
    doctor_id: row.doctor.id,
    visit_date: entry.move_to ?? day,
    status,
    notes: entry.notes.trim() || (plan ?? null),
    items,
  };
}

/** Whether a stored visit is exactly what was to be saved: an earlier attempt was saved, and only its answer was lost. */
export function isSaved(visit: Visit, wanted: VisitInput): boolean {
  const { doctor_id, visit_date, status, notes, sales } = visit;
  const items = sales.map(itemOf);
  const same = (input: VisitInput) =>
    JSON.stringify({
      ...input,
      items: input.items.map((item) => ({ ...item, unit_price: toRupees(toPaise(item.unit_price)) })),
    });
  return (
    same({ doctor_id, visit_date, status, notes, items }) ===
    same({
      doctor_id: wanted.doctor_id,
      visit_date: wanted.visit_date,
      status: wanted.status,
      notes: wanted.notes,
      items: wanted.items,
    })
  );
}

/**
 * The day's total of the person, in paise, as Today has it once everything is saved: visits that took place and count for the
 * person, and those that are typed; a visit that is typed anew counts as typed.
 */
export function totalOf(
  rows: readonly CatchUpRow[],
  entries: Readonly<Record<string, RowEntry>>,
  typed: ReadonlyMap<string, QuickEntry<ProductChoice>>,
  person: string | undefined,
): Paise {
  let sum = 0n;
  for (const row of rows) {
    const { doctor, planned, visits } = row;
    const entry = entries[doctor.id];
    for (const { id, status, own, total_sales } of visits)
      if (own && status === "completed" && id !== entry?.id) sum += toPaise(total_sales);
    // A colleague's plan stays the colleague's visit.
    const isOwn = entry?.version === 0 || !planned?.created_by || planned.created_by === person;
    if (isOwn && statusOf(row, entry) === "completed") sum += quickTotal(typed.get(doctor.id)?.lines ?? []);
  }
  return sum;
}
