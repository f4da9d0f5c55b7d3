import { z } from "zod";
import { slipStates } from "../coverage/slipping.ts";
import { doctor } from "../doctors/doctor.ts";
import { product } from "../products/product.ts";
import { visit } from "../visits/visit.ts";

/**
 * What a doctor bought of a product. `units` and `amount` (rupees) are those of the last six months, `units_before`
 * those of the six months before; `months` are the units of each of the last six, oldest first. The `last_…` fields are
 * those of the last line sold to the doctor; `price` and `current_stock` are the product's own.
 */
const glanceProduct = z.object({
  product_id: z.uuid(),
  name: z.string(),
  price: product.shape.price,
  current_stock: product.shape.current_stock,
  units: z.int(),
  amount: z.string(),
  units_before: z.int(),
  months: z.array(z.int()),
  last_day: z.iso.date(),
  last_quantity: z.int(),
  last_unit_price: z.string(),
});

/**
 * This month's calls against the norm (0: no target): done up to today, and planned from today on. `class_norm` is what
 * the doctor's class asks for in a whole month, null without a class. `see_by` is the day by which the person who asks
 * should go next, `state` whether the doctor is about to be missed: see `slackOf`.
 */
const glanceMonth = z.object({
  norm: z.int(),
  /** A phone that did not receive the norms does not say it. */
  class_norm: z.int().nullable().optional(),
  calls: z.int(),
  scheduled: z.int(),
  last_call: z.iso.date().nullable(),
  see_by: z.iso.date().nullable(),
  /** Calls that can't be made this month any more. */
  lost: z.int(),
  state: z.enum(slipStates).nullable(),
  /** A phone says it, which has not all visits of this month to a colleague's doctor: there is no advice then. */
  is_partial: z.boolean().optional(),
});

/**
 * What a representative wants to know before the door. `last_visit` is the newest up to today that is not scheduled;
 * `who` recorded it, by name or else by email address. `scheduled` are open visits: up to today, the newest first, then
 * those ahead, the next one first. `amount` and `amount_before` are rupees over all products of the two halves of the
 * year. `bought` are the products of that year, those with the highest amount first. `is_partial`: a phone says it, which
 * has the last visits only, so that its sums and halves of the year say nothing.
 */
export const glance = z.object({
  doctor: visit.shape.doctor.extend({ address: doctor.shape.address }),
  last_visit: visit
    .pick({ id: true, visit_date: true, status: true, notes: true, total_sales: true })
    .extend({ item_count: z.int(), who: z.string().nullable() })
    .nullable(),
  month: glanceMonth,
  scheduled: z.array(
    visit
      .pick({ id: true, visit_date: true, notes: true })
      // A server of the release before does not say it.
      .extend({ created_by: visit.shape.created_by.optional() }),
  ),
  amount: z.string(),
  amount_before: z.string(),
  bought: z.array(glanceProduct),
  products: z.int().min(0),
  is_partial: z.boolean().optional(),
});

export type GlanceProduct = z.output<typeof glanceProduct>;
export type Glance = z.output<typeof glance>;
