import type { CoverageDoctorsExport, CoverageQuery } from "@rounds/domain/coverage/coverage.ts";
import type { Figure } from "@rounds/domain/coverage/figures.ts";
import type { ClassRow } from "@rounds/domain/coverage/report-month.ts";
import { paths, type Target } from "../paths.ts";
import type { CoverageDoctorsSearch, CoverageSearch } from "../search.ts";

/** The month and person of an address, as they are asked for; what is not given is left to the server's own clock. */
export function askedMonth({ month, person }: CoverageSearch): CoverageQuery {
  return { ...(month && { month }), ...(person && { person }) };
}

/** The same with the figure and the class; an address without a figure shows the target doctors. */
export function askedDoctors(search: CoverageDoctorsSearch): CoverageDoctorsExport {
  const { figure = "doctors", class: of } = search;
  return { ...askedMonth(search), figure, ...(of && { class: of }) };
}

/** The link of a figure to its doctors, in the same month and for the same person. */
export type FigureLinks = (figure: Figure, of?: ClassRow | "total") => Target;

export function figureLinks({ month, person }: CoverageSearch): FigureLinks {
  return (figure, of) =>
    paths.coverageDoctors({ figure, class: of === "total" ? undefined : of, month, person });
}
