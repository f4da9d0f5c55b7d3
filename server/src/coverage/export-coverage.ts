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
import type { Kind, Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { readCoverageDoctors } from "./list-doctors.ts";
import { readCoverage } from "./read-coverage.ts";
import type { Asker } from "./report.ts";

/** A row of the file: the figures of a class, or all of them. */
type Row = { coverage: CoverageAnswer; name: string; figures: Figures; isTotal: boolean };

/** A figure of the people, which is not divided by class. */
const ofTotal = (value: (coverage: CoverageAnswer) => string | number | null) => (row: Row) =>
  row.isTotal ? value(row.coverage) : null;

const column = <Item>(label: string, kind: Kind, value: SheetColumn<Item>["value"]): SheetColumn<Item> => ({
  label,
  kind,
  value,
});

/** Columns of the month's file. */
const monthColumns: readonly SheetColumn<Row>[] = [
  column("Month", "text", ({ coverage }) => coverage.month),
  column("Doctors Of", "text", ({ coverage }) => coverage.person?.name ?? "Everybody"),
  column("Class", "text", ({ name }) => name),
  column("Doctors", "units", ({ figures }) => figures.doctors),
  column("Met", "units", ({ figures }) => figures.met),
  column("Not Met", "units", ({ figures }) => figures.not_met),
  column("Coverage %", "number", ({ figures }) => coveragePercent(figures)),
  column("Calls Expected", "units", ({ figures }) => figures.norm),
  column("Calls Counted", "units", ({ figures }) => figures.counted),
  column("Compliance %", "number", ({ figures }) => compliancePercent(figures)),
  column("Remaining Calls", "units", ({ figures }) => figures.remaining),
  column("Doctors With Remaining Calls", "units", ({ figures }) => figures.remaining_doctors),
  column("Calls To Plan", "units", ({ figures }) => figures.to_plan),
  column("Doctors Without Target", "units", ({ figures }) => figures.no_target),
  column(
    "Calls Made",
    "units",
    ofTotal(({ work }) => work.calls),
  ),
  column(
    "Days Worked",
    "units",
    ofTotal(({ work }) => work.days_worked),
  ),
  column(
    "Call Average",
    "number",
    ofTotal(({ work }) => callAverage(work)),
  ),
  column(
    "Field Days Left",
    "units",
    ofTotal(({ work }) => work.days_left),
  ),
  column(
    "Capacity Left",
    "units",
    ofTotal(({ work }) => work.capacity_left),
  ),
];

/** The figures of a month: a row for each class, one for doctors without a class, and the total. */
export function exportCoverage(db: Database, filters: CoverageFilters, asker: Asker): Sheet<Row> {
  return { title: "Coverage", columns: monthColumns, rows: monthRows(db, filters, asker) };
}

async function* monthRows(
  db: Database,
  filters: CoverageFilters,
  asker: Asker,
): AsyncGenerator<Row[], void, undefined> {
  const coverage = await readCoverage(db, filters, asker);
  const rows: Row[] = classRows.map((name) => ({
    coverage,
    name: name === "none" ? "No class" : name,
    figures: coverage.classes[name],
    isTotal: false,
  }));
  rows.push({ coverage, name: "Total", figures: coverage.total, isTotal: true });
  yield rows;
}

/** Columns of the file of doctors. */
const doctorColumns: readonly SheetColumn<CoverageDoctor>[] = [
  column("Doctor", "text", ({ name }) => name),
  column("Class", "text", ({ doctor_class }) => doctor_class),
  column("City", "text", ({ city }) => city),
  column("Representative", "text", ({ representative }) => representative ?? "Everybody"),
  column("Calls", "units", ({ calls }) => calls),
  column("Calls Expected", "units", ({ norm }) => norm),
  column("Calls Planned", "units", ({ scheduled }) => scheduled),
  column("Remaining Calls", "units", ({ remaining }) => remaining),
  column("Calls Made", "units", ({ calls_made }) => calls_made),
  column("Last Seen", "day", ({ last_visit }) => last_visit),
];

/** All doctors of a figure. */
export function exportCoverageDoctors(
  db: Database,
  filters: CoverageDoctorsFilters,
  asker: Asker,
): Sheet<CoverageDoctor> {
  return { title: "Doctors", columns: doctorColumns, rows: readCoverageDoctors(db, filters, asker) };
}
