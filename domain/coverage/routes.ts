import { route } from "../contract/route.ts";
import type {
  CoverageAnswer,
  CoverageDoctors,
  CoverageDoctorsExport,
  CoverageDoctorsQuery,
  CoverageExport,
  CoverageQuery,
} from "./coverage.ts";
import type { CallNorms } from "./norms.ts";
import { peopleRoute } from "./people-route.ts";
import type { CoverageSettings, HolidayList, LeaveRange, OwnLeave } from "./settings.ts";

export const coverageRoutes = {
  month: route<{ query: CoverageQuery; response: CoverageAnswer }>("GET", "/api/coverage"),
  /** CSV (`text/csv`, UTF-8 with a byte order mark) or an Excel workbook: the figures of the month, by class and in total. */
  exportMonth: route<{ query: CoverageExport; response: string }>("GET", "/api/coverage/export"),
  doctors: route<{ query: CoverageDoctorsQuery; response: CoverageDoctors }>("GET", "/api/coverage/doctors"),
  /** The same as a file, streamed: all doctors of a figure. */
  exportDoctors: route<{ query: CoverageDoctorsExport; response: string }>(
    "GET",
    "/api/coverage/doctors/export",
  ),

  representatives: peopleRoute,
  settings: route<{ query: { year?: number | string }; response: CoverageSettings }>(
    "GET",
    "/api/coverage/settings",
  ),
  saveNorms: route<{ body: CallNorms; response: CallNorms }>("PUT", "/api/coverage/norms"),
  saveHolidays: route<{ body: HolidayList; response: HolidayList }>("PUT", "/api/coverage/holidays"),
  removeHoliday: route<{ query: { day: string }; response: { day: string } }>(
    "DELETE",
    "/api/coverage/holidays",
  ),
  leave: route<{ response: OwnLeave }>("GET", "/api/coverage/leave"),
  addLeave: route<{ body: LeaveRange; response: OwnLeave }>("PUT", "/api/coverage/leave"),
  removeLeave: route<{ query: LeaveRange; response: OwnLeave }>("DELETE", "/api/coverage/leave"),
};
