import { visitRowAtHand } from "@rounds/domain/at-hand/visits-at-hand.ts";
import type { DoctorRow } from "@rounds/domain/doctors/doctor-list.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import type { Shown, SkipRow } from "../api/phone/pending-rows.ts";
import { nothing } from "../api/phone/phone-slot.ts";
import type { Entry, WrittenOffline } from "../phone/entry.ts";
import type { Phone, PhoneState } from "../phone/phone-state.ts";
import { skipOf } from "../phone/skip-entity.ts";
import { isHeld } from "./engine/outbox.ts";
import { reasonOf } from "./engine/skips.ts";

type WaitingRow = Shown<DoctorRow> | Shown<VisitRow> | Shown<SkipRow>;

/** The rows that wait on a phone, as lists show them; the same array until they change. */
export function waitingRowsOf(phone: Phone): (noun: WrittenOffline) => readonly WaitingRow[] {
  const known: Record<WrittenOffline, { text: string; rows: readonly WaitingRow[] }> = {
    doctors: { text: "[]", rows: nothing },
    visits: { text: "[]", rows: nothing },
    skips: { text: "[]", rows: nothing },
  };
  let seen: PhoneState | undefined;
  return (noun) => {
    const state = phone.state();
    if (state !== seen) {
      seen = state;
      for (const each of ["doctors", "visits", "skips"] as const) {
        const rows = rowsOf(state, each);
        const text = JSON.stringify(rows);
        if (text !== known[each].text) known[each] = { text, rows: rows.length === 0 ? nothing : rows };
      }
    }
    return known[noun].rows;
  };
}

/** A skip as the day shows it. */
function skipRowOf({ entity, op, body }: Entry): Shown<SkipRow> {
  const skip = { id: entity, ...skipOf(entity) };
  return op === "delete"
    ? { ...skip, reason: null, note: null, change: "deleted" }
    : { ...skip, ...reasonOf(body) };
}

function rowsOf({ rows, base, outbox, is_reached }: PhoneState, noun: WrittenOffline): WaitingRow[] {
  const held = new Map<string, Entry>();
  for (const entry of outbox) {
    if (entry.noun !== noun || !isHeld(entry, is_reached)) continue;
    const other = held.get(entry.entity);
    if (other?.state !== "needs_you") held.set(entry.entity, entry);
  }
  return [...held].flatMap(([id, entry]): WaitingRow | [] => {
    const { state, base: began } = entry;
    const waiting = state === "needs_you" ? ("needs_you" as const) : ("waiting" as const);
    if (noun === "skips") return { ...skipRowOf(entry), waiting };
    const row = rows[noun].get(id);
    const last = base[noun].get(id);
    // Deleted here: the row only says which one it was.
    if (!row) return { ...(last ?? began), id, waiting, change: "deleted" } as WaitingRow;
    const mark = { waiting, ...(last && { change: "edited" as const }) };
    if ("sales" in row) {
      const shown = visitRowAtHand(rows, row);
      return shown ? { ...shown, ...mark } : [];
    }
    return { ...row, ...(!last && { last_visit: null }), ...mark } as WaitingRow;
  });
}
