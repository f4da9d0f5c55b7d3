import type { ErrorBody } from "@rounds/domain/errors/errors.ts";
import type { Entry, Operation } from "../../phone/entry.ts";
import type { Rows } from "../../phone/phone-state.ts";
import type { Change } from "../../phone/ports.ts";
import { skipEntity, skipOf } from "../../phone/skip-entity.ts";
import { created } from "./local.ts";
import { asUpdate, bodyOf, isPlan, withChanges } from "./merge-operation.ts";
import { longestWait } from "./retry.ts";
import { isPastSkip } from "./skips.ts";

/** The most entries that wait on one phone. */
export const maxEntries = 2000;

/**
 * The shapes of entries that this version sends: those of the second are completions, those of the third skips, which earlier
 * versions don't know.
 */
const newestSchema = 3;

/** What an entry gets beside the operation. */
export type Making = { key: string; user_id: string; made_at: number; app_version: string };

/** Whether the body of an entry may still change: it was never sent, or it was refused. */
function isOpen(entry: Entry): boolean {
  return entry.attempts === 0 || entry.state === "needs_you";
}

/** Whether an entry waits, and is worth a mark: one that is on its way for the first time does not. */
export function isHeld({ state, attempts }: Entry, isReached: boolean): boolean {
  return state === "needs_you" || !isReached || (state === "waiting" && attempts > 0);
}

/** The row that a written visit or skip refers to: its doctor; of a completion that of the plan. */
export function doctorOf(operation: Operation): string | undefined {
  const { noun, op, entity, body } = operation;
  if (noun === "skips") return skipOf(entity).doctor_id;
  if (op === "complete") return doctorBefore(operation);
  return noun === "visits" && typeof body?.doctor_id === "string" ? body.doctor_id : undefined;
}

/** The doctor of a visit as it was before it is written: a deletion or an edit may take the visit away from them. */
function doctorBefore({ base }: Operation): string | undefined {
  return base && "doctor_id" in base ? base.doctor_id : undefined;
}

/**
 * The doctors whose deletion follows an entry: that of the visit or skip, and the one whose visit it was before. A visit that
 * the server did not delete goes with its doctor, so nothing waits for that.
 */
export function doctorsBehind(entry: Entry): string[] {
  if (entry.op === "delete" && entry.noun === "visits" && entry.state === "needs_you") return [];
  return [doctorOf(entry), doctorBefore(entry)].filter((doctor) => doctor !== undefined);
}

/** A new entry, which depends on the waiting creation of its doctor. */
export function entryOf(operation: Operation, making: Making, seq: number): Entry {
  const doctor = doctorOf(operation);
  return {
    ...operation,
    ...making,
    seq,
    depends_on: doctor === undefined ? [] : [doctor],
    attempts: 0,
    state: "waiting",
    merged_with: null,
    error: null,
    awaits_stock: false,
    next_try: 0,
    schema: operation.noun === "skips" ? 3 : operation.op === "complete" ? 2 : 1,
  };
}

/** The entry as it is after a person changed its operation: sent as a new one if it was sent before. */
function rewritten(entry: Entry, operation: Operation, making: Making): Entry {
  const key = entry.attempts === 0 ? entry.key : making.key;
  return { ...entryOf(operation, { ...making, key }, entry.seq), made_at: entry.made_at };
}

/** What an operation makes of the outbox, and the entry that stands for it. */
type Amended = { change: Change; entry: Entry };

/**
 * Adds an operation. What was sent is never amended: an edit goes into the row's last entry only if that was not sent
 * yet or was refused. Deleting what was never sent leaves nothing to send: then `entry` is not in the outbox.
 */
export function amend(outbox: readonly Entry[], operation: Operation, making: Making): Amended {
  const own = outbox.filter(({ entity }) => entity === operation.entity);
  const seq = nextSeq(outbox);
  const fresh = entryOf(operation, making, seq);
  const last = own.at(-1);
  if (operation.noun === "skips") return amendSkip(own, fresh, making);
  if (operation.op === "delete") return remove(outbox, own, fresh);
  if (last && isOpen(last) && last.op !== "delete") {
    // Two forms may have been open.
    const before = asUpdate(last);
    const body = withChanges(before.body ?? {}, asUpdate(operation));
    const merged: Operation = { ...operation, op: before.op, body, base: last.base };
    const entry = rewritten(last, merged, making);
    return { change: { put: [entry] }, entry };
  }
  if (last?.op === "create" && operation.op === "create") {
    // The same creation once more, as after a double click. It may be done already: what differs is an edit.
    if (JSON.stringify(last.body) === JSON.stringify(operation.body)) return { change: {}, entry: last };
    const { id: _, ...body } = operation.body ?? {};
    const entry = entryOf({ ...operation, op: "update", body: { ...body, version: 1 } }, making, seq);
    return { change: { put: [entry] }, entry };
  }
  return { change: { put: [fresh] }, entry: fresh };
}

/**
 * A skip, or that it is taken back: of what was not sent yet the last counts. Taking back a skip that was never sent leaves
 * nothing to send, unless the server may have an earlier one, on which it depends: nobody is offered to skip who is skipped.
 */
function amendSkip(own: readonly Entry[], fresh: Entry, making: Making): Amended {
  const last = own.at(-1);
  const add = (entry: Entry, done: number[] = []) => ({ change: { put: [entry], done }, entry });
  if (!last) return add(fresh);
  if (!isOpen(last)) {
    if (fresh.op === "delete") return last.op === "delete" ? { change: {}, entry: last } : add(fresh);
    const earlier = last.op === "create" ? [last.entity] : [];
    return add({ ...fresh, depends_on: [...fresh.depends_on, ...earlier] });
  }
  const { depends_on } = last;
  if (last.op === fresh.op) return add({ ...rewritten(last, fresh, making), depends_on });
  if (fresh.op === "create") return add(fresh);
  const done = [last.seq];
  const before = own.at(-2);
  if (before?.op === "delete") return { change: { done }, entry: before };
  return depends_on.includes(last.entity) ? add(fresh, done) : { change: { done }, entry: fresh };
}

/**
 * An edit over the row as the server said it. Its form may have begun over something that was given up since: what the
 * person left alone there must not come back.
 */
export function overServer(operation: Operation, base: Rows, outbox: readonly Entry[]): Operation {
  const { noun, op, entity, body } = operation;
  if (noun === "skips") return operation;
  const row = base[noun].get(entity);
  const isFirst = outbox.every((entry) => entry.entity !== entity);
  if (op === "complete") return row && isPlan(row) && isFirst ? { ...operation, base: row } : operation;
  if (op !== "update" || !operation.base || operation.base === row || row?.version !== body?.version)
    return operation;
  if (!row || !isFirst) return operation;
  return {
    ...operation,
    base: row,
    body: withChanges({ ...body, ...bodyOf(noun, row) }, operation),
  };
}

function nextSeq(outbox: readonly Entry[]): number {
  return outbox.reduce((most, entry) => Math.max(most, Math.ceil(entry.seq)), 0) + 1;
}

/**
 * Whether the deletion of a row replaces an entry: what was not sent yet of the row, and of a doctor's visits and skips. That a
 * visit is deleted or moved to another doctor, or a skip taken back, is sent before its doctor is deleted: it counts if that is
 * refused or given up.
 */
function isReplacedBy(deleted: string, entry: Entry): boolean {
  if (!isOpen(entry)) return false;
  const isUndo = entry.noun === "skips" && entry.op === "delete" && entry.state === "waiting";
  return entry.entity === deleted || (doctorOf(entry) === deleted && !isUndo);
}

/** What the server has done of an outbox before it deletes a row. */
export function doneBefore(deleted: string, outbox: readonly Entry[]): Entry[] {
  const isRefused = ({ op, state }: Entry) => op === "delete" && state === "needs_you";
  return outbox.filter((entry) => !isReplacedBy(deleted, entry) && !isRefused(entry));
}

/** A deletion, which replaces what was not sent yet. */
function remove(outbox: readonly Entry[], own: readonly Entry[], fresh: Entry): Amended {
  const isOnlyHere = own.some((entry) => isOpen(entry) && entry.op === "create");
  const dropped = outbox.filter(
    (entry) =>
      isReplacedBy(fresh.entity, entry) || (isOnlyHere && isOpen(entry) && doctorOf(entry) === fresh.entity),
  );
  const done = dropped.map(({ seq }) => seq);
  if (isOnlyHere) return { change: { done }, entry: fresh };
  const again = own.find(
    ({ op, attempts, state }) => op === "delete" && attempts > 0 && state !== "needs_you",
  );
  if (again) return { change: { done }, entry: again };
  // The base is what the first of the dropped edits began with: what the server has.
  const base = own.find((entry) => isOpen(entry) && entry.base)?.base ?? fresh.base;
  const entry = { ...fresh, base };
  return { change: { put: [entry], done }, entry };
}

/** In the order in which they were made. */
function inOrder(outbox: readonly Entry[]): Entry[] {
  return [...outbox].sort((one, other) => one.seq - other.seq);
}

/**
 * The entries that may be sent at a moment, those with the fewest attempts first, so that none starves behind one that
 * is never answered. An entry follows the earlier ones of its row, the creation of its doctor, and, if it deletes a doctor, the
 * skips of that doctor and what is written of their visits, also what takes one away; nothing else waits. `at` is `Infinity` for all, however long they should still wait.
 */
export function readyEntries(outbox: readonly Entry[], at: number): Entry[] {
  const seen = { rows: new Set<string>(), created: new Set<string>(), visited: new Set<string>() };
  const ready: Entry[] = [];
  // Nothing waits longer than that: the clock was set back since.
  const latest = at + longestWait;
  for (const entry of inOrder(outbox)) {
    const follows =
      seen.rows.has(entry.entity) ||
      entry.depends_on.some((id) => seen.created.has(id)) ||
      (entry.op === "delete" && seen.visited.has(entry.entity));
    const isDue = entry.next_try <= at || entry.next_try > latest;
    const isSendable = entry.state !== "needs_you" && entry.schema <= newestSchema && isDue;
    if (isSendable && !follows) ready.push(entry);
    seen.rows.add(entry.entity);
    if (entry.op === "create") seen.created.add(entry.entity);
    for (const doctor of doctorsBehind(entry)) seen.visited.add(doctor);
  }
  return ready.sort((one, other) => one.attempts - other.attempts || one.seq - other.seq);
}

/**
 * The place of an entry; none's if it is gone. Only its key tells one entry from another: once nothing waits, the places
 * are given again.
 */
export function placeOf(outbox: readonly Entry[], key: string): number {
  return outbox.find((entry) => entry.key === key)?.seq ?? -1;
}

/** An entry and those that can't be sent without it. */
export function withDependents(outbox: readonly Entry[], seq: number): Entry[] {
  const first = outbox.find((entry) => entry.seq === seq);
  if (!first) return [];
  const found = [first];
  const rows = new Set([first.entity]);
  const created = new Set(first.op === "create" ? [first.entity] : []);
  for (const entry of inOrder(outbox)) {
    if (entry.seq <= seq) continue;
    if (!rows.has(entry.entity) && !entry.depends_on.some((id) => created.has(id))) continue;
    found.push(entry);
    rows.add(entry.entity);
    if (entry.op === "create") created.add(entry.entity);
  }
  return found;
}

/**
 * Takes an entry out, with what depends on it. A creation that may have arrived stays, and is deleted once that is known:
 * a deletion that overtakes it would find nothing.
 */
export function withdrawal(outbox: readonly Entry[], seq: number, making: Making): Change {
  const gone = withDependents(outbox, seq);
  const [first] = gone;
  if (!first) return {};
  const done = gone.map((entry) => entry.seq);
  const mayHaveArrived = first.op === "create" && first.attempts > 0 && first.state !== "needs_you";
  if (!mayHaveArrived) return { done };
  const { noun, entity } = first;
  const base = noun === "skips" ? null : created(first);
  const operation: Operation = { noun, op: "delete", entity, body: null, base };
  return { put: [entryOf(operation, making, nextSeq(outbox))], done: done.filter((other) => other !== seq) };
}

/**
 * The change after a refusal: the person decides. Nobody is asked about what they have deleted since, or whose doctor they
 * have deleted, or about a skip that can have no effect any more: that goes without a word.
 */
export function refusal(outbox: readonly Entry[], entry: Entry, error: ErrorBody): Change {
  const doctor = doctorOf(entry);
  const deletion = outbox.find(
    ({ op, entity, seq }) =>
      op === "delete" && seq > entry.seq && (entity === entry.entity || entity === doctor),
  );
  if (!deletion && isPastSkip(entry, error)) return { done: [entry.seq] };
  if (!deletion) return { put: [{ ...entry, state: "needs_you", error }] };
  const own = outbox.filter(({ entity, seq }) => entity === entry.entity && seq < deletion.seq);
  return { done: own.map(({ seq }) => seq) };
}

/** An entry's place taken by other operations, with new keys; entries that name the old row name the new one. */
export function replacement(
  outbox: readonly Entry[],
  seq: number,
  operations: readonly Operation[],
  making: () => Making,
): Change {
  const old = outbox.find((entry) => entry.seq === seq);
  if (!old) return {};
  const put = operations.map((operation, at) => entryOf(operation, making(), seq + at / 1000));
  if (put.length === 0) return { done: [seq] };
  // Beside the row there may be one that it needs, such as its doctor.
  const heir = put.find(({ noun, op }) => noun === old.noun && op === "create");
  if (!heir || old.op !== "create" || heir.entity === old.entity) return { put };
  const followers = withDependents(outbox, seq)
    .filter((entry) => entry.seq !== seq)
    .map((entry) => moveTo(entry, old.entity, heir.entity));
  return { put: [...put, ...followers] };
}

/** The entry with another row in the place of one that it names. */
function moveTo(entry: Entry, from: string, to: string): Entry {
  const body = entry.body?.doctor_id === from ? { ...entry.body, doctor_id: to } : entry.body;
  const isSkip = entry.noun === "skips" && doctorOf(entry) === from;
  const entity = isSkip ? skipEntity({ ...skipOf(entry.entity), doctor_id: to }) : entry.entity;
  return {
    ...entry,
    body,
    entity: entity === from ? to : entity,
    depends_on: entry.depends_on.map((id) => (id === from ? to : id)),
  };
}

/** The refused entries that wait for stock, and whose products have it now. */
export function withStock(outbox: readonly Entry[], base: Rows): Entry[] {
  return outbox.filter(
    (entry) => entry.state === "needs_you" && entry.awaits_stock && isStocked(entry, base),
  );
}

function isStocked(entry: Entry, base: Rows): boolean {
  const { entity, body } = asUpdate(entry);
  // The API's own schema has checked the body of every entry.
  const items = (body?.items ?? []) as { product_id: string; quantity: number }[];
  const needed = new Map<string, number>();
  const add = (lines: typeof items, sign: 1 | -1) => {
    for (const { product_id, quantity } of lines)
      needed.set(product_id, (needed.get(product_id) ?? 0) + sign * quantity);
  };
  add(items, 1);
  add(base.visits.get(entity)?.sales ?? [], -1);
  return [...needed].every(([id, units]) => units <= (base.products.get(id)?.current_stock ?? 0));
}

/** The entries that another outbox does not have. */
export function without(outbox: readonly Entry[], other: readonly Entry[]): readonly Entry[] {
  if (outbox.length === 0) return outbox;
  const keys = new Set(other.map(({ key }) => key));
  return outbox.filter(({ key }) => !keys.has(key));
}

/** Whether two outboxes have the same entries in the same state. Another page tells of an entry whose body it changed. */
export function isSameOutbox(some: readonly Entry[], others: readonly Entry[]): boolean {
  const isSame = (one: Entry, other: Entry | undefined) =>
    one.key === other?.key &&
    one.state === other.state &&
    one.attempts === other.attempts &&
    one.next_try === other.next_try;
  return some.length === others.length && some.every((entry, at) => isSame(entry, others[at]));
}
