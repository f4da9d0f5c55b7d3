import { type Choices, mergeFields, mergeLines } from "@rounds/domain/records/merge.ts";
import type { SyncedDoctor, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import { completedVisit } from "@rounds/domain/visits/completion.ts";
import { mergedFields, mergedLines } from "@rounds/domain/visits/merged-fields.ts";
import type { Entry, Operation, WrittenOffline } from "../../phone/entry.ts";

type Values = Record<string, unknown>;
type Line = { id: string; product_id: string; quantity: number; unit_price: string };

const doctorFields = [
  ...["name", "specialization", "hospital", "doctor_class", "doctor_type", "contact_number"],
  ...["email", "address", "norm", "representative_id"],
];

/** The fields of a row, besides its lines, that an operation may set. */
const fieldsOf = (noun: WrittenOffline): readonly string[] =>
  noun === "doctors" ? doctorFields : mergedFields;

/** A value as the server stores it, so that what is stored alike is no change. */
function stored(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "") return null;
  if (field !== "unit_price") return text;
  const [rupees = "", paise = ""] = text.split(".");
  return `${rupees.replace(/^0+(?=\d)/, "")}.${paise.padEnd(2, "0")}`;
}

/** The fields of a row that an operation may set, as its body names them. */
export function bodyOf(noun: WrittenOffline, row: SyncedDoctor | SyncedVisit): Values {
  const values: Values = {};
  const from: Values = row;
  for (const field of fieldsOf(noun)) values[field] = from[field];
  if (noun === "visits" && "sales" in row) values.items = row.sales;
  return values;
}

/** A line with what an operation says of it. */
export function lineOf({ id, product_id, quantity, unit_price }: Line): Line {
  return { id, product_id, quantity, unit_price };
}

/** The lines of a body; a body that has none, as one of a doctor, has no lines. */
function linesOf(values: Values): readonly Line[] {
  // The API's own schemas have checked every body and every row.
  return Array.isArray(values.items) ? (values.items as Line[]) : [];
}

/** Whether a row is a planned visit, which can be completed. */
export function isPlan<Row extends SyncedDoctor | SyncedVisit>(row: Row): row is Row & SyncedVisit {
  return "sales" in row && row.status === "scheduled";
}

/** A planned visit as the body of its completion leaves it; any other row stays. */
export function completedRow<Row extends SyncedDoctor | SyncedVisit>(row: Row, body: Operation["body"]): Row {
  if (!isPlan(row)) return row;
  // The API's own schema has checked the body of every entry.
  const added = body as { visit_date: string; notes: string | null; items: SyncedVisit["sales"] };
  const { items, notes, ...fields } = completedVisit({ notes: row.notes, items: row.sales }, added);
  return { ...row, ...fields, notes: notes || null, sales: items };
}

/**
 * A completion as the edit of the whole visit that the person saw, for where it goes on beside other edits, or only the
 * person can decide; every other operation is itself.
 */
export function asUpdate<One extends Operation>(operation: One): One {
  const { noun, op, body, base } = operation;
  if (op !== "complete" || !base) return operation;
  const whole = bodyOf(noun, completedRow(base, body));
  return { ...operation, op: "update", body: { ...whole, version: base.version } };
}

/** Whether a row already holds everything that a body wants. */
export function isAsWanted(noun: WrittenOffline, wanted: Values, row: SyncedDoctor | SyncedVisit): boolean {
  const have = bodyOf(noun, row);
  const isSame = fieldsOf(noun).every(
    (field) => wanted[field] === undefined || stored(field, wanted[field]) === stored(field, have[field]),
  );
  return isSame && isSameLines(linesOf(wanted), linesOf(have));
}

/**
 * What an operation changes of the row that its person saw: a form sends every field, also those that it left alone.
 * Everything if it is not known what they saw.
 */
export function changesOf({ noun, body, base }: Pick<Entry, "noun" | "body" | "base">): Values {
  const { version: _, ...values } = body ?? {};
  if (!base) return values;
  const before = bodyOf(noun, base);
  for (const field of Object.keys(values)) {
    const isSame =
      field === mergedLines.name
        ? isSameLines(linesOf(before), linesOf(values))
        : stored(field, before[field]) === stored(field, values[field]);
    if (isSame) delete values[field];
  }
  return values;
}

/**
 * Another body of an operation's row, with what the operation changes of the row that its person saw: what they left
 * alone there must not undo what the other body holds, line by line.
 */
export function withChanges(body: Values, operation: Pick<Entry, "noun" | "body" | "base">): Values {
  const changes = changesOf(operation);
  const { noun, base } = operation;
  if (!base || changes.items === undefined || body.items === undefined) return { ...body, ...changes };
  const sides = { base: linesOf(bodyOf(noun, base)), mine: linesOf(changes), theirs: linesOf(body) };
  return { ...body, ...changes, items: mergeLines(sides, mergedLines, stored).values };
}

function isSameLines(some: readonly Line[], others: readonly Line[]): boolean {
  const text = (all: readonly Line[]) =>
    JSON.stringify(
      all.map((line) => [line.id, ...mergedLines.fields.map((field) => stored(field, line[field]))]),
    );
  return text(some) === text(others);
}

/** A version that no value of a row equals, for an update whose beginning is not known: every difference is asked about. */
const unknown = Symbol("unknown");

/** An update's body over what somebody else saved since it began, and the paths at which both changed the same. */
type MergedUpdate = { body: Values; conflicts: string[] };

/**
 * Merges an update with what somebody else saved since it began: what only one side changed is taken from there. Where
 * both did, `choices` tell which side counts; without a choice it is the update.
 */
export function mergedUpdate(
  { noun, body, base }: Pick<Entry, "noun" | "body" | "base">,
  theirs: SyncedDoctor | SyncedVisit,
  choices: Choices = {},
): MergedUpdate {
  const fields = fieldsOf(noun);
  const saved = bodyOf(noun, theirs);
  const before: Values = base
    ? bodyOf(noun, base)
    : Object.fromEntries(fields.map((field) => [field, unknown]));
  const mine = { ...(base ? before : saved), ...body };
  const normal = (field: string, value: unknown) => (value === unknown ? "\u0000" : stored(field, value));
  const merged = mergeFields<Values>({ base: before, mine, theirs: saved }, fields, normal, choices);
  const values: Values = { ...body };
  for (const field of fields) if (body && field in body) values[field] = merged.values[field];
  const conflicts = merged.conflicts;
  if (noun === "visits") {
    const sides = { base: linesOf(before), mine: linesOf(mine), theirs: linesOf(saved) };
    const items = mergeLines(sides, mergedLines, stored, choices);
    values.items = items.values.map(lineOf);
    conflicts.push(...items.conflicts);
  }
  return { body: { ...values, version: theirs.version }, conflicts };
}

/**
 * An update's body over what somebody else saved since it began: fields that only one side changed are taken from
 * there, and the sale lines from the side that changed them. Undefined if both changed the same.
 */
export function mergedBody(entry: Entry, theirs: SyncedDoctor | SyncedVisit): Values | undefined {
  const { noun, body, base } = entry;
  if (!body || !base) return undefined;
  if (noun === "visits") {
    const saved = linesOf(bodyOf(noun, theirs));
    const before = linesOf(bodyOf(noun, base));
    const mine = linesOf({ items: before, ...body });
    const isBoth = !isSameLines(before, mine) && !isSameLines(before, saved);
    if (isBoth && !isSameLines(mine, saved)) return undefined;
  }
  const merged = mergedUpdate(entry, theirs);
  return merged.conflicts.length > 0 ? undefined : merged.body;
}
