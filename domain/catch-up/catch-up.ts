import { z } from "zod";
import { isDay } from "../calendar/calendar.ts";
import { doctor } from "../doctors/doctor.ts";
import { recordId } from "../records/record.ts";
import { dueDoctor } from "../today/today.ts";
import { sale, visit } from "../visits/visit.ts";
import { maxAddedDoctors } from "./limits.ts";

/** The day, today if it is left out, and the ids of doctors to show besides, with commas between them. */
export const catchUpQuery = z.object({
  day: z
    .string()
    .refine((day) => day === "" || isDay(day), "Please enter a date")
    .default(""),
  doctors: z
    .string()
    .max(maxAddedDoctors * 37)
    .transform((ids) => ids.split(",").filter(Boolean))
    .pipe(z.array(recordId).max(maxAddedDoctors, `Please add at most ${maxAddedDoctors} doctors`))
    .default([]),
});

/** What a doctor bought of a product the last time, up to that day. */
const usualSale = sale.pick({ product_id: true, quantity: true, unit_price: true });

/** Why a doctor is likely: what the norm of the month asks for, as of that day; see `slipping`. */
const likelyCall = dueDoctor.omit({ doctor: true });

/** A visit of that day that is still planned, with the items that it has already. */
const plannedVisit = visit
  .pick({ id: true, version: true, notes: true, created_by: true, moves_stock: true })
  .extend({
    items: z.array(
      sale
        .pick({ id: true, product_id: true, quantity: true, unit_price: true })
        .extend({ product_name: z.string() }),
    ),
  });

/** A visit of that day that took place or was cancelled, or a further planned one; `own` if it counts for the person. */
const visitOfDay = visit
  .pick({
    id: true,
    version: true,
    status: true,
    notes: true,
    created_by: true,
    moves_stock: true,
    total_sales: true,
  })
  .extend({ item_count: z.int(), own: z.boolean() });

/** One doctor of the day. */
const catchUpRow = z.object({
  doctor: doctor
    .pick({
      id: true,
      name: true,
      specialization: true,
      hospital: true,
      doctor_class: true,
      representative_id: true,
    })
    .extend({ city: z.string().nullable() }),
  planned: plannedVisit.nullable(),
  /** In the order entered. */
  visits: z.array(visitOfDay),
  likely: likelyCall.nullable(),
  usual: z.array(usualSale),
});

/**
 * A person's day: the doctors with a planned visit, in the order of Today; those with another visit of the person that
 * day, or one by anybody to a doctor of the person; then those who are likely; then those who were asked for. `previous` and `next` are the field days beside it, the
 * next one up to today.
 */
export const catchUp = z.object({
  day: z.iso.date(),
  previous: z.iso.date(),
  next: z.iso.date().nullable(),
  rows: z.array(catchUpRow),
});

export type CatchUpQuery = z.input<typeof catchUpQuery>;
export type UsualSale = z.output<typeof usualSale>;
export type PlannedVisit = z.output<typeof plannedVisit>;
export type VisitOfDay = z.output<typeof visitOfDay>;
export type CatchUpRow = z.output<typeof catchUpRow>;
export type CatchUp = z.output<typeof catchUp>;
