import { type Timing, timeOf, timing } from "../kit/measure.ts";
import type { ServerProcess } from "../kit/server-process.ts";
import { type Cost, costOf } from "./crowd.ts";

/** The measurements of something that several clients did at once, again and again. */
export type Load = { clients: number; timing: Timing; perSecond: number; cost: Cost };

/** What is measured: the server's process, and its PostgreSQL's if that is known. */
export type Machine = { server: Pick<ServerProcess, "pid">; postmaster: number | undefined };

/** Runs `work` in this many clients at once for this many milliseconds, at least once in each; the cost is per run. */
export async function loadOf(
  { server, postmaster }: Machine,
  clients: number,
  milliseconds: number,
  work: () => Promise<unknown>,
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const { cost } = await costOf(server, postmaster, () =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        do times.push(await timeOf(work));
        while (performance.now() - start < milliseconds);
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const each = (sum: number | undefined) => (sum === undefined ? undefined : sum / times.length);
  return {
    clients,
    timing: timing(times),
    perSecond: times.length / seconds,
    cost: { server: each(cost.server), database: each(cost.database) },
  };
}

/** The same load measured in several rounds, combined: rates and costs are means, times are of the middle round. */
export function together(rounds: readonly Load[]): Load {
  const [first] = rounds;
  if (!first) throw new Error("Nothing was measured.");
  const mean = (of: (load: Load) => number) =>
    rounds.reduce((sum, load) => sum + of(load), 0) / rounds.length;
  const meanCost = (part: keyof Cost) =>
    rounds.some(({ cost }) => cost[part] === undefined) ? undefined : mean(({ cost }) => cost[part] ?? 0);
  const byMedian = [...rounds].sort((a, b) => a.timing.median - b.timing.median);
  return {
    clients: first.clients,
    timing: (byMedian[Math.floor(rounds.length / 2)] ?? first).timing,
    perSecond: mean(({ perSecond }) => perSecond),
    cost: { server: meanCost("server"), database: meanCost("database") },
  };
}
