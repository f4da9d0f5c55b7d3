import type { Timing } from "../kit/measure.ts";
import { count, ms, row, table, times } from "../kit/table.ts";
import type { Cost } from "./crowd.ts";
import { askers, exports, type ListTimes, type Memory } from "./lists.ts";
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

function costs({ server, database }: Cost): [string, string] {
  const shown = (value: number | undefined) => (value === undefined ? "–" : ms(value));
  return [shown(server), shown(database)];
}

function rate(value: number): string {
  return `${count(Math.round(value))}/s`;
}
