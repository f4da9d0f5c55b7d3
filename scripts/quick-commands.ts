/**
 * The commands that `npm run test:release` runs in their smallest form (`--quick`), each with how many lines with figures it
 * then shows at least.
 */
export const quickCommands: Readonly<Record<string, number>> = {
  bench: 60,
  "bench:against": 2,
  "bench:archive": 3,
  "bench:catch-up": 2,
  "bench:day": 13,
  "bench:exports": 5,
  "bench:floor": 9,
  "bench:history": 5,
  "bench:import-page": 11,
  "bench:imports": 4,
  "bench:likely-doctors": 3,
  "bench:memory": 6,
  "bench:offline-visit": 3,
  "bench:one-person": 4,
  "bench:page": 50,
  "bench:pages": 8,
  "bench:performance": 12,
  "bench:realtime": 6,
  "bench:record-visit": 3,
  "bench:sign-in": 4,
  "bench:start": 4,
  "bench:sync": 3,
  simulate: 1,
  "simulate:mutants": 1,
};

/** What a cell or a line shows where a figure is missing. */
const missing = /\b(NaN|undefined|null|none|Infinity)\b|\[object |(^|\s)–(\s|$)/;

/**
 * What is wrong with the output of a command's smallest form, as one sentence; undefined if nothing is. It must show at
 * least so many lines with figures, and no figure may be missing.
 */
export function problemOf(output: string, fewestLines: number): string | undefined {
  const lines = output.split("\n");
  const gap = lines.find((line) => missing.test(line));
  if (gap !== undefined) return `A figure is missing: ${gap.trim()}`;
  const count = lines.filter((line) => /\d/.test(line)).length;
  if (count < fewestLines)
    return `It shows ${count} lines with figures; at least ${fewestLines} are expected.`;
  return undefined;
}
