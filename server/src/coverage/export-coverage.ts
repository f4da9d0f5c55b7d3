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
} from "@rounds/domain/coverage/report-month.ts";
import type { Kind, Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { readCoverageDoctors } from "./list-doctors.ts";
import { readCoverage } from "./read-coverage.ts";
import type { Asker } from "./report.ts";

type Work = Partial<CoverageAnswer["work"]>;

/** A row of the file: the figures of a class, or all of them with the people's work; or the calls of nobody. */
type Row = { coverage: CoverageAnswer; name: string; figures?: Figures; work?: Work };

const column = <Item>(label: string, kind: Kind, value: SheetColumn<Item>["value"]): SheetColumn<Item> => ({
  label,
  kind,
  value,
});

type Cell = string | number | null | undefined;

/** A figure of doctors. */
const ofDoctors = (label: string, kind: Kind, value: (figures: Figures) => Cell) =>
  column<Row>(label, kind, ({ figures }) => figures && value(figures));

/** A figure of the people, which is not divided by class. */
const ofWork = (label: string, kind: Kind, value: (work: Work) => Cell) =>
  column<Row>(label, kind, ({ work }) => work && value(work));

/** Columns of the month's file. */
const monthColumns: readonly SheetColumn<Row>[] = [
  column("Month", "text", ({ coverage }) => coverage.month),
  column("Doctors Of", "text", ({ coverage }) => coverage.person?.name ?? "Everybody"),
  column("Class", "text", ({ name }) => name),
  ofDoctors("Doctors", "units", ({ doctors }) => doctors),
  ofDoctors("Met", "units", ({ met }) => met),
  ofDoctors("Not Met", "units", ({ not_met }) => not_met),
  ofDoctors("Coverage %", "number", coveragePercent),
  ofDoctors("Calls Expected", "units", ({ norm }) => norm),
  ofDoctors("Calls Counted", "units", ({ counted }) => counted),
  ofDoctors("Compliance %", "number", compliancePercent),
  ofDoctors("Remaining Calls", "units", ({ remaining }) => remaining),
  ofDoctors("Doctors With Remaining Calls", "units", ({ remaining_doctors }) => remaining_doctors),
  ofDoctors("Calls To Plan", "units", ({ to_plan }) => to_plan),
  ofDoctors("Doctors Without Target", "units", ({ no_target }) => no_target),
  ofWork("Calls Made", "units", ({ calls }) => calls),
  ofWork("Days Worked", "units", ({ days_worked }) => days_worked),
  ofWork("Call Average", "number", ({ calls = 0, days_worked = 0 }) => callAverage({ calls, days_worked })),
  ofWork("Field Days Left", "units", ({ days_left }) => days_left),
  ofWork("Capacity Left", "units", ({ capacity_left }) => capacity_left),
];

/** The figures of a month: a row for each class, one for doctors without a class, the total, and what nobody recorded. */
export function exportCoverage(db: Database, filters: CoverageFilters, asker: Asker): Sheet<Row> {
  return { title: "Coverage", columns: monthColumns, rows: monthRows(db, filters, asker) };
}

async function* monthRows(
  db: Database,
  filters: CoverageFilters,
  asker: Asker,
): AsyncGenerator<Row[], void, undefined> {
  const coverage = await readCoverage(db, filters, asker);
  const { classes, total, work } = coverage;
  const rows: Row[] = classRows.map((name) => ({
    coverage,
    name: name === "none" ? "No class" : name,
    figures: classes[name],
  }));
  rows.push({ coverage, name: "Total", figures: total, work });
  if (work.nobody_calls > 0)
    rows.push({
      coverage,
      name: "Recorded by nobody",
      work: { calls: work.nobody_calls, days_worked: work.nobody_days },
    });
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
