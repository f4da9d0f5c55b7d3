import { type FaultKind, faultKinds } from "./faults.ts";
import type { Journal } from "./journal.ts";

/** A fault: when it happened, by the journal's clock, until everything was in order again. */
export type Happened = { kind: FaultKind; hit: string; from: number; to: number };

/** The longest gap between moments within a span, in milliseconds. */
function longestGap(moments: readonly number[], from: number, to: number): number {
  let longest = 0;
  for (const [index, end] of moments.entries()) {
    const begin = moments[index - 1];
    if (begin !== undefined) longest = Math.max(longest, Math.min(end, to) - Math.max(begin, from));
  }
  return longest;
}

/**
 * Tables of the longest interruptions: per fault and per kind of fault, for how long nobody's visit was acknowledged,
 * and for how long the worst affected person's; and without any fault.
 */
export function interruptionTables(happened: readonly Happened[], { acknowledged }: Journal): string {
  const all = acknowledged.map(({ at }) => at);
  const people = new Map<number, number[]>();
  for (const { by, at } of acknowledged) people.set(by, [...(people.get(by) ?? []), at]);
  const measured = happened.map(({ kind, hit, from, to }) => ({
    kind,
    hit,
    nobody: longestGap(all, from, to),
    one: Math.max(...[...people.values()].map((moments) => longestGap(moments, from, to))),
    whole: to - from,
  }));
  const kinds = faultKinds.flatMap((kind) => {
    const of = measured.filter((one) => one.kind === kind);
    const most = (figure: "nobody" | "one" | "whole") => Math.max(...of.map((one) => one[figure]));
    return of.length > 0
      ? [[kind, `${of.length}`, ...seconds(most("nobody"), most("one"), most("whole"))]]
      : [];
  });
  const begin = all[0] ?? 0;
  const quiet = Math.max(
    ...[...happened, { from: all.at(-1) ?? 0 }].map(({ from }, index) =>
      longestGap(all, happened[index - 1]?.to ?? begin, from),
    ),
  );
  const heads = ["nobody recorded", "worst for one", "whole again after"];
  return [
    table([
      ["fault", "hit", ...heads],
      ...measured.map(({ kind, hit, nobody, one, whole }) => [kind, hit, ...seconds(nobody, one, whole)]),
    ]),
    table([["most of each kind", "times", ...heads], ...kinds]),
    `Without a fault nobody recorded for ${seconds(quiet)[0]} at most.`,
  ].join("\n\n");
}

function seconds(...milliseconds: number[]): string[] {
  return milliseconds.map((value) => `${(value / 1000).toFixed(1)} s`);
}

function table(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
