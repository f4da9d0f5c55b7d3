import { z } from "zod";
import { dayFilter } from "../calendar/day-filter.ts";
import { doctor } from "../doctors/doctor.ts";
import { exportFormat, pageNumber, pageOf, pageSize, rowsPerPage } from "../paging/paging.ts";
import { confirmationOf, editedVersion, recordId } from "../records/record.ts";
import { whoseFilter } from "../records/whose.ts";
import { optionalText, searchText } from "../text/text.ts";
import { statusFilters } from "./statuses.ts";
import { changedById, visit, visitInput, whoseDoctor } from "./visit.ts";

/**
 * Filters of the visit list; an empty one does not filter. The range applies only if both dates are set; if its end is
 * before its start, nothing matches. `city` is a doctor's whole address, in any case and punctuation. A visit is its author's; without one, it
 * is of whose the doctor was on its day.
 */
export const visitListQuery = z.object({
  search: searchText,
  start_date: dayFilter,
  end_date: dayFilter,
  status: z.enum(["", ...statusFilters]).default(""),
  city: optionalText(500),
  representative: whoseFilter,
  page: pageNumber,
  page_size: rowsPerPage(pageSize),
});

/** What one row of an exported visit list is: a visit, or a product sold in it. */
const visitExportRows = ["visits", "products"] as const;

/** The filters of the list, for a file with all its rows. */
export const visitExportQuery = visitListQuery
  .omit({ page: true, page_size: true })
  .extend({ format: exportFormat, rows: z.enum(visitExportRows).default("visits") });

/** A visit in a list: its author, its doctor, the sum of its sales in rupees and the number of lines. */
export const visitRow = visit
  .pick({ id: true, visit_date: true, status: true, notes: true, created_by: true, total_sales: true })
  .extend({
    item_count: z.int(),
    changed_by_id: changedById,
    doctor: doctor
      .pick({ id: true, name: true, specialization: true, hospital: true, address: true })
      .extend(whoseDoctor),
  });

/**
 * How often a doctor was visited in the range: one chip of the frequency card. `city` is the last part of the address.
 */
const visitFrequency = z.object({
  doctor_id: z.uuid(),
  name: z.string(),
  city: z.string(),
  count: z.int(),
});

export { maxFrequencies } from "./order.ts";

/**
 * A day of the list with all its visits under the filters and their sales in rupees, including visits on other pages.
 */
const visitDay = z.object({ day: z.iso.date(), visits: z.int(), total_sales: z.string() });

/** The visits after today under all filters except the dates: how many, and the day of the last one. */
const upcomingVisits = z.object({ visits: z.int(), last_day: z.iso.date().nullable() });

/**
 * One page of visits, newest first; days still to come soonest first (`isSoonestFirst`). `unfiltered` counts the visits in the date range (all without one) before the
 * other filters. `frequencies` exist if a valid range is set, most visits first, then by name. `days` are those of the
 * page.
 */
export const visitList = pageOf(visitRow).extend({
  days: z.array(visitDay),
  upcoming: upcomingVisits,
  unfiltered: z.int().min(0),
  frequencies: z.array(visitFrequency),
  frequency_doctors: z.int().min(0),
});

export const doctorVisitsQuery = z.object({ page: pageNumber, page_size: rowsPerPage(pageSize) });
export const doctorVisits = pageOf(visitRow);

/** The unit price at which the doctor last bought a product, in rupees. */
export const lastPrice = z.object({ product_id: z.uuid(), unit_price: z.string() });

/** Whether a planned visit is refused if its author has planned another one to the same doctor on the same day. */
const only_once = z.boolean().optional();
export const visitCreation = visitInput.extend({ id: recordId, only_once });
export const visitUpdate = visitInput.extend({ version: editedVersion, only_once });
/** What a person adds to a planned visit that took place: the day, and notes and items beside those of the plan. */
export const visitCompletion = visitInput.pick({ visit_date: true, notes: true, items: true });

/** What was deleted with a visit, for the toast; `units_returned` is the stock that came back. */
export const visitDeletion = z.object({
  doctor_name: z.string(),
  visit_date: z.string(),
  sales: z.int(),
  units_returned: z.int(),
});
/** The same before the deletion, and what the person who confirmed it has seen: every change of the sales is a new version. */
export const visitToDelete = visitDeletion.extend({ version: editedVersion });
export const visitConfirmation = confirmationOf();

export type VisitListQuery = z.input<typeof visitListQuery>;
export type VisitExportQuery = z.input<typeof visitExportQuery>;
export type VisitFilters = z.output<typeof visitListQuery>;
export type VisitRow = z.output<typeof visitRow>;
export type VisitDay = z.output<typeof visitDay>;
export type UpcomingVisits = z.output<typeof upcomingVisits>;
export type VisitFrequency = z.output<typeof visitFrequency>;
export type VisitList = z.output<typeof visitList>;
export type LastPrice = z.output<typeof lastPrice>;
export type DoctorVisits = z.output<typeof doctorVisits>;
export type VisitCreation = z.input<typeof visitCreation>;
export type VisitUpdate = z.input<typeof visitUpdate>;
export type VisitCompletion = z.input<typeof visitCompletion>;
export type VisitDeletion = z.output<typeof visitDeletion>;
export type VisitToDelete = z.output<typeof visitToDelete>;
export type VisitConfirmation = z.input<typeof visitConfirmation>;
