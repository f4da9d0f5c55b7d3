import { z } from "zod";
import { pageNumber, pageOf, pageSize, rowsPerPage } from "../paging/paging.ts";
import { editedVersion, recordId } from "../records/record.ts";
import { filterText, searchText } from "../text/text.ts";
import { doctor, doctorClasses, doctorInput, doctorTypes } from "./doctor.ts";

/** Filters of the doctor list; an empty one does not filter. `city` is the last part of the address. */
export const doctorListQuery = z.object({
  search: searchText,
  doctor_class: z.enum(["", ...doctorClasses]).default(""),
  doctor_type: z.enum(["", ...doctorTypes]).default(""),
  city: filterText(500),
  page: pageNumber,
  page_size: rowsPerPage(pageSize),
});

/** One page of doctors by name; `unfiltered` counts all doctors. */
export const doctorList = pageOf(doctor).extend({ unfiltered: z.int().min(0) });

/** The choices of the City filter of the doctor list, and of the visit list (whole addresses). */
export const doctorPlaces = z.object({ cities: z.array(z.string()), addresses: z.array(z.string()) });

/** The city of the doctor whom the person added last; empty when there is none. A new doctor's address begins with it. */
export const lastCity = z.object({ city: z.string() });

export const doctorPickerQuery = z.object({ search: searchText });

/** A doctor as a form holds the chosen one. */
export const doctorChoice = doctor.pick({
  id: true,
  name: true,
  specialization: true,
  doctor_type: true,
  doctor_class: true,
});

/** Why the type-ahead offers a doctor where it does: visits of the person who asks, or nothing of the kind. */
export const doctorGroups = ["scheduled", "recent", "others"] as const;

/** A doctor as the type-ahead offers it. Hospital and city tell namesakes apart; `city` is the address's last part. */
export const doctorOption = doctorChoice.extend({
  hospital: doctor.shape.hospital,
  city: z.string().nullable(),
  group: z.enum(doctorGroups),
});

/** The most doctors that the type-ahead offers at once, and up to how many it counts those that match. */
export const maxDoctorOptions = 20;
export const maxDoctorsCounted = 1000;

/**
 * The first doctors that match, by group and then by name: those whom the person has scheduled for today, those
 * visited last, all others. `total` counts all that match, up to one more than `maxDoctorsCounted`.
 */
export const doctorOptions = z.object({ rows: z.array(doctorOption), total: z.int().min(0) });

export const doctorCreation = doctorInput.extend({ id: recordId });
export const doctorUpdate = doctorInput.extend({ version: editedVersion });

/** What a deletion takes along: visits, their sales, and the units of stock that come back. */
export const deletionEffect = z.object({ visits: z.int(), sales: z.int(), units_returned: z.int() });

export type DoctorListQuery = z.input<typeof doctorListQuery>;
export type DoctorList = z.output<typeof doctorList>;
export type DoctorPlaces = z.output<typeof doctorPlaces>;
export type DoctorChoice = z.output<typeof doctorChoice>;
export type LastCity = z.output<typeof lastCity>;
export type DoctorOption = z.output<typeof doctorOption>;
export type DoctorOptions = z.output<typeof doctorOptions>;
export type DoctorCreation = z.input<typeof doctorCreation>;
export type DoctorUpdate = z.input<typeof doctorUpdate>;
export type DeletionEffect = z.output<typeof deletionEffect>;
