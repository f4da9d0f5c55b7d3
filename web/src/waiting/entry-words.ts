import { formatDay, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { SyncedVisit } from "@rounds/domain/sync/sync.ts";
import { skipWords } from "@rounds/domain/today/reasons.ts";
import { salesTotal } from "@rounds/domain/visits/visit.ts";
import { businessTimeZone } from "../api/page-settings.ts";
import { deletionWords } from "../doctors/details/deletion-words.ts";
import { doctorOf, doctorsBehind, withDependents } from "../offline/engine/outbox.ts";
import { reasonOf as skipReasonOf } from "../offline/engine/skips.ts";
import type { Entry } from "../phone/entry.ts";
import type { PhoneState, Rows } from "../phone/phone-state.ts";
import { skipOf } from "../phone/skip-entity.ts";
import { counted } from "../ui/figure/counted.ts";
import { deletionWords as visitDeletionWords } from "../visits/details/deletion-words.ts";
import { linesOf, type Shortage, shortagesOf } from "./lines.ts";
import { lostDoctor } from "./lost-doctor.ts";
import { toDelete } from "./repairs.ts";

const verbs = {
  ...{ create: "New", update: "Edit of the" },
  ...{ complete: "Completion of the", delete: "Deletion of the" },
};

/** Who an entry is about: the doctor, or that of the visit or skip. */
function nameIn(entry: Entry, rows: Rows): string {
  const { noun, entity, base, body } = entry;
  const doctor_id = noun === "doctors" ? entity : (doctorOf(entry) ?? visitOf(entry, rows)?.doctor_id);
  const typed = noun === "doctors" ? body?.name : undefined;
  const stored = rows.doctors.get(String(doctor_id)) ?? (base && "name" in base ? base : undefined);
  return String(typed ?? stored?.name ?? lostDoctor(entry, rows)?.name ?? "a doctor who was deleted");
}

function visitOf({ entity, base }: Entry, rows: Rows): SyncedVisit | undefined {
  return base && "visit_date" in base ? base : rows.visits.get(entity);
}

/** What an entry is, in a few words: "New visit · Dr Asha Mehta". */
export function titleOf(entry: Entry, { rows, base }: PhoneState): string {
  const name = nameIn(entry, rows.doctors.size > 0 ? rows : base);
  if (entry.noun === "skips") return `${entry.op === "delete" ? "Skip taken back" : "Skip"} · ${name}`;
  const noun = entry.noun === "visits" ? "visit" : "doctor";
  return `${verbs[entry.op]} ${noun} · ${name}`;
}

/** What it holds: a visit's day, its products and their sum; a skip's day and why. */
export function factsOf(entry: Entry, { base }: PhoneState): string {
  if (entry.noun === "skips") {
    const why = entry.op === "delete" ? undefined : skipWords(skipReasonOf(entry.body));
    return [formatDay(skipOf(entry.entity).day), why].filter(Boolean).join(" · ");
  }
  if (entry.noun === "doctors") {
    const { specialization, hospital } = entry.body ?? {};
    return [specialization, hospital].filter(Boolean).join(" · ");
  }
  const day = entry.body?.visit_date ?? visitOf(entry, base)?.visit_date;
  const lines = linesOf(entry);
  const sold = lines.length > 0 && `${counted(lines.length, "product")}, ${formatRupees(salesTotal(lines))}`;
  return [typeof day === "string" && formatDay(day), sold].filter(Boolean).join(" · ");
}

/** How much there is for a line: "Paracip 500: 4 left of 10". */
export function shortageWords({ name, left, asked }: Shortage): string {
  return `${name}: ${left} left of ${asked}`;
}

/** Why an entry needs a decision, with what the server sent beside its message. */
export function reasonOf(entry: Entry, { base }: PhoneState): readonly string[] {
  const { error } = entry;
  if (!error) return ["The server refused it."];
  const { code, message, details = {}, fields = {} } = error;
  const noun = details.noun === "doctors" ? "doctor" : "visit";
  const when =
    typeof details.deleted_at === "string" && ` on ${formatMoment(details.deleted_at, businessTimeZone)}`;
  const who = typeof details.deleted_by === "string" ? details.deleted_by : "Somebody";
  const wait = waitForStock(entry);
  switch (code) {
    case "gone":
      return [`${who} deleted this ${noun}${when || ""}.`];
    case "doctor_missing":
      return [when ? `${who} deleted the doctor${when}.` : message];
    case "changed_meanwhile":
      return [
        `${typeof details.changed_by === "string" ? details.changed_by : "Somebody"} changed the same in the meantime.`,
        ...deletionNow(entry),
      ];
    case "insufficient_stock": {
      const short = shortagesOf(entry, base);
      const lines = short.map(shortageWords);
      return [...(lines.length > 0 ? lines : [message]), ...wait];
    }
    default: {
      const others = Object.values(fields).filter((text) => text !== message);
      return [message, ...others];
    }
  }
}

/** What a refused deletion would delete now. */
function deletionNow({ noun, op, error }: Entry): readonly string[] {
  const effect = op === "delete" && noun !== "skips" && toDelete(error);
  if (!effect) return [];
  return [noun === "visits" ? visitDeletionWords(effect) : deletionWords(effect)];
}

/** That an entry waits for stock, if it does. */
export function waitForStock({ awaits_stock }: Entry): readonly string[] {
  return awaits_stock ? ["It is sent by itself once there is enough."] : [];
}

/** What is lost if an entry is given up. */
export function lossOf(entry: Entry, state: PhoneState): string {
  const behind = withDependents(state.outbox, entry.seq).length - 1;
  const isSkip = entry.noun === "skips";
  const what =
    entry.op !== "delete"
      ? "What you entered is lost."
      : isSkip
        ? "The doctor stays skipped."
        : "It is not deleted at the server.";
  return behind > 0
    ? `${what} So ${behind === 1 ? "is one entry that needs" : `are ${behind} entries that need`} it.`
    : what;
}

/** Everything that an entry holds, to send it to somebody in another way. */
export function textOf(entry: Entry, state: PhoneState): string {
  const { rows, base } = state;
  const lines = linesOf(entry).map(({ product_id, quantity, unit_price }) => {
    const name = base.products.get(product_id)?.name ?? "A product that was deleted";
    return `- ${name}: ${quantity} × ${formatRupees(unit_price)}`;
  });
  const { items: _, id: __, version: ___, doctor_id: ____, ...fields } = entry.body ?? {};
  const known = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== "" && value !== undefined,
  );
  const doctor = rows.doctors.get(doctorOf(entry) ?? "");
  const place = doctor && [doctor.hospital, doctor.address].filter(Boolean).join(", ");
  const head = [titleOf(entry, state), ...(place ? [place] : [])];
  if (entry.noun === "skips") return [...head, factsOf(entry, state)].join("\n");
  return [
    ...head,
    ...known.map(
      ([name, value]) => `${labelOf(name)}: ${name === "visit_date" ? formatDay(String(value)) : value}`,
    ),
    ...lines,
    ...(lines.length > 0 ? [`Total: ${formatRupees(salesTotal(linesOf(entry)))}`] : []),
  ].join("\n");
}

function labelOf(field: string): string {
  const words = field.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What an entry waits for, at a moment in milliseconds since 1970. */
export function waitWords(entry: Entry, state: PhoneState, now: number): string {
  if (state.signed_out) return "Waits until you sign in";
  if (entry.state === "sending") return "Sending…";
  const isBehind = state.outbox.some(
    (other) =>
      other.seq < entry.seq &&
      (other.entity === entry.entity ||
        (other.op === "create" && entry.depends_on.includes(other.entity)) ||
        (entry.op === "delete" && doctorsBehind(other).includes(entry.entity))),
  );
  if (isBehind) return "Waits for the entry before it";
  // A wait that the phone's clock makes longer than any is none.
  const seconds = Math.min(60, Math.ceil((entry.next_try - now) / 1000));
  return seconds > 0 ? `Waiting, next try ${seconds} s` : "Waiting for a connection";
}
