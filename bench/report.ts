import type { Timing } from "./measure.ts";
import type { Memory } from "./memory.ts";
import type { Recording } from "./recording.ts";

/** What was measured of one request at one size: over HTTP, and the same SQL straight on the database. */
export type Measured = { name: string; http: Timing; bare: Timing; statements: number };

/** What was measured at one size. */
export type SizeResult = { visits: number; lists: Measured[] };

/** The aim: at the largest size within so many milliseconds, and at most so many times the smallest size's time. */
const aim = { milliseconds: 10, growth: 2 };

/** How wide the columns of the table of one size are, whose lines are printed as soon as they are known. */
const widths = [28, 11, 9, 14, 7, 12, 9];

/** The heading of the table of one size. */
export const sizeHeading = row(
  ["request", "median ms", "p95 ms", "SQL alone ms", "ratio", "statements", "runs"],
  widths,
);

/** The line of one list. */
export function listLine({ name, http, bare, statements }: Measured): string {
  const ratio = times(http.median / bare.median);
  return row(
    [name, ms(http.median), ms(http.p95), ms(bare.median), ratio, `${statements}`, `${http.runs}`],
    widths,
  );
}

/** The lines of recording visits; the last column is how many a second. */
export function recordingLines({ alone, together, perSecond, bare, rollups }: Recording): string {
  const rate = (value: number) => `${count(Math.round(value))}/s`;
  const ratio = times(alone.median / bare.median);
  const one = [ms(alone.median), ms(alone.p95), ms(bare.median), ratio, "", rate(perSecond.alone)];
  const many = [ms(together.median), ms(together.p95), "", "", "", rate(perSecond.together)];
  return [
    row(["record a visit, 1 client", ...one], widths),
    row(["record a visit, 16 clients", ...many], widths),
    `with rollups, recording takes ${times(rollups.alone)} the time without them (1 client), ` +
      `${times(rollups.together)} (16 clients), ${times(rollups.bare)} (SQL alone)`,
  ].join("\n");
}

/** The line of the server's memory. */
export function memoryLine({ started, requested, exported }: Memory): string {
  const mb = (value: number) => `${Math.round(value)} MB`;
  return (
    `most memory of the server: ${mb(started)} after its start, ${mb(requested)} after every request 8 at once, ` +
    `${mb(exported)} after 40 exports, 8 at once`
  );
}

/** Every request at all sizes side by side, with the growth from the smallest to the largest and whether it holds. */
export function growthTable(results: readonly SizeResult[]): string {
  const smallest = results[0];
  const largest = results.at(-1);
  if (!smallest || !largest) return "";
  const rows = largest.lists.map(({ name, http }) => {
    const sizes = results.map(
      ({ lists }) => lists.find((list) => list.name === name)?.http.median ?? Number.NaN,
    );
    const growth = http.median / (sizes[0] ?? Number.NaN);
    const held = [
      http.median <= aim.milliseconds ? "" : `over ${aim.milliseconds} ms`,
      growth <= aim.growth ? "" : `grows over ${aim.growth}×`,
    ].filter((problem) => problem !== "");
    return [name, ...sizes.map(ms), times(growth), held.join(", ") || "yes"];
  });
  const headings = results.map(({ visits }) => count(visits));
  return table(["request (median ms)", ...headings, "growth", "aim reached"], rows);
}

/** The aim and how many requests reach it. */
export function verdict(results: readonly SizeResult[]): string {
  const [smallest, largest] = [results[0], results.at(-1)];
  if (!smallest || !largest || smallest === largest) return "";
  const reached = largest.lists.filter(({ name, http }) => {
    const small = smallest.lists.find((list) => list.name === name);
    return (
      http.median <= aim.milliseconds && small !== undefined && http.median <= small.http.median * aim.growth
    );
  });
  return (
    `${reached.length} of ${largest.lists.length} lists reach the aim: at ${count(largest.visits)} visits ` +
    `within ${aim.milliseconds} ms in the median and at most ${aim.growth} times the time at ` +
    `${count(smallest.visits)}.`
  );
}

function table(headings: readonly string[], rows: readonly string[][]): string {
  const widest = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return [headings, widest.map((width) => "─".repeat(width)), ...rows]
    .map((cells) => row(cells, widest))
    .join("\n");
}

function row(cells: readonly string[], columnWidths: readonly number[]): string {
  return cells
    .map((cell, column) =>
      column === 0 ? cell.padEnd(columnWidths[0] ?? 0) : cell.padStart(columnWidths[column] ?? 0),
    )
    .join("  ");
}

const english = new Intl.NumberFormat("en");

/** A whole number: 1000000 gives "1,000,000". */
export function count(value: number): string {
  return english.format(value);
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

function times(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)}×`;
}
