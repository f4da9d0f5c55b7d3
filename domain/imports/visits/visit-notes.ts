import type { VisitValues } from "./judge-visit.ts";

/** The longest notes of a visit. */
const longest = 5000;

/** The notes of a visit: those of its rows, each once, and the reference of the other system. Null if there are none. */
export function visitNotes(rows: readonly Pick<VisitValues, "notes" | "reference">[]): string | null {
  const reference = rows[0]?.reference ?? "";
  const texts = new Set(rows.map(({ notes }) => notes).filter(Boolean));
  if (reference !== "") texts.add(`Reference: ${reference}`);
  const notes = [...texts].join("\n");
  if (notes === "") return null;
  return notes.length <= longest ? notes : `${notes.slice(0, longest - 1).trimEnd()}…`;
}
