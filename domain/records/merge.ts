/** The row at the start of the edit, as the person wants it, and as somebody else saved it since. */
export type Versions<Values> = { base: Values; mine: Values; theirs: Values };

/** Whose value a field gets. */
export type Side = "mine" | "theirs";

/** The choices for conflicts, by path. */
export type Choices = Readonly<Record<string, Side>>;

/** A value in its stored form, so that "12.5" and "12.50" are the same. */
export type Normal = (field: string, value: unknown) => unknown;

/** The merged values, and the paths that both sides changed: there `values` holds the choice, or mine by default. */
export type Merged<Values> = { values: Values; conflicts: string[] };

/** A line of a row, such as a visit's sale. `id` stays the same while the line is edited. */
type Line = { id: string };

/**
 * Merges a row field by field: a value that only one side changed is taken from that side; a value that both changed
 * differently is a conflict at the field's name. `mine` and `theirs` must have every one of `fields`.
 */
export function mergeFields<Values extends object>(
  { base, mine, theirs }: Versions<Values>,
  fields: readonly (keyof Values & string)[],
  normal: Normal,
  choices: Choices = {},
  path = "",
): Merged<Values> {
  const values = { ...mine };
  const conflicts: string[] = [];
  for (const field of fields) {
    const of = (row: Values) => normal(field, row[field]);
    const side = sideOf(of(base), of(mine), of(theirs));
    if (side === "conflict") conflicts.push(path + field);
    const taken = side === "conflict" ? choices[path + field] : side;
    if (taken === "theirs") values[field] = theirs[field];
  }
  return { values, conflicts };
}

/**
 * Merges the lines of a row by their ids. Lines that either side added stay, lines that either side removed go, and a
 * line that both changed is merged field by field. If the field `unit` changes, it is a different line and is merged
 * as a whole. A conflict has the path `name.id.field`, or `name.id` for a whole line, also if one side removed what
 * the other changed. Their lines come first, in their order, then my own.
 */
export function mergeLines<Entry extends Line>(
  versions: Versions<readonly Entry[]>,
  {
    name,
    fields,
    unit,
  }: { name: string; fields: readonly (keyof Entry & string)[]; unit: keyof Entry & string },
  normal: Normal,
  choices: Choices = {},
): Merged<Entry[]> {
  const base = byId(versions.base);
  const mine = byId(versions.mine);
  const theirs = byId(versions.theirs);
  const values: Entry[] = [];
  const conflicts: string[] = [];
  const whole = (line: Entry | undefined) => line && fields.map((field) => normal(field, line[field]));

  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const path = `${name}.${id}`;
    const line = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) };
    if (isSameLine(line, unit)) {
      const merged = mergeFields(line, fields, normal, choices, `${path}.`);
      values.push(merged.values);
      conflicts.push(...merged.conflicts);
      continue;
    }
    const side = sideOf(whole(line.base), whole(line.mine), whole(line.theirs));
    if (side === "conflict") conflicts.push(path);
    const taken = line[side === "conflict" ? (choices[path] ?? "mine") : side];
    if (taken) values.push(taken);
  }
  return { values, conflicts };
}

/** Whose value a field gets that was `base` before; "conflict" if both changed it differently. */
function sideOf(base: unknown, mine: unknown, theirs: unknown): Side | "conflict" {
  const [before, my, their] = [base, mine, theirs].map((value) => JSON.stringify(value));
  if (my === before) return "theirs";
  return their === before || their === my ? "mine" : "conflict";
}

function byId<Entry extends Line>(lines: readonly Entry[]): Map<string, Entry> {
  return new Map(lines.map((line) => [line.id, line]));
}

function isSameLine<Entry extends Line>(
  line: Partial<Versions<Entry>>,
  unit: keyof Entry,
): line is Versions<Entry> {
  const { base, mine, theirs } = line;
  if (!base || !mine || !theirs) return false;
  return mine[unit] === base[unit] && theirs[unit] === base[unit];
}
