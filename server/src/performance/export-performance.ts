import type { Database } from "@rounds/database/connect.ts";
import { coveragePercent } from "@rounds/domain/coverage/report-month.ts";
import {
  inOrder,
  type Performance,
  type PerformanceExportFilters,
  type PerformanceFigures,
  teamAverage,
} from "@rounds/domain/performance/performance.ts";
import type { Kind, Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { type Asker, readPerformance } from "./read-performance.ts";

type Cell = string | number | null | undefined;
/** A person's row, nobody's, or the total. */
type Row = {
  months: Pick<Performance, "present" | "before">;
  name: string;
  present: PerformanceFigures;
  before: PerformanceFigures;
  kind: "person" | "nobody" | "total";
  /** Of the total: the part of nobody. */
  nobody?: Performance["nobody"];
  late?: number | null;
  last_call?: string | null;
};

type Of = "present" | "before";

type Figure = (figures: PerformanceFigures, row: Row, of: Of) => Cell;

/** A figure of the month, and the same of the month before. */
function twice(label: string, kind: Kind, value: Figure): SheetColumn<Row>[] {
  return [
    { label, kind, value: (row) => value(row.present, row, "present") },
    { label: `${label} Before`, kind, value: (row) => value(row.before, row, "before") },
  ];
}

/** Twice a figure that what belongs to nobody does not have. */
function ofPeople(label: string, kind: Kind, value: Figure): SheetColumn<Row>[] {
  return twice(label, kind, (figures, row, of) => (row.kind === "nobody" ? null : value(figures, row, of)));
}

const columns: readonly SheetColumn<Row>[] = [
  { label: "Month", kind: "text", value: ({ months }) => months.present.month },
  { label: "Month Before", kind: "text", value: ({ months }) => months.before.month },
  { label: "Representative", kind: "text", width: 30, value: ({ name }) => name },
  ...ofPeople("Doctors", "units", ({ doctors }) => doctors),
  ...ofPeople("Met", "units", ({ met }) => met),
  ...ofPeople("Coverage %", "number", (figures) => coveragePercent(figures)),
  ...twice("Calls", "units", ({ calls }) => calls),
  ...ofPeople("Days Worked", "units", ({ days_worked }) => days_worked),
  ...ofPeople("Call Average", "number", (figures, { nobody }, of) => teamAverage(figures, nobody?.[of])),
  ...twice("Sales", "rupees", ({ sales }) => sales),
  { label: "Late Doctors", kind: "units", value: ({ late }) => late },
  { label: "Last Call", kind: "day", value: ({ last_call }) => last_call },
];

/** Everybody's figures of a month and of the month before it. */
export function exportPerformance(db: Database, filters: PerformanceExportFilters, asker: Asker): Sheet<Row> {
  return { title: "Performance", columns, rows: performanceRows(db, filters, asker) };
}

async function* performanceRows(
  db: Database,
  filters: PerformanceExportFilters,
  asker: Asker,
): AsyncGenerator<Row[], void, undefined> {
  const { rows, nobody, total, ...months } = await readPerformance(db, filters, asker);
  yield [
    ...inOrder(rows, filters.sort).map((row) => ({ months, kind: "person" as const, ...row })),
    ...(nobody ? [{ months, kind: "nobody" as const, name: "Nobody", ...nobody }] : []),
    { months, kind: "total", name: "Total", nobody, ...total },
  ];
}
