import { longestNotes } from "../../visits/notes.ts";
import type { VisitValues } from "./judge-visit.ts";

/**
 * The notes of a visit: those of its rows, each once, and the reference of the other system behind them, for which longer notes are
 * shortened. Null if there are none.
 */
export function visitNotes(rows: readonly Pick<VisitValues, "notes" | "reference">[]): string | null {
  const reference = rows[0]?.reference ? `Reference: ${rows[0].reference}` : "";
  const texts = new Set(rows.map(({ notes }) => notes));
  texts.delete("");
  texts.delete(reference);
  const notes = [...texts].join("\n");
  const room = longestNotes - (reference === "" ? 0 : reference.length + 1);
  const fitting = notes.length <= room ? notes : `${notes.slice(0, room - 1).trimEnd()}…`;
  return [fitting, reference].filter(Boolean).join("\n") || null;
}
