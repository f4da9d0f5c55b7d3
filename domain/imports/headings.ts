import { joinedInitials, plainWords } from "../text/search-words.ts";
import type { ColumnField, ColumnMapping } from "./column-fields.ts";

/**
 * What headings of doctor lists mean, as pharmaceutical companies in India write them, as plain words. The first rule that
 * fits a heading is taken. If several columns are the same field, the one whose rule comes first wins.
 */
const rules: readonly (readonly [ColumnField | null, string])[] = [
  // Numbers of lists and registers, and what a doctor here doesn't have.
  [null, "(s|sr|sl|si|serial|row)( ?(no|nos|num|number))?|no|nos|#"],
  [null, "(mcl|dcr|uin|reg|regn|registration|mci|licen[cs]e|code|id|dr code|doctor (code|id)).*"],
  [null, ".*(birth|dob|doa|anniversary|remarks?|contact person|products?|brand|amount|value|date).*"],

  ["first_name", "f ?name|first ?name|(dr|doctor)s? first ?name|given ?name"],
  ["last_name", "l ?name|last ?name|(dr|doctor)s? last ?name|sur ?name|family ?name"],

  ["email", "(e ?mail|mail)( ?(id|address|ids))?|(dr|doctor)s? e ?mail( ?id)?"],

  ["representative", "(assigned )?rep(resentative)?s?( ?name)?|medical rep(resentative)?( ?name)?"],
  ["representative", "(mr|psr|be|bde|fso|tbm|tso|so|me|kam|user|owner|employee|emp|fieldman)( ?name)?"],
  ["representative", "name of (the )?(mr|psr|be|so|rep|representative|employee)|(allot+ed|assigned) to"],

  ["address", "(full |clinic |hospital |postal |office )?(address|add|addr|adress)( ?(1|line ?1|details?))?"],
  ["address", "(resi(dence|dential)?|home) ?(address|add)"],

  ["contact_number", "(dr|doctor)?s? ?(mob|mobile|cell)( ?(phone|no|nos|num|number|numbers|1))*"],
  ["contact_number", "(dr|doctor)?s? ?contact( ?(no|nos|num|number|numbers|details?|1))*"],
  ["contact_number", "(dr|doctor)?s? ?(ph|phone|tel|telephone|mob ph|ph mob)( ?(no|nos|num|number|1))*"],
  [
    "contact_number",
    "whats ?app( ?(no|number))?|(clinic|hospital) (ph|phone|contact|tel|mobile)( ?(no|number))?",
  ],

  [
    "doctor_class",
    "(dr|doctor)?s? ?(class|cat|category|grade|abc)( ?(abc|a b c))?|classification|class category",
  ],
  ["doctor_class", "(dr|doctor)?s? ?(potential|tier|segment|priority|core)"],

  [
    "doctor_type",
    "(dr|doctor)?s? ?type|disp(enser|ensing)? ?(or )?(presc?r?i?b?e?r?|rx)?|(prescriber|rx) ?(or )?dispenser",
  ],

  [
    "norm",
    "norms?|calls?( ?(a|per|in a|in))? ?(month|m)?|(no|number) of (visits?|calls?)( ?(a|per|in a) month)?",
  ],
  ["norm", "(visit|call|monthly)s? ?(freq|frequency|norms?|plan)|freq(uency)?( of (visits?|calls?))?"],
  ["norm", "visits?( (a|per|in a))? month|monthly (visits?|calls?)|planned (visits?|calls?)"],

  [
    "hospital",
    "hosp(ital)?s?( ?(name|clinic|clinic name))?|(name of (the )?)?(hospital|clinic|hospital clinic)",
  ],
  [
    "hospital",
    "clinics?( ?(name|hospital|hospital name))?|nursing home( name)?|(clinic|hospital) or (clinic|hospital)",
  ],
  [
    "hospital",
    "institut(e|ion)( name)?|work ?place|place of (work|practi[cs]e)|practi[cs]e|organi[sz]ation|centre|center",
  ],

  [
    "specialization",
    "(dr|doctor)?s? ?(spec|specs|spl|splty|spclty|speciali[sz]ation|speciali?ty|specialist|sp)",
  ],
  ["specialization", "department|dept|discipline|field"],

  ["city", "(clinic |hospital |dr |doctor )?(city|town|village)( ?(name|town|village))?"],
  ["city", "place|station|(ex )?station( name)?|(mr )?hq( ?(name|city|town))?|head ?quarters?( name)?"],
  ["city", "district|dist|taluka"],

  ["area", "area( ?name)?|locality|location|sub ?area|landmark|region|patch( name)?"],

  ["name", "(name of (the )?)?(dr|doctor)s?( ?(full )?names?)?|(dr|doctor)s? ?full ?name|doctorsname"],
  ["name", "full ?name|(hcp|physician|customer|client|party|medical practitioner|consultant)s?( ?names?)?"],
  ["name", "names?"],
];

const patterns = rules.map(([field, pattern]) => ({ field, pattern: new RegExp(`^(?:${pattern})$`) }));

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
function ruleOf(heading: string): number {
  if (heading.length > longestHeading) return -1;
  const words = wordsOf(heading);
  return words === "" ? -1 : patterns.findIndex(({ pattern }) => pattern.test(words));
}

/** What each column is, by its heading; no two are the same field. */
export function guessMapping(headings: readonly string[]): (ColumnField | null)[] {
  const found = headings.map(ruleOf);
  const best = new Map<ColumnField, number>();
  for (const [at, rule] of found.entries()) {
    const field = patterns[rule]?.field;
    const before = field ? best.get(field) : undefined;
    if (field && (before === undefined || rule < (found[before] ?? 0))) best.set(field, at);
  }
  if (best.has("name")) {
    best.delete("first_name");
    best.delete("last_name");
  }
  return headings.map((_, at) => {
    const field = patterns[found[at] ?? -1]?.field;
    return field && best.get(field) === at ? field : null;
  });
}

/** How many lines are looked at for the headings: a title, the company and the month may be above them. */
export const headingLines = 20;

/**
 * The place of the line with the headings among the first lines of a sheet, or -1 if there is none: the one in which most
 * fields are recognised, at least two, or a name alone in a list of one column.
 */
export function headingLine(rows: readonly (readonly string[])[]): number {
  let best = -1;
  let most = 0;
  for (const [at, row] of rows.slice(0, headingLines).entries()) {
    const mapping = guessMapping(row);
    const fields = mapping.filter((field) => field !== null).length;
    const texts = row.filter((text) => text.trim() !== "").length;
    const counts = fields > 1 || (texts === 1 && mapping.includes("name") && isNarrow(rows, at));
    if (counts && fields > most) [best, most] = [at, fields];
  }
  return best;
}

/** How many fields the headings of a sheet name. */
export function recognisedFields(rows: readonly (readonly string[])[]): number {
  return guessMapping(rows[headingLine(rows)] ?? []).filter((field) => field !== null).length;
}

/** Whether the line below has one text too, so that a heading above it is no title. */
function isNarrow(rows: readonly (readonly string[])[], at: number): boolean {
  return (rows[at + 1] ?? []).filter((text) => text.trim() !== "").length === 1;
}

/** What columns without a recognised heading are, by their values: emails, phones, and names that begin with "Dr". */
export function guessFromValues(
  mapping: ColumnMapping,
  headings: readonly string[],
  columns: readonly (readonly string[])[],
): (ColumnField | null)[] {
  const taken = new Set(mapping);
  return mapping.map((field, at) => {
    // A heading that says something else, such as "Reg. No.", is believed.
    if (field || ruleOf(headings[at] ?? "") >= 0) return field;
    const guess = fieldOfValues(columns[at] ?? []);
    if (!guess || taken.has(guess) || (guess === "name" && taken.has("first_name"))) return null;
    taken.add(guess);
    return guess;
  });
}

const shapes: readonly (readonly [ColumnField, RegExp])[] = [
  ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["contact_number", /^(?:\+?91[\s-]?|0)?[6-9]\d{4}[\s-]?\d{5}(?:\s*[/,;].*)?$/],
  ["name", /^(?:dr|prof)[.\s]/i],
];

function fieldOfValues(values: readonly string[]): ColumnField | undefined {
  const texts = values.filter((text) => text.trim() !== "");
  if (texts.length === 0) return undefined;
  const fits = ([, shape]: (typeof shapes)[number]) =>
    texts.filter((text) => shape.test(text.trim())).length * 2 > texts.length;
  return shapes.find(fits)?.[0];
}

/** The mapping that was used last for the same headings, if there is one. `imports` are newest first. */
export function mappingUsedLast(
  headings: readonly string[],
  imports: readonly { mapping: readonly { heading: string; field: ColumnField | null }[] }[],
): (ColumnField | null)[] | undefined {
  const keyOf = (texts: readonly string[]) => texts.map(wordsOf).join("\n");
  const key = keyOf(headings);
  const same = imports.find(({ mapping }) => keyOf(mapping.map(({ heading }) => heading)) === key);
  return same?.mapping.map(({ field }) => field);
}
