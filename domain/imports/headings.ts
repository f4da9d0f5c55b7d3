import { remembered } from "../records/remembered.ts";
import { joinedInitials, plainWords } from "../text/search-words.ts";
import { filledCell } from "./clean-text.ts";
import type { Import } from "./import.ts";
import type { ColumnField, ColumnMapping, ImportNoun } from "./import-fields.ts";
import type { ImportList } from "./import-list.ts";
import { importLists } from "./import-lists.ts";

const patternsOf = remembered(({ headings }: ImportList) =>
  headings.map(([field, pattern, alone]) => ({ field, alone, pattern: new RegExp(`^(?:${pattern})$`) })),
);

/** The longest text that can be a heading. */
const longestHeading = 60;

/** A heading as plain words: "DrName", "DR_NAME" and "Dr. Name*" are one. */
function wordsOf(heading: string): string {
  const apart = heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/['\u2019]/g, "")
    .replace(/_/g, " ");
  return joinedInitials(plainWords(apart.replace(/\(.*?\)/g, " ") || apart));
}

/** The place of the rule that fits a heading, or -1. */
function ruleOf(noun: ImportNoun, heading: string): number {
  if (heading.length > longestHeading) return -1;
  const words = wordsOf(heading);
  return words === "" ? -1 : patternsOf(importLists[noun]).findIndex(({ pattern }) => pattern.test(words));
}

/** What each column is, by its heading; no two are the same field. */
export function guessMapping(noun: ImportNoun, headings: readonly string[]): (ColumnField | null)[] {
  const patterns = patternsOf(importLists[noun]);
  const found = headings.map((heading) => ruleOf(noun, heading));
  const best = new Map<ColumnField, number>();
  for (const [at, rule] of found.entries()) {
    const { field, alone } = patterns[rule] ?? {};
    if (alone && found.filter((other) => other === rule).length > 1) continue;
    const before = field ? best.get(field) : undefined;
    if (field && (before === undefined || rule < (found[before] ?? 0))) best.set(field, at);
  }
  for (const { field, parts, isAlternative } of importLists[noun].joined)
    if (isAlternative && best.has(field)) for (const part of parts) best.delete(part);
  return headings.map((_, at) => {
    const field = patterns[found[at] ?? -1]?.field;
    return field && best.get(field) === at ? field : null;
  });
}

/** How many lines are looked at for the headings: a title, the company and the month may be above them. */
export const headingLines = 20;

/**
 * The place of the line with the headings among the first lines of a sheet, or -1 if there is none: the one in which most
 * fields are recognised, at least two, or what names a row, alone in a list of one column.
 */
export function headingLine(noun: ImportNoun, rows: readonly (readonly string[])[]): number {
  let best = -1;
  let most = 0;
  for (const [at, row] of rows.slice(0, headingLines).entries()) {
    const mapping = guessMapping(noun, row);
    const fields = mapping.filter((field) => field !== null).length;
    const texts = row.filter((text) => text.trim() !== "").length;
    const counts =
      fields > 1 || (texts === 1 && mapping.includes(importLists[noun].main) && isNarrow(rows, at));
    if (counts && fields > most) [best, most] = [at, fields];
  }
  return best;
}

/** How many fields the headings of a sheet name. */
export function recognisedFields(noun: ImportNoun, rows: readonly (readonly string[])[]): number {
  return guessMapping(noun, rows[headingLine(noun, rows)] ?? []).filter((field) => field !== null).length;
}

/** Whether the line below has one text too, so that a heading above it is no title. */
function isNarrow(rows: readonly (readonly string[])[], at: number): boolean {
  return (rows[at + 1] ?? []).filter((text) => text.trim() !== "").length === 1;
}

/** What columns are by their values: those without a recognised heading, and those that can't be what theirs says. */
export function guessFromValues(
  noun: ImportNoun,
  mapping: ColumnMapping,
  headings: readonly string[],
  columns: readonly (readonly string[])[],
): (ColumnField | null)[] {
  const { joined, fits } = importLists[noun];
  const filled = columns.map((values) => values.filter((text) => filledCell(text) !== ""));
  const isUnlike = (field: ColumnField, at: number) => {
    const fit = fits?.[field];
    return fit !== undefined && isMostly(filled[at] ?? [], (text) => !fit(text));
  };
  const kept = mapping.map((field, at) => (field && isUnlike(field, at) ? null : field));
  const taken = new Set(kept);
  const isInParts = (guess: ColumnField) =>
    joined.some(
      ({ field, parts, isAlternative }) =>
        isAlternative && field === guess && parts.some((part) => taken.has(part)),
    );
  return kept.map((field, at) => {
    // A heading that says something else, such as "Reg. No.", is believed.
    if (field || (!mapping[at] && ruleOf(noun, headings[at] ?? "") >= 0)) return field;
    const guess = fieldOfValues(noun, filled[at] ?? []);
    if (!guess || taken.has(guess) || isInParts(guess)) return null;
    taken.add(guess);
    return guess;
  });
}

function fieldOfValues(noun: ImportNoun, values: readonly string[]): ColumnField | undefined {
  return importLists[noun].shapes.find(([, shape]) =>
    isMostly(values, (text) => shape.test(text.trim())),
  )?.[0];
}

/** Whether more than half of some texts are so. */
function isMostly(texts: readonly string[], is: (text: string) => boolean): boolean {
  return texts.filter(is).length * 2 > texts.length;
}

/** The mapping that was used last for the same headings, if there is one. `imports` are newest first. */
export function mappingUsedLast(
  noun: ImportNoun,
  headings: readonly string[],
  imports: readonly Pick<Import, "noun" | "mapping">[],
): (ColumnField | null)[] | undefined {
  const keyOf = (texts: readonly string[]) => texts.map(wordsOf).join("\n");
  const key = keyOf(headings);
  const same = imports.find(
    (used) => used.noun === noun && keyOf(used.mapping.map(({ heading }) => heading)) === key,
  );
  return same?.mapping.map(({ field }) => field);
}
