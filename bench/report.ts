import type { Cost } from "./crowd.ts";
import { askers, exports, type ListTimes, type Memory } from "./lists.ts";
import type { Timing } from "./measure.ts";
import type { Recording, RecordingLoad } from "./recording.ts";

/** The measurements of one request at one size: over HTTP, and the same SQL directly on the database. */
export type Measured = ListTimes & { name: string; bare: Timing; statements: number };

/** The column widths of the table of one size, whose lines are printed as soon as they are known. */
const widths = [28, 9, 8, 12, 6, 10, 8, 9, 11, 4];

/** The heading of the table of one size. */
export const sizeHeading = row(
  [
    "request",
    "median ms",
    "p95 ms",
    "SQL alone ms",
    "ratio",
    "statements",
    `${askers} at once`,
    "server ms",
    "database ms",
    "runs",
  ],
  widths,
);

/** The line of one list. The processor columns are milliseconds per request, with many at once. */
export function listLine({ name, http, load, bare, statements }: Measured): string {
  return row(
    [
      name,
      ms(http.median),
      ms(http.p95),
      ms(bare.median),
      times(http.median / bare.median),
      `${statements}`,
      rate(load.perSecond),
      ...costs(load.cost),
      `${http.runs}`,
    ],
    widths,
  );
}

/** The lines of recording visits, beside plain inserts of the same rows. */
export function recordingLines({ loads, bare, rollups }: Recording): string {
  return (
    `\n${loadsTable(loads)}\n` +
    `its statements alone, on one connection: ${ms(bare)} ms\n` +
    `with rollups, recording takes ${times(rollups.alone)} the time without them (1 client), ` +
    `${times(rollups.together)} (16 clients), ${times(rollups.bare)} (SQL alone)`
  );
}

/** The table of recording with a number of clients at once; "plain" are plain inserts. */
export function loadsTable(loads: readonly RecordingLoad[]): string {
  const headings = [
    "",
    "median ms",
    "p95 ms",
    "a second",
    "plain",
    "share",
    "server ms",
    "database ms",
    "plain",
    "log kB",
  ];
  const lines = loads.map(({ clients, timing, perSecond, plain, cost, log }) => [
    `record a visit, ${clientsOf(clients)}`,
    ms(timing.median),
    ms(timing.p95),
    rate(perSecond),
    rate(plain.perSecond),
    (perSecond / plain.perSecond).toFixed(2),
    ...costs(cost),
    costs(plain.cost)[1],
    (log / 1024).toFixed(1),
  ]);
  return table(headings, lines);
}

/** The line of the server's memory. */
export function memoryLine({ started, requested, exported }: Memory): string {
  const mb = (value: number) => `${Math.round(value)} MB`;
  return (
    `most memory of the server: ${mb(started)} after its start, ${mb(requested)} after all requests, ` +
    `${mb(exported)} after ${exports} exports, 4 at once`
  );
}

/** "8 clients". */
export function clientsOf(clients: number): string {
  return clients === 1 ? "1 client" : `${clients} clients`;
}

/** Columns as wide as their widest cell, the first to the left, the others to the right. */
export function table(headings: readonly string[], rows: readonly string[][]): string {
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

function costs({ server, database }: Cost): [string, string] {
  const shown = (value: number | undefined) => (value === undefined ? "–" : ms(value));
  return [shown(server), shown(database)];
}

const english = new Intl.NumberFormat("en");

/** A whole number: 1000000 gives "1,000,000". */
export function count(value: number): string {
  return english.format(value);
}

function rate(value: number): string {
  return `${count(Math.round(value))}/s`;
}

/** Milliseconds with a useful number of decimals. */
export function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** "1.35×". */
export function times(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)}×`;
}
