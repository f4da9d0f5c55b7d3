import type { Database } from "@rounds/database/connect.ts";
import type {
  CoverageAnswer,
  CoverageDoctor,
  CoverageDoctorsFilters,
  CoverageFilters,
} from "@rounds/domain/coverage/coverage.ts";
import {
  callAverage,
  classRows,
  compliancePercent,
  coveragePercent,
  type Figures,
} from "@rounds/domain/coverage/month.ts";
import { byteOrderMark, type Cell, csvRecord } from "../api/csv.ts";
import { readCoverageDoctors } from "./list-doctors.ts";
import { readCoverage } from "./read-coverage.ts";
import type { Asker } from "./report.ts";

/** A row of the file: the figures of a class, or all of them. */
type Row = { coverage: CoverageAnswer; name: string; figures: Figures; isTotal: boolean };

const number = (value: number): Cell => ({ number: value });
/** A number that there may not be; then the cell is empty. */
const known = (value: string | null): Cell => (value === null ? "" : { number: value });
/** A figure of the people, which is not divided by class. */
const ofTotal = (cell: (coverage: CoverageAnswer) => Cell) => (row: Row) =>
  row.isTotal ? cell(row.coverage) : "";

/** Columns of the month's file, with their values. */
const monthColumns: [title: string, cell: (row: Row) => Cell][] = [
  ["Month", ({ coverage }) => coverage.month],
  ["Doctors Of", ({ coverage }) => coverage.person?.name ?? "Everybody"],
  ["Class", ({ name }) => name],
  ["Doctors", ({ figures }) => number(figures.doctors)],
  ["Met", ({ figures }) => number(figures.met)],
  ["Not Met", ({ figures }) => number(figures.not_met)],
  ["Coverage %", ({ figures }) => known(coveragePercent(figures))],
  ["Calls Expected", ({ figures }) => number(figures.norm)],
  ["Calls Counted", ({ figures }) => number(figures.counted)],
  ["Compliance %", ({ figures }) => known(compliancePercent(figures))],
  ["Remaining Calls", ({ figures }) => number(figures.remaining)],
  ["Doctors With Remaining Calls", ({ figures }) => number(figures.remaining_doctors)],
  ["Calls To Plan", ({ figures }) => number(figures.to_plan)],
  ["Doctors Without Target", ({ figures }) => number(figures.no_target)],
  ["Calls Made", ofTotal(({ work }) => number(work.calls))],
  ["Days Worked", ofTotal(({ work }) => number(work.days_worked))],
  ["Call Average", ofTotal(({ work }) => known(callAverage(work)))],
  ["Field Days Left", ofTotal(({ work }) => number(work.days_left))],
  ["Capacity Left", ofTotal(({ work }) => number(work.capacity_left))],
];

/** The figures of a month as a CSV file: a row for each class, one for doctors without a class, and the total. */
export async function* exportCoverage(
  db: Database,
  filters: CoverageFilters,
  asker: Asker,
): AsyncGenerator<string, void, undefined> {
  const coverage = await readCoverage(db, filters, asker);
  const rows: Row[] = classRows.map((name) => ({
    coverage,
    name: name === "none" ? "No class" : name,
    figures: coverage.classes[name],
    isTotal: false,
  }));
  rows.push({ coverage, name: "Total", figures: coverage.total, isTotal: true });
  yield byteOrderMark + records(monthColumns, rows, true);
}

/** Columns of the file of doctors. */
const doctorColumns: [title: string, cell: (doctor: CoverageDoctor) => Cell][] = [
  ["Doctor", ({ name }) => name],
  ["Class", ({ doctor_class }) => doctor_class ?? ""],
  ["City", ({ city }) => city ?? ""],
  ["Representative", ({ representative }) => representative ?? "Everybody"],
  ["Calls", ({ calls }) => number(calls)],
  ["Calls Expected", ({ norm }) => number(norm)],
  ["Calls Planned", ({ scheduled }) => number(scheduled)],
  ["Remaining Calls", ({ remaining }) => number(remaining)],
  ["Calls Made", ({ calls_made }) => number(calls_made)],
  ["Last Seen", ({ last_visit }) => last_visit ?? ""],
];

/** All doctors of a figure as a CSV file that is created while it is read. */
export async function* exportCoverageDoctors(
  db: Database,
  filters: CoverageDoctorsFilters,
  asker: Asker,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const doctors of readCoverageDoctors(db, filters, asker)) {
    yield (isFirst ? byteOrderMark : "") + records(doctorColumns, doctors, isFirst);
    isFirst = false;
  }
  if (isFirst) yield byteOrderMark + records(doctorColumns, [], true);
}

function records<Item>(
  columns: readonly [title: string, cell: (item: Item) => Cell][],
  items: readonly Item[],
  withHead: boolean,
): string {
  const head = withHead ? csvRecord(columns.map(([title]) => title)) : "";
  return head + items.map((item) => csvRecord(columns.map(([, cell]) => cell(item)))).join("");
}
