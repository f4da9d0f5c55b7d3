import { table } from "../kit/table.ts";
import type { ProfileResult } from "./page-report.ts";

/** One thing that is compared: one value of each run, of the pages at full speed or of the slow ones. */
type Measure = {
  name: string;
  profile: "unthrottled" | "slow";
  unit: "ms" | "KB" | "";
  /** A ratio from which on it counts as worse, if most runs agree; below its inverse it is better. */
  limit: number;
  values(result: ProfileResult): number[];
};

/** Times and processor time vary from run to run; what is loaded hardly does. */
const limits = { time: 1.05, loaded: 1.01 };

const times: [name: string, values: Measure["values"]][] = [
  ["doctor list cold", ({ cold }) => cold.map(({ shown }) => shown)],
  ["doctor list warm", ({ warm }) => warm.map(({ shown }) => shown)],
  ["list → detail", ({ detail }) => detail],
  ["list → dashboard", ({ toDashboard }) => toDashboard],
  ["dashboard → list", ({ fromDashboard }) => fromDashboard.map(({ rows }) => rows)],
  ["search, four letters typed", ({ letters }) => letters],
  ["processor time of the four steps", ({ steps }) => steps],
  ["longest task of the four steps", longestOfSteps],
];
const untilIdle: Omit<Measure, "profile">[] = [
  {
    ...{ name: "processor time until idle", unit: "ms", limit: limits.time },
    values: ({ idle }) => idle.map(({ processor }) => processor),
  },
  {
    ...{ name: "KB until idle", unit: "KB", limit: limits.loaded },
    values: ({ idle }) => idle.map(({ bytes }) => bytes / 1024),
  },
  {
    ...{ name: "requests until idle", unit: "", limit: limits.loaded },
    values: ({ idle }) => idle.map(({ requests }) => requests),
  },
  {
    ...{ name: "KB until idle, warm", unit: "KB", limit: limits.loaded },
    values: ({ warmIdle }) => warmIdle.map(({ bytes }) => bytes / 1024),
  },
  {
    ...{ name: "requests until idle, warm", unit: "", limit: limits.loaded },
    values: ({ warmIdle }) => warmIdle.map(({ requests }) => requests),
  },
];
const measures: Measure[] = [
  ...times.flatMap(([name, values]): Measure[] => [
    { name, profile: "unthrottled", unit: "ms", limit: limits.time, values },
    { name: `${name}, over the slow network`, profile: "slow", unit: "ms", limit: limits.time, values },
  ]),
  // What slows a page down takes processor time of its own.
  ...untilIdle.map((measure): Measure => ({ ...measure, profile: "unthrottled" })),
];

/** Of each run: the longest task of all steps; 50 ms if none was that long, since nobody notices shorter ones. */
function longestOfSteps({ tasks, steps }: ProfileResult): number[] {
  const screens = ["a doctor", "the dashboard", "the doctors", "a search by letters"];
  return steps.map((_, run) => Math.max(50, ...screens.map((screen) => tasks[screen]?.[run] ?? 0)));
}

/**
 * Compares the measurements of two builds that were taken in turn: the middle one of the runs' ratios, its quartiles, and
 * whether that is worse, better or the same. It is worse or better only if three quarters of the runs agree: a
 * disturbance of the machine spoils single runs.
 */
export function comparePages(
  before: readonly ProfileResult[],
  after: readonly ProfileResult[],
): { text: string; worse: boolean } {
  const compared = measures.map((measure) => {
    const { profile, values } = measure;
    const runsOf = (results: readonly ProfileResult[]) =>
      results.filter((result) => result.profile === profile).flatMap(values);
    const [old, now] = [runsOf(before), runsOf(after)];
    const ratios = quartiles(now.map((value, run) => value / (old[run] ?? Number.NaN)));
    return {
      measure,
      old: quartiles(old).median,
      now: quartiles(now).median,
      ratios,
      verdict: judge(measure, ratios),
    };
  });
  const rows = compared.map(({ measure: { name, unit }, old, now, ratios, verdict }) => {
    const { low, median, high } = ratios;
    const figure = (value: number) =>
      `${unit === "KB" ? value.toFixed(1) : Math.round(value)} ${unit}`.trim();
    return [name, figure(old), figure(now), ratio(median), `${ratio(low)} to ${ratio(high)}`, verdict];
  });
  const headings = ["median of all runs", "before", "after", "ratio", "half of the runs", "verdict"];
  const worse = compared.filter(({ verdict }) => verdict === "WORSE");
  const verdict = worse.map(({ measure, ratios }) => `${measure.name} (${ratio(ratios.median)})`).join(", ");
  const text = `${table(headings, rows)}\n\n${worse.length === 0 ? "Nothing is worse." : `Worse: ${verdict}.`}`;
  return { text, worse: worse.length > 0 };
}

type Quartiles = { low: number; median: number; high: number };

function judge({ limit }: Measure, { low, median, high }: Quartiles): "WORSE" | "better" | "same" {
  if (median >= limit && low > 1) return "WORSE";
  return median <= 1 / limit && high < 1 ? "better" : "same";
}

/** The quartiles of the values of all runs (nearest rank). */
function quartiles(values: readonly number[]): Quartiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

const ratio = (value: number) => value.toFixed(2);
