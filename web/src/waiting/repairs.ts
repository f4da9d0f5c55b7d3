import type { DoctorToDelete } from "@rounds/domain/doctors/doctor-list.ts";
import type { ErrorCode } from "@rounds/domain/errors/errors.ts";
import type { SyncedDoctor, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import type { VisitToDelete } from "@rounds/domain/visits/visit-list.ts";
import { syncedRowOf } from "../offline/engine/judge.ts";
import { asUpdate, bodyOf, mergedUpdate } from "../offline/engine/merge-operation.ts";
import type { Entry, Operation } from "../phone/entry.ts";
import type { Rows } from "../phone/phone-state.ts";
import { type Line, linesOf, type Shortage, shortagesOf, unknownLines } from "./lines.ts";
import { lostDoctor, sameDoctors } from "./lost-doctor.ts";

/**
 * What a person can do about an entry. `replace` sends other operations in its place, `end` forgets it, `try_again`
 * sends it as it is, `await_stock` sends it once there is enough stock. The others ask for one thing first: a doctor, a product, the
 * entry's own form, or whose values count.
 */
export type Repair = { label: string } & (
  | { does: "replace"; operations: readonly Operation[] }
  | { does: "end" | "try_again" | "await_stock" | "choose_doctor" | "edit" | "merge" }
  | { does: "choose_product"; line: string }
);

/** What the repairs are made of: what the phone knows, and new ids. */
export type World = { base: Rows; newId: () => string; person: string };

/** An entry that was refused, with its error. */
type Refused = { entry: Entry; world: World };

const tryAgain: Repair = { label: "Try again", does: "try_again" };
const leaveDeleted: Repair = { label: "Leave deleted", does: "end" };

/** The repairs of each code; those without one here concern the way to the server or its state, and are tried again. */
const own: { [Code in ErrorCode]?: (refused: Refused) => Repair[] } = {
  malformed_request: edited,
  validation_failed: edited,
  payload_too_large: edited,
  unsupported_media_type: edited,
  headers_too_large: edited,
  not_found: missing,
  gone: missing,
  changed_meanwhile: changed,
  id_taken: taken,
  doctor_missing: withoutDoctor,
  representative_missing: withoutRepresentative,
  product_missing: withoutProduct,
  already_planned: plannedTwice,
  insufficient_stock: short,
  not_permitted: notPermitted,
};

/**
 * What a person can do about a refused entry, the likeliest first; never empty. Giving it up and handing it over as text are
 * offered beside these, always.
 */
export function repairsOf(kept: Entry, world: World): Repair[] {
  const { error } = kept;
  if (kept.noun === "skips") return repairsOfSkip(kept);
  const entry = asUpdate(kept);
  const repairs = (error && own[error.code]?.({ entry, world })) ?? [];
  const special = error?.code === "changed_meanwhile" ? [...besidePlan(kept, world), ...repairs] : repairs;
  if (special.length === 0) return [tryAgain];
  return error && final.has(error.code) ? special : [...special, tryAgain];
}

/** A skip can be written anew if its content was refused; whether the doctor is skipped is not worth more than one tap. */
function repairsOfSkip({ op, error }: Entry): Repair[] {
  const isUndo = op === "delete";
  const isOfContent = error !== null && own[error.code] === edited;
  const end: Repair = { label: isUndo ? "Leave it skipped" : "Don't skip", does: "end" };
  if (isOfContent && !isUndo) return [{ label: "Open the form", does: "edit" }, tryAgain, end];
  return [tryAgain, end];
}

/** How much of a name a button shows, in characters. */
const longestName = 20;

/** Codes after which the same request can't be answered differently. */
const final = new Set<ErrorCode>([
  "gone",
  "not_found",
  "changed_meanwhile",
  "insufficient_stock",
  "id_taken",
  "already_planned",
]);

/** Whether an entry has a body, which can be changed. */
function isWritten({ op, body }: Entry): boolean {
  return op !== "delete" && body !== null;
}

/** The entry's operation with other values. */
export function withBody(entry: Entry, body: Record<string, unknown>): Operation {
  const { noun, op, entity, base } = entry;
  return { noun, op, entity, base, body: { ...entry.body, ...body } };
}

/** The entry's operation with other lines. */
export function withLines(entry: Entry, items: readonly Line[]): Operation {
  return withBody(entry, { items });
}

/** The entry's operation with another product in a line. */
export function withProduct(entry: Entry, line: string, product_id: string): Operation {
  return withLines(
    entry,
    linesOf(entry).map((one) => (one.id === line ? { ...one, product_id } : one)),
  );
}

/** The creation of a row with everything that the entry wants, under a new id. */
function asNew(label: string, entry: Entry, { base, newId }: World): Repair {
  const { noun, entity } = entry;
  const before = entry.base ?? (noun === "skips" ? undefined : base[noun].get(entity));
  const { version: _, ...wanted } = { ...(before && bodyOf(noun, before)), ...entry.body };
  const id = newId();
  const body: Record<string, unknown> = { ...wanted, id };
  // A line's id may be taken too.
  if (noun === "visits") body.items = linesOf({ body }).map((line) => ({ ...line, id: newId() }));
  return { label, does: "replace", operations: [{ noun, op: "create", entity: id, body, base: null }] };
}

/** A visit of its own with what was typed for a plan that somebody else has completed or cancelled. */
function besidePlan(kept: Entry, world: World): Repair[] {
  if (kept.op !== "complete" || !kept.base || !("sales" in kept.base)) return [];
  const base: SyncedVisit = { ...kept.base, status: "completed", notes: null, sales: [] };
  return [asNew("Record it beside that one", { ...kept, base }, world)];
}

/** Of a new row its id, or that of a line; of an edited one that of a new line. */
function taken({ entry, world }: Refused): Repair[] {
  const label = "Send under a new id";
  if (entry.op === "create") return [asNew(label, entry, world)];
  if (entry.noun !== "visits" || !isWritten(entry)) return [tryAgain];
  const stored = entry.base && "sales" in entry.base ? entry.base.sales : [];
  const known = new Set(stored.map(({ id }) => id));
  const lines = linesOf(entry).map((line) => (known.has(line.id) ? line : { ...line, id: world.newId() }));
  return [{ label, does: "replace", operations: [withLines(entry, lines)] }];
}

/** A visit of the same day was planned elsewhere, as on another phone. */
function plannedTwice({ entry }: Refused): Repair[] {
  if (entry.op === "update") {
    return [
      { label: "Leave it on its day", does: "end" },
      { label: "Move it all the same", does: "replace", operations: [withBody(entry, { only_once: false })] },
    ];
  }
  return [
    { label: "Keep the one that is planned", does: "end" },
    { label: "Plan a second visit", does: "replace", operations: [withBody(entry, { only_once: false })] },
  ];
}

function edited({ entry }: Refused): Repair[] {
  return isWritten(entry) ? [{ label: "Open the form", does: "edit" }] : [];
}

/** The row is not there: for a deletion, that is what was wanted. */
function missing({ entry, world }: Refused): Repair[] {
  if (!isWritten(entry)) return [leaveDeleted];
  return [asNew(entry.noun === "visits" ? "Record as new" : "Add as new", entry, world), leaveDeleted];
}

/** Their version, as the server answered it or the phone has read it since: the newer one. */
export function theirsOf({ entry, world }: Refused): SyncedDoctor | SyncedVisit | undefined {
  const answered = syncedRowOf(entry.noun, entry.entity, entry.error?.details?.current);
  const read = entry.noun === "skips" ? undefined : world.base[entry.noun].get(entry.entity);
  return (read?.version ?? 0) > (answered?.version ?? 0) ? read : answered;
}

function changed({ entry, world }: Refused): Repair[] {
  const theirs = theirsOf({ entry, world });
  const keepTheirs: Repair = { label: "Keep what was saved", does: "end" };
  if (entry.op === "delete") return [...deletionOf(entry), keepTheirs];
  if (!isWritten(entry) || !theirs) return [{ label: "Try again", does: "try_again" }, keepTheirs];
  const { body } = mergedUpdate(entry, theirs);
  const { noun, entity } = entry;
  return [
    { label: "Compare both", does: "merge" },
    {
      label: "Save mine",
      does: "replace",
      operations: [{ noun, op: "update", entity, body, base: theirs }],
    },
    keepTheirs,
  ];
}

/** The deletion again, of the row as the server answered it. */
function deletionOf(entry: Entry): Repair[] {
  const { noun, op, entity, base, error } = entry;
  const body = toDelete(error);
  if (!body) return [tryAgain];
  return [
    { label: "Delete it all the same", does: "replace", operations: [{ noun, op, entity, body, base }] },
  ];
}

/** What a deletion would delete now, if that is why it was refused; the route answers it in this shape. */
export function toDelete(error: Entry["error"]): (DoctorToDelete & VisitToDelete) | undefined {
  return error?.details?.current as (DoctorToDelete & VisitToDelete) | undefined;
}

function withoutDoctor({ entry, world }: Refused): Repair[] {
  if (entry.noun !== "visits" || !isWritten(entry)) return [];
  const lost = lostDoctor(entry, world.base);
  const same: Repair[] = sameDoctors(lost, world.base).map((doctor) => ({
    label: `Use ${shortened(doctor.name)}`,
    does: "replace",
    operations: [withBody(entry, { doctor_id: doctor.id })],
  }));
  return [
    ...same,
    { label: "Choose another doctor", does: "choose_doctor" },
    ...(lost ? [doctorAgain(entry, lost, world)] : []),
  ];
}

/** A name that fits into a button of a phone. */
function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length > longestName ? `${letters.slice(0, longestName).join("").trim()}…` : name;
}

function doctorAgain(entry: Entry, lost: SyncedDoctor, { newId }: World): Repair {
  const id = newId();
  const doctor = { ...bodyOf("doctors", lost), id };
  return {
    label: `Add ${shortened(lost.name)} again`,
    does: "replace",
    operations: [
      { noun: "doctors", op: "create", entity: id, body: doctor, base: null },
      withBody(entry, { doctor_id: id }),
    ],
  };
}

function withoutRepresentative({ entry, world }: Refused): Repair[] {
  if (entry.noun !== "doctors" || !isWritten(entry)) return [];
  const of = (label: string, representative_id: string | null): Repair => ({
    label,
    does: "replace",
    operations: [withBody(entry, { representative_id })],
  });
  return [
    { label: "Choose somebody else", does: "edit" },
    of("Make it mine", world.person),
    of("Leave it to everybody", null),
  ];
}

/** Nothing of it may be saved, except what remains of an edit that also gave a doctor of somebody else away. */
function notPermitted({ entry, world }: Refused): Repair[] {
  if (entry.op === "create") return [];
  const keep: Repair = {
    label: entry.op === "delete" ? "Don't delete it" : "Keep what was saved",
    does: "end",
  };
  if (entry.noun !== "doctors" || !isWritten(entry)) return [keep];
  const stored = theirsOf({ entry, world }) ?? entry.base;
  if (!stored || !("representative_id" in stored)) return [keep];
  const operations = [withBody(entry, { representative_id: stored.representative_id })];
  return [{ label: "Save the rest", does: "replace", operations }, keep];
}

function withoutProduct({ entry, world }: Refused): Repair[] {
  if (entry.noun !== "visits" || !isWritten(entry)) return [];
  const lines = linesOf(entry);
  const unknown = unknownLines(entry, world.base);
  // If the phone knows them all, its own rows are older than the refusal.
  const lost = unknown.length > 0 ? unknown : lines;
  const several = lost.length > 1;
  return lost.flatMap((line) => {
    const which = several ? ` in line ${lines.indexOf(line) + 1}` : "";
    return [
      { label: `Choose another product${which}`, does: "choose_product", line: line.id },
      removal(`Remove the line${several ? ` ${lines.indexOf(line) + 1}` : ""}`, entry, [line]),
    ];
  });
}

function removal(label: string, entry: Entry, gone: readonly { id: string }[]): Repair {
  const ids = new Set(gone.map(({ id }) => id));
  const rest = linesOf(entry).filter(({ id }) => !ids.has(id));
  return { label, does: "replace", operations: [withLines(entry, rest)] };
}

function short({ entry, world }: Refused): Repair[] {
  if (entry.noun !== "visits" || !isWritten(entry)) return [];
  const shortages = shortagesOf(entry, world.base);
  if (shortages.length === 0) return [tryAgain];
  const [only] = shortages;
  const all = shortages.length > 1 || !only ? ofAll(entry, shortages) : ofOne(entry, only);
  return [...all, { label: "Try again later", does: "await_stock" }];
}

function ofOne(entry: Entry, shortage: Shortage): Repair[] {
  const without = removal("Send without the line", entry, [shortage]);
  return shortage.left > 0 ? [sale(`Sell ${shortage.left}`, entry, [shortage]), without] : [without];
}

function ofAll(entry: Entry, shortages: readonly Shortage[]): Repair[] {
  const isAnyLeft = shortages.some(({ left }) => left > 0);
  return [
    ...(isAnyLeft ? [sale("Sell what is left", entry, shortages)] : []),
    removal("Send without these lines", entry, shortages),
  ];
}

/** Sells what is left; a line of which nothing is left goes. */
function sale(label: string, entry: Entry, shortages: readonly Shortage[]): Repair {
  const left = new Map(shortages.map((shortage) => [shortage.id, shortage.left]));
  const lines = linesOf(entry)
    .map((line) => ({ ...line, quantity: left.get(line.id) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0);
  return { label, does: "replace", operations: [withLines(entry, lines)] };
}
