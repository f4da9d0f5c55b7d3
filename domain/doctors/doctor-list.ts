import { z } from "zod";
import { pageNumber, pageOf } from "../paging/paging.ts";
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
});

/** One page of doctors by name; `unfiltered` counts all doctors. */
export const doctorList = pageOf(doctor).extend({ unfiltered: z.int().min(0) });

/** The choices of the City filter of the doctor list, and of the visit list (whole addresses). */
export const doctorPlaces = z.object({ cities: z.array(z.string()), addresses: z.array(z.string()) });

export const doctorPickerQuery = z.object({ search: searchText });

/** A doctor as the type-ahead of the visit form shows it. */
export const doctorChoice = doctor.pick({
  id: true,
  name: true,
  specialization: true,
  doctor_type: true,
  doctor_class: true,
});

export const doctorCreation = doctorInput.extend({ id: recordId });
export const doctorUpdate = doctorInput.extend({ version: editedVersion });

/** What a deletion takes along: visits, their sales, and the units of stock that come back. */
export const deletionEffect = z.object({ visits: z.int(), sales: z.int(), units_returned: z.int() });

export type DoctorListQuery = z.input<typeof doctorListQuery>;
export type DoctorList = z.output<typeof doctorList>;
export type DoctorPlaces = z.output<typeof doctorPlaces>;
export type DoctorChoice = z.output<typeof doctorChoice>;
export type DoctorCreation = z.input<typeof doctorCreation>;
export type DoctorUpdate = z.input<typeof doctorUpdate>;
export type DeletionEffect = z.output<typeof deletionEffect>;
