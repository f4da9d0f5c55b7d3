import { type Day, formatMonth } from "@rounds/domain/calendar/calendar.ts";
import { callAverage, coveragePercent } from "@rounds/domain/coverage/report-month.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { PerformanceOrder } from "@rounds/domain/performance/orders.ts";
import {
  inOrder,
  type Performance,
  type PerformanceFigures,
  type Performer,
  teamAverage,
} from "@rounds/domain/performance/performance.ts";
import { paths, type Target } from "../paths.ts";

/** The two months of an answer. */
type Of = "present" | "before";

/** A row of the table: a person, what belongs to nobody, or all. */
export type PerformanceRow =
  | ({ kind: "person" } & Performer)
  | ({ kind: "nobody" } & NonNullable<Performance["nobody"]>)
  | ({ kind: "total" } & Performance["total"]);

/** People in the chosen order, then nobody and the total. */
export function rowsOf({ rows, nobody, total }: Performance, order: PerformanceOrder | undefined) {
  return [
    ...inOrder(rows, order).map((row): PerformanceRow => ({ kind: "person", ...row })),
    ...(nobody ? [{ kind: "nobody", ...nobody } satisfies PerformanceRow] : []),
    { kind: "total", ...total } satisfies PerformanceRow,
  ];
}

/** A figure of a month in words, and the rows that it counts, if there are any. */
export type Shown = { text: string; target: Target | undefined };

export type FigureName = "coverage" | "calls" | "days" | "average" | "sales";
export const figureLabels: Record<FigureName, string> = {
  coverage: "Coverage",
  calls: "Calls",
  days: "Days worked",
  average: "Call average",
  sales: "Sales",
};

/** A figure of a row in one of the months. */
export function shownFigure(name: FigureName, row: PerformanceRow, of: Of, answer: Performance): Shown {
  const figures = row[of];
  const text = texts[name](figures, row, of, answer) ?? "–";
  const isNone = text === "–" || figures[counted[name]] === 0 || figures[counted[name]] === "0.00";
  return { text, target: isNone ? undefined : targetOf(name, row, answer[of]) };
}

const texts: Record<
  FigureName,
  (figures: PerformanceFigures, row: PerformanceRow, of: Of, answer: Performance) => string | null
> = {
  coverage: (figures) => {
    const percent = coveragePercent(figures);
    return percent && `${percent}%`;
  },
  calls: ({ calls }) => formatCount(calls),
  days: ({ days_worked }, { kind }) => (kind === "nobody" ? null : formatCount(days_worked)),
  average: (figures, { kind }, of, { nobody }) =>
    kind === "total" ? teamAverage(figures, nobody?.[of]) : callAverage(figures),
  sales: ({ sales }) => formatRupees(sales),
};

/** What there must be for a figure to have rows. */
const counted: Record<FigureName, keyof PerformanceFigures> = {
  coverage: "met",
  calls: "calls",
  days: "calls",
  average: "calls",
  sales: "sales",
};

/** The rows of a figure: the doctors of a person's or everybody's coverage, or the visits and sales of the month. */
function targetOf(
  name: FigureName,
  row: PerformanceRow,
  { month, from, until }: { month: string; from: Day; until: Day },
): Target {
  const representative = row.kind === "person" ? row.id : row.kind === "nobody" ? "nobody" : undefined;
  const days = { representative, start_date: from, end_date: until };
  if (name === "sales") return paths.sales(days);
  const isGone = row.kind === "person" && row.is_gone;
  if (name === "coverage" && !isGone)
    return paths.coverageDoctors({ figure: "met", month, person: representative ?? "everybody" });
  // The calls of everybody and of nobody, and of accounts that are gone, are no coverage of somebody.
  if (name !== "days" && row.kind === "person" && !isGone)
    return paths.coverageDoctors({ figure: "calls", month, person: row.id });
  return paths.visits({ ...days, status: "completed" });
}

/** Doctors who are late, and the calls that remain with them. */
export function shownLate(row: PerformanceRow, { present }: Performance): Shown {
  if (row.kind === "nobody" || row.late === null) return { text: "–", target: undefined };
  const person = row.kind === "person" ? row.id : "everybody";
  const isLinked = row.late > 0 && !(row.kind === "person" && row.is_gone);
  const target = paths.coverageDoctors({ figure: "late", month: present.month, person });
  return { text: formatCount(row.late), target: isLinked ? target : undefined };
}

/** Whether doctors of nobody are in the present month, who count for each person and once in the total. */
export function hasShared({ rows, total }: Performance): boolean {
  return rows.reduce((sum, { present }) => sum + present.doctors, 0) > total.present.doctors;
}

/** The months in words: "November 2025, with October 2025 for comparison". */
export function monthsWords({ present, before }: Performance): string {
  return `${formatMonth(present.from)}, with ${formatMonth(before.from)} for comparison`;
}
