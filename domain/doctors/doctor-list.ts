import { z } from "zod";
import { exportFormat, pageNumber, pageOf, pageSize, rowsPerPage } from "../paging/paging.ts";
import { confirmationOf, editedVersion, recordId } from "../records/record.ts";
import { whoseFilter } from "../records/whose.ts";
import { filterText, searchText } from "../text/text.ts";
import { doctor, doctorClasses, doctorInput, doctorTypes } from "./doctor.ts";
import { maxAlike } from "./picker-limits.ts";

/** Filters of the doctor list; an empty one does not filter. `city` is the last part of the address, in any spelling. */
export const doctorListQuery = z.object({
  search: searchText,
  doctor_class: z.enum(["", ...doctorClasses]).default(""),
  doctor_type: z.enum(["", ...doctorTypes]).default(""),
  city: filterText(500),
  representative: whoseFilter,
  page: pageNumber,
  page_size: rowsPerPage(pageSize),
});

/** The filters of the list, for a file with all its rows. */
export const doctorExportQuery = doctorListQuery
  .omit({ page: true, page_size: true })
  .extend({ format: exportFormat });

/** A doctor in the list, with the day of the last completed visit until today; null if there was none. */
const doctorRow = doctor.extend({ last_visit: z.string().nullable() });

/** One page of doctors by name; `unfiltered` counts all doctors. */
export const doctorList = pageOf(doctorRow).extend({ unfiltered: z.int().min(0) });

/**
 * The choices of the City filter: for the doctor list cities, for the visit list whole addresses. What differs only in
 * case, punctuation or a postal code at the end is one choice, named as most addresses write it.
 */
export const doctorPlaces = z.object({ cities: z.array(z.string()), addresses: z.array(z.string()) });

/** The city of the doctor that the person added last; empty if there is none. A new doctor's address starts with it. */
export const lastCity = z.object({ city: z.string() });

/** `also` says where to search besides name, specialization, type and class. */
export const doctorPickerQuery = z.object({ search: searchText, also: z.enum(["", "city"]).default("") });

/** The chosen doctor in a form. */
const doctorChoice = doctor.pick({
  id: true,
  name: true,
  specialization: true,
  doctor_type: true,
  doctor_class: true,
});

/** Why the picker offers a doctor at this place: because of the person's own visits, or for no such reason. */
const doctorGroups = ["scheduled", "recent", "others"] as const;

/**
 * A doctor in the picker. Hospital and city tell doctors with the same name apart; `city` is the last part of the
 * address.
 */
const doctorOption = doctorChoice.extend({
  hospital: doctor.shape.hospital,
  city: z.string().nullable(),
  group: z.enum(doctorGroups),
});

export { maxDoctorsCounted } from "./picker-limits.ts";

/**
 * The first matching doctors, by group and then by name: those whom the person has scheduled for today, those visited
 * last, all others. `total` counts all matches, up to one more than `maxDoctorsCounted`.
 */
export const doctorOptions = z.object({ rows: z.array(doctorOption), total: z.int().min(0) });

/** A doctor that is typed: the name, city and phone if there are yet, and the id of a stored one that is edited. */
export const doctorAlikeQuery = z.object({
  name: searchText,
  city: filterText(500),
  phone: filterText(50),
  except: z.union([z.literal(""), recordId]).default(""),
});

/** The doctors whom a typed one may be, the likeliest first; at most `maxAlike`. */
export const doctorsAlike = z.object({
  rows: z.array(doctor.pick({ id: true, name: true }).extend({ city: z.string().nullable() })).max(maxAlike),
});

export const doctorCreation = doctorInput.extend({ id: recordId });
export const doctorUpdate = doctorInput.extend({ version: editedVersion });

/** What is deleted with a doctor: visits, their sales, and the units of stock that come back. */
export const deletionEffect = z.object({ visits: z.int(), sales: z.int(), units_returned: z.int() });
/**
 * The same before the deletion, and what the person who confirmed it has seen. `refusal` says why the person may not delete
 * the doctor; a phone without a connection does not know it.
 */
export const doctorToDelete = deletionEffect.extend({
  version: editedVersion,
  refusal: z.string().optional(),
});
export const doctorConfirmation = confirmationOf("visits", "sales", "units_returned");

export type DoctorListQuery = z.input<typeof doctorListQuery>;
export type DoctorExportQuery = z.input<typeof doctorExportQuery>;
export type DoctorPickerQuery = z.input<typeof doctorPickerQuery>;
export type DoctorRow = z.output<typeof doctorRow>;
export type DoctorList = z.output<typeof doctorList>;
export type DoctorPlaces = z.output<typeof doctorPlaces>;
export type DoctorChoice = z.output<typeof doctorChoice>;
export type DoctorAlikeQuery = z.input<typeof doctorAlikeQuery>;
export type DoctorsAlike = z.output<typeof doctorsAlike>;
export type LastCity = z.output<typeof lastCity>;
export type DoctorOption = z.output<typeof doctorOption>;
export type DoctorOptions = z.output<typeof doctorOptions>;
export type DoctorCreation = z.input<typeof doctorCreation>;
export type DoctorUpdate = z.input<typeof doctorUpdate>;
export type DeletionEffect = z.output<typeof deletionEffect>;
export type DoctorToDelete = z.output<typeof doctorToDelete>;
export type DoctorConfirmation = z.input<typeof doctorConfirmation>;
