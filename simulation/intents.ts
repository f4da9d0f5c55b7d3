import type { Entry, Operation } from "../web/src/phone/entry.ts";
import { skipOf } from "../web/src/phone/skip-entity.ts";

/**
 * What one person did with one form, as the simulation remembers it. Each value that a person enters is unique, so its
 * way can be followed: `marks` are the values by slot, which is a field (`ROW.name`) or a line (`ROW/LINE`).
 */
export type Intent = {
  device: string;
  /** The page with the form. */
  tab: string;
  operation: Operation;
  marks: ReadonlyMap<string, string>;
  /** When the store had it, counted on this device; 0: not yet. */
  order: number;
  is: "begun" | "kept" | "rejected";
  /** Whether the person was told that it is saved. */
  isConfirmed: boolean;
  /** Whether a deletion was taken back. */
  isGivenUp: boolean;
};

/** A line that was removed. */
export const removed = "-";

/** Everything that was done, and what the server made of it. */
export type Ledger = {
  intents: Intent[];
  /** A new value that nobody has entered before, for a slot. */
  text(slot: string): string;
  price(slot: string): string;
  /** The slot that a value was entered for. */
  slotOf(mark: string): string | undefined;
  /** The values that the server had in a slot, in order. */
  history(slot: string): readonly string[];
  /** The server has this value from now on. Returns what is wrong with that. */
  wrote(slot: string, value: string): string | undefined;
  /** Values that a person has given up, or exchanged. */
  givenUp: Set<string>;
};

export function createLedger(): Ledger {
  let count = 100;
  const slots = new Map<string, string>();
  const histories = new Map<string, string[]>();
  const make = (slot: string, mark: string) => {
    slots.set(mark, slot);
    return mark;
  };
  return {
    intents: [],
    text: (slot) => make(slot, `~${count++}~`),
    price: (slot) => make(slot, `${count++}.00`),
    slotOf: (mark) => slots.get(mark),
    history: (slot) => histories.get(slot) ?? [],
    wrote(slot, value) {
      const history = histories.get(slot) ?? [];
      if (history.length === 0) histories.set(slot, history);
      const isOld = history.includes(value);
      history.push(value);
      if (value === removed) return undefined;
      if (isOld) return `${value} came back to ${slot}: ${history.join(" ")}`;
      if (slots.get(value) !== slot) return `${value} was never entered for ${slot}`;
      return undefined;
    },
    givenUp: new Set(),
  };
}

/** The values that entries hold. */
export function marksIn(entries: readonly Entry[]): Set<string> {
  const text = JSON.stringify(entries.map(({ body }) => body));
  return new Set([...text.matchAll(/"(~\d+~|\d+\.00)"/g)].map(([, mark = ""]) => mark));
}

/** Whether something that was kept later on the same device takes the place of a value. */
export function isSuperseded(ledger: Ledger, intent: Intent, slot: string): boolean {
  const { device, order, operation } = intent;
  const lines = `${operation.entity}/`;
  const isLine = slot.startsWith(lines);
  return ledger.intents.some((other) => {
    if (other.order <= order || other.device !== device) return false;
    if (isDeleting(other, operation)) return true;
    if (other.marks.has(slot)) return true;
    if (!isLine) return false;
    // The lines of a visit are one thing to a merge.
    for (const one of other.marks.keys()) if (one.startsWith(lines)) return true;
    return false;
  });
}

/** The doctor of the visit or skip that an operation writes; of a completion that of its plan. */
export function doctorIn({ noun, op, entity, body, base }: Operation): unknown {
  if (noun === "skips") return skipOf(entity).doctor_id;
  return op === "complete" && base && "doctor_id" in base ? base.doctor_id : body?.doctor_id;
}

/** Whether an operation deletes the doctor of what an entry writes, or the one whose visit that was before. */
export function isDoctorDeletion({ op, entity }: Operation, { base, ...other }: Entry): boolean {
  if (op !== "delete" || (other.op === "delete" && other.state === "needs_you")) return false;
  return (
    doctorIn({ base, ...other }) === entity ||
    (base !== null && "doctor_id" in base && base.doctor_id === entity)
  );
}

function isDeleting({ operation: { op, entity } }: Intent, operation: Operation): boolean {
  if (op !== "delete") return false;
  return entity === operation.entity || entity === doctorIn(operation);
}
