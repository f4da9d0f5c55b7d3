import { describe, expect, test } from "vitest";
import { mergeFields, mergeLines, type Side, type Versions } from "./merge.ts";

type Line = { id: string; product_id: string; quantity: number; note: string };
type Row = { name: string; hospital: string; lines: Line[] };

const asTyped = (_: string, value: unknown) => value;
const of = { name: "lines", fields: ["product_id", "quantity", "note"], unit: "product_id" } as const;

/** A small random number generator with the same sequence everywhere: George Marsaglia's xorshift. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** What one side changed, one place each: a field of the row, a field of a line, or a whole line. */
type Edit =
  | { to: string; set: string | number }
  | { line: string; to: "quantity" | "note"; set: string | number }
  | { removed: string }
  | { added: Line };

function apply(row: Row, edits: readonly Edit[]): Row {
  const next = JSON.parse(JSON.stringify(row)) as Row & Record<string, unknown>;
  for (const edit of edits) {
    if ("removed" in edit) next.lines = next.lines.filter(({ id }) => id !== edit.removed);
    else if ("added" in edit) next.lines.push(edit.added);
    else if ("line" in edit) {
      const line = next.lines.find(({ id }) => id === edit.line) as Record<string, unknown> | undefined;
      if (line) line[edit.to] = edit.set;
    } else next[edit.to] = edit.set;
  }
  return next;
}

const before: Row = {
  name: "a",
  hospital: "a",
  lines: ["1", "2", "3"].map((id) => ({ id, product_id: `p${id}`, quantity: 1, note: "a" })),
};

/** A person's edits of the row: at most one per place, each a real change. */
function editsOf(random: (below: number) => number, who: string): Edit[] {
  const edits: Edit[] = [];
  for (const to of ["name", "hospital"]) if (random(2)) edits.push({ to, set: "bc"[random(2)] ?? "b" });
  for (const { id } of before.lines) {
    if (random(4) === 0) {
      edits.push({ removed: id });
      continue;
    }
    if (random(3) === 0) edits.push({ line: id, to: "quantity", set: 2 + random(2) });
    if (random(3) === 0) edits.push({ line: id, to: "note", set: "bc"[random(2)] ?? "b" });
  }
  for (let count = random(3); count > 0; count--) {
    edits.push({ added: { id: `${who}${count}`, product_id: "p", quantity: count, note: who } });
  }
  return edits;
}

function merge(versions: Versions<Row>, choices: Record<string, Side> = {}) {
  const { base, mine, theirs } = versions;
  const fields = mergeFields(versions, ["name", "hospital"], asTyped, choices);
  const lines = mergeLines(
    { base: base.lines, mine: mine.lines, theirs: theirs.lines },
    of,
    asTyped,
    choices,
  );
  return {
    row: { ...fields.values, lines: lines.values },
    conflicts: [...fields.conflicts, ...lines.conflicts],
  };
}

/** The same lines in any order: the merge does not define the order of two people's added lines. */
const sorted = (row: Row) => ({ ...row, lines: row.lines.toSorted((a, b) => a.id.localeCompare(b.id)) });

/** The value at a path of the row: a field, a line, or a field of a line. */
function at(row: Row, path: string): unknown {
  const [name = "", id, field] = path.split(".");
  if (id === undefined) return row[name as keyof Row];
  const line = row.lines.find((one) => one.id === id);
  return field === undefined ? line : line?.[field as keyof Line];
}

const places = (...rows: Row[]) => [
  "name",
  "hospital",
  ...rows.flatMap(({ lines }) => lines.flatMap(({ id }) => [`lines.${id}.quantity`, `lines.${id}.note`])),
];

/** The places that both changed differently, computed from their edits alone. */
function expectedConflicts(mine: readonly Edit[], theirs: readonly Edit[]): string[] {
  const row = (edits: readonly Edit[]) => apply(before, edits);
  const [my, their] = [row(mine), row(theirs)];
  const found: string[] = [];
  for (const field of ["name", "hospital"] as const) {
    const values = new Set([before[field], my[field], their[field]]);
    if (values.size === 3) found.push(field);
  }
  for (const line of before.lines) {
    const [a, b] = [my, their].map(({ lines }) => lines.find(({ id }) => id === line.id));
    const isChanged = (other: Line | undefined) => JSON.stringify(other) !== JSON.stringify(line);
    if (a && b) {
      for (const field of ["quantity", "note"] as const) {
        if (new Set([line[field], a[field], b[field]]).size === 3) found.push(`lines.${line.id}.${field}`);
      }
    } else if ((a && isChanged(a)) || (b && isChanged(b))) found.push(`lines.${line.id}`);
  }
  return found;
}

describe("merging what two people did to one row", () => {
  test("2,000 random cases: without a conflict, the result equals applying both edits in either order", () => {
    const random = randomOf(20261122);
    let clean = 0;
    let asked = 0;
    for (let round = 0; round < 2_000; round++) {
      const [mine, theirs] = [editsOf(random, "m"), editsOf(random, "t")];
      const versions = { base: before, mine: apply(before, mine), theirs: apply(before, theirs) };
      const merged = merge(versions);
      const expected = expectedConflicts(mine, theirs);
      expect(merged.conflicts.toSorted()).toEqual(expected.toSorted());
      if (expected.length > 0) {
        asked++;
        for (const side of ["mine", "theirs"] as const) {
          const { row } = merge(versions, Object.fromEntries(expected.map((path) => [path, side])));
          for (const path of expected) expect(at(row, path)).toEqual(at(versions[side], path));
          // Nothing else depends on the choices.
          for (const place of places(merged.row, row)) {
            if (!expected.some((path) => path.startsWith(place) || place.startsWith(path)))
              expect(at(row, place)).toEqual(at(merged.row, place));
          }
        }
        continue;
      }
      clean++;
      expect(sorted(merged.row)).toEqual(sorted(apply(versions.theirs, mine)));
      expect(sorted(merged.row)).toEqual(sorted(apply(versions.mine, theirs)));
    }
    // The cases are useful only if there are many of both kinds.
    expect(clean).toBeGreaterThan(100);
    expect(asked).toBeGreaterThan(100);
  });

  const row = (changes: Partial<Row> = {}) => ({ ...before, ...changes });

  test("keeps a colleague's change, and unchanged values of mine undo nothing", () => {
    const versions = { base: row(), mine: row({ hospital: "KEM" }), theirs: row({ name: "Dr. Roy" }) };
    expect(merge(versions)).toEqual({ row: row({ name: "Dr. Roy", hospital: "KEM" }), conflicts: [] });
  });

  test("values that are stored alike are not a change", () => {
    const normal = (_: string, value: unknown) => String(value).trim();
    const versions = { base: { name: "a" }, mine: { name: " a " }, theirs: { name: "b" } };
    expect(mergeFields(versions, ["name"], normal)).toEqual({ values: { name: "b" }, conflicts: [] });
  });

  test("another product makes another line: the form asks about the whole line", () => {
    const [line] = before.lines;
    const lines = (changes: Partial<Line>) => [{ ...(line as Line), ...changes }];
    const versions = {
      base: lines({}),
      mine: lines({ quantity: 5 }),
      theirs: lines({ product_id: "other" }),
    };
    const merged = mergeLines(versions, of, asTyped, { "lines.1": "theirs" });
    expect(merged).toEqual({ values: versions.theirs, conflicts: ["lines.1"] });
  });
});
