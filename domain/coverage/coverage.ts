import { z } from "zod";
import { doctorClasses } from "../doctors/choices.ts";
import { exportFormat, pageNumber, pageOf, pageSize, rowsPerPage } from "../paging/paging.ts";
import { figures } from "./figures.ts";
import { classRows, isMonth } from "./report-month.ts";

/**
 * The month (that of today if not given, or if it has not begun) and whose doctors: one's own with the shared ones,
 * those of one person with the shared ones, or all.
 */
export const coverageQuery = z.object({
  month: z.string().refine(isMonth, "Please enter a month such as 2025-06").optional(),
  person: z.union([z.enum(["me", "everybody"]), z.uuid().overwrite((id) => id.toLowerCase())]).default("me"),
});

/** The doctors of one figure: of a class, or of all. */
const figureFilters = {
  figure: z.enum(figures),
  class: z.enum(["", ...classRows]).default(""),
};
const coverageDoctorsFilters = coverageQuery.extend(figureFilters);
export const coverageExportQuery = coverageQuery.extend({ format: exportFormat });
export const coverageDoctorsExportQuery = coverageDoctorsFilters.extend({ format: exportFormat });
export const coverageDoctorsQuery = coverageDoctorsFilters.extend({
  page: pageNumber,
  page_size: rowsPerPage(pageSize),
});

const count = z.int().min(0);

/** The figures of some doctors in a month; `Figures` in report-month.ts explains each. */
const figuresOf = z.object({
  doctors: count,
  met: count,
  not_met: count,
  norm: count,
  counted: count,
  remaining: count,
  remaining_doctors: count,
  to_plan: count,
  to_plan_doctors: count,
  no_target: count,
});

/** The month of an answer, and whose it is: `person` is null for everybody. */
const monthOf = {
  month: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  is_over: z.boolean(),
  person: z.object({ id: z.uuid(), name: z.string() }).nullable(),
};

/** Everything that the screen shows of a month. */
export const coverage = z.object({
  ...monthOf,
  total: figuresOf,
  classes: z.object({ A: figuresOf, B: figuresOf, C: figuresOf, none: figuresOf }),
  /**
   * What was done and what still fits in; `called_doctors` are those of `calls`. `nobody_calls` and `nobody_days` are what
   * belongs to nobody of the people and is counted nowhere else: calls without an author with doctors who were shared. A
   * person has none.
   */
  work: z.object({
    people: count,
    calls: count,
    called_doctors: count,
    days_worked: count,
    days_left: count,
    capacity_left: count,
    nobody_calls: count,
    nobody_days: count,
  }),
});

/** A doctor of a figure. `calls_made` are those that the people of the report recorded. */
const coverageDoctor = z.object({
  id: z.uuid(),
  name: z.string(),
  doctor_class: z.enum(doctorClasses).nullable(),
  city: z.string().nullable(),
  /** Whose doctor it is; null for everybody's. */
  representative: z.string().nullable(),
  norm: count,
  calls: count,
  scheduled: count,
  remaining: count,
  calls_made: count,
  /** The day of the last completed visit up to today; null if there was none. */
  last_visit: z.iso.date().nullable(),
});

/** One page of the doctors of a figure: class A, B, C and none, most remaining calls first, then by name. */
export const coverageDoctors = pageOf(coverageDoctor).extend({
  ...monthOf,
  /** Sums over the doctors of all pages. */
  sums: z.object({ norm: count, counted: count, remaining: count, to_plan: count, calls_made: count }),
});

export type CoverageQuery = z.input<typeof coverageQuery>;
export type CoverageFilters = z.output<typeof coverageQuery>;
export type CoverageDoctorsQuery = z.input<typeof coverageDoctorsQuery>;
export type CoverageExport = z.input<typeof coverageExportQuery>;
export type CoverageDoctorsExport = z.input<typeof coverageDoctorsExportQuery>;
export type CoverageDoctorsFilters = z.output<typeof coverageDoctorsFilters>;
export type CoverageAnswer = z.output<typeof coverage>;
export type CoverageDoctor = z.output<typeof coverageDoctor>;
export type CoverageDoctors = z.output<typeof coverageDoctors>;
