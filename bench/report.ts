import { formatCount } from "@rounds/domain/money/money.ts";
import type { Timing } from "./measure.ts";
import type { Recording } from "./recording.ts";

/** What was measured of one request at one size: over HTTP, and the same SQL straight on the database. */
export type Measured = { name: string; http: Timing; bare: Timing; statements: number };

/** What was measured at one size. */
export type SizeResult = { visits: number; lists: Measured[]; recording: Recording | undefined };

/** The aim: at the largest size within so many milliseconds, and at most so many times the smallest size's time. */
const aim = { milliseconds: 10, growth: 2 };

/** The table of one size. */
export function sizeTable({ lists, recording }: SizeResult): string {
  const rows = lists.map(({ name, http, bare, statements }) => [
    name,
    ms(http.median),
    ms(http.p95),
    ms(bare.median),
    times(http.median / bare.median),
    String(statements),
    String(http.runs),
  ]);
  if (recording) {
    const { alone, together, perSecond, bare } = recording;
    const rate = (value: number) => `${formatCount(Math.round(value))}/s`;
    rows.push(
      [
        "record a visit, 1 client",
        ms(alone.median),
        ms(alone.p95),
        ms(bare.median),
        times(alone.median / bare.median),
        "",
        rate(perSecond.alone),
      ],
      [
        "record a visit, 16 clients",
        ms(together.median),
        ms(together.p95),
        "",
        "",
        "",
        rate(perSecond.together),
      ],
    );
  }
  return table(["request", "median ms", "p95 ms", "SQL alone ms", "ratio", "statements", "runs"], rows);
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
  const headings = results.map(({ visits }) => formatCount(visits));
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
    `${reached.length} of ${largest.lists.length} lists reach the aim: at ${formatCount(largest.visits)} visits ` +
    `within ${aim.milliseconds} ms in the median and at most ${aim.growth} times the time at ` +
    `${formatCount(smallest.visits)}.`
  );
}

function table(headings: readonly string[], rows: readonly string[][]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  return [line(headings), widths.map((width) => "─".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

function times(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)}×`;
}
