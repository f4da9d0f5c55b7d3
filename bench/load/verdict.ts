import { count, ms, table, times } from "../kit/table.ts";
import type { Recording, RecordingLoad } from "./recording.ts";
import { clientsOf, type Measured } from "./report.ts";

/** The measurements at one size; recording only if everything was requested. */
export type SizeResult = { visits: number; lists: Measured[]; recording?: Recording };

/**
 * The aims. Lists: the longest time at the largest size in milliseconds, and the largest ratio to the smallest size's
 * time. Recording: the share of the visits a second that plain inserts of the same rows reach, and the largest ratio
 * of times between the largest and the smallest size.
 */
const aims = { lists: { milliseconds: 10, growth: 2 }, recording: { share: 0.28, growth: 2 } };

/** The smallest and the largest size measured; the same one where there is only one. */
function ends(results: readonly SizeResult[]): { smallest: SizeResult; largest: SizeResult } | undefined {
  const [smallest, largest] = [results[0], results.at(-1)];
  return smallest && largest && { smallest, largest };
}

/**
 * Every request at all sizes side by side, with the growth from the smallest to the largest and whether it is
 * acceptable.
 */
export function growthTable(results: readonly SizeResult[]): string {
  const found = ends(results);
  if (!found) return "";
  const rows = found.largest.lists.map((list) => {
    const sizes = results.map(({ lists }) => medianOf(lists, list.name));
    const problems = problemsOf(list, found.smallest);
    return [list.name, ...sizes.map(ms), times(growthOf(list, found.smallest)), problems.join(", ") || "yes"];
  });
  const headings = results.map(({ visits }) => count(visits));
  return table(["request (median ms)", ...headings, "growth", "aim reached"], rows);
}

function medianOf(lists: readonly Measured[], name: string): number {
  return lists.find((list) => list.name === name)?.http.median ?? Number.NaN;
}

function growthOf({ name, http }: Measured, { lists }: SizeResult): number {
  return http.median / medianOf(lists, name);
}

function problemsOf(list: Measured, smallest: SizeResult): string[] {
  const { milliseconds, growth } = aims.lists;
  return [
    list.http.median <= milliseconds ? "" : `over ${milliseconds} ms`,
    // Not the opposite: a size without this list has no growth.
    growthOf(list, smallest) > growth ? `grows over ${growth}×` : "",
  ].filter((problem) => problem !== "");
}

/** Each aim with its result, and whether all of them are reached. */
export function judge(results: readonly SizeResult[]): { text: string; reached: boolean } {
  const found = ends(results);
  if (!found) return { text: "Nothing was measured.", reached: false };
  const { smallest, largest } = found;
  const good = largest.lists.filter((list) => problemsOf(list, smallest).length === 0).length;
  const { lists, recording } = aims;
  const rows = [
    [
      `lists at ${count(largest.visits)} visits`,
      `all within ${lists.milliseconds} ms, growth ${lists.growth}×`,
      `${good} of ${largest.lists.length}`,
      yes(good === largest.lists.length),
    ],
    ...(largest.recording?.loads ?? []).flatMap((load) => {
      const name = `recording, ${clientsOf(load.clients)}`;
      const share = load.perSecond / load.plain.perSecond;
      const before = smallest.recording?.loads.find(({ clients }) => clients === load.clients);
      return [
        [name, `${recording.share} of plain inserts`, share.toFixed(2), yes(share >= recording.share)],
        ...(before && smallest !== largest ? [growthRow(`${name}: growth`, before, load)] : []),
      ];
    }),
  ];
  const text = table(["aim", "", "reached", ""], rows);
  return { text, reached: rows.every((cells) => cells.at(-1) === "yes") };
}

function growthRow(name: string, before: RecordingLoad, after: RecordingLoad): string[] {
  // As a share of plain inserts, so that a busier machine makes no difference.
  const growth = before.perSecond / before.plain.perSecond / (after.perSecond / after.plain.perSecond);
  return [name, `${aims.recording.growth}×`, times(growth), yes(growth <= aims.recording.growth)];
}

function yes(reached: boolean): string {
  return reached ? "yes" : "NO";
}
