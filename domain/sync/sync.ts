import { z } from "zod";
import { doctor } from "../doctors/doctor.ts";
import { productView } from "../products/product-list.ts";
import { moment, recordFields, recordId } from "../records/record.ts";
import { dayBasis } from "../today/day-basis.ts";
import { requiredDay, saleInput, visit } from "../visits/visit.ts";
import { maxSyncedById, type SyncNoun, syncNouns } from "./nouns.ts";

/** A doctor on the phone: as stored. The day of the last visit is computed there. */
export const syncedDoctor = doctor;

/** A product on the phone, with the stock of the moment of the sync. */
export const syncedProduct = productView;

/**
 * A visit on the phone. Its doctor and products are rows of their own there; totals are computed. The sales are in the
 * order entered.
 */
export const syncedVisit = z.object({
  ...recordFields,
  doctor_id: z.uuid(),
  visit_date: requiredDay,
  status: visit.shape.status,
  notes: z.string().nullable(),
  moves_stock: visit.shape.moves_stock,
  sales: saleInput.array(),
  /** The days of the lines that were not sold on the visit's day, by their ids. A server of an older release does not say it. */
  sale_days: z.record(z.uuid(), requiredDay).nullable().optional(),
});

/**
 * `cursor` is that of the last complete sync, empty at first. `digest` asks for digests. An answer that is not
 * complete names the last id of each noun; the next request repeats the cursor with these as `after_…`.
 */
export const syncQuery = z.object({
  cursor: z.string().max(100).default(""),
  digest: z.enum(["", "1"]).default(""),
  after_doctors: z.union([z.literal(""), recordId]).default(""),
  after_products: z.union([z.literal(""), recordId]).default(""),
  after_visits: z.union([z.literal(""), recordId]).default(""),
});

/** What was left out: everything, or only what this person works with; since which day visits are there. */
const syncScope = z.object({
  doctors: z.enum(["all", "mine"]),
  /** The first day of one's own visits on the phone. */
  visits_since: requiredDay,
  /** Whether there were more rows than a phone keeps. */
  is_cut: z.boolean(),
});

/** Rows as they travel: each field once, with its value in every row. */
function columnsOf<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const columns = Object.entries(shape).map(([name, field]) => [name, z.array(field)]);
  return z.object(Object.fromEntries(columns) as { [Name in keyof Shape]: z.ZodArray<Shape[Name]> });
}

/**
 * The rows of a noun that changed since the cursor, in the order of their ids. `count` are all rows in the person's scope; `digest` is
 * Σ (the id's last 48 bits × version) mod 2^60 over them, as a decimal number. `more`: after which id the next page
 * begins; null at the end.
 */
function syncedPart<Shape extends z.ZodRawShape>(row: z.ZodObject<Shape>) {
  return z.object({
    rows: columnsOf(row),
    count: z.int().min(0),
    digest: z.string().nullable(),
    more: z.uuid().nullable(),
  });
}

/**
 * What changed. `cursor` is for the next sync; of several pages the first one's counts. `reset`: the cursor that was
 * sent is of another history of the database or of another shape; the rows are all there are.
 */
export const packedAnswer = z.object({
  cursor: z.string(),
  reset: z.boolean(),
  today: requiredDay,
  server_time: moment,
  scope: syncScope,
  doctors: syncedPart(syncedDoctor),
  products: syncedPart(syncedProduct),
  visits: syncedPart(syncedVisit),
  /** What the person's day depends on besides these rows, on the first of several pages. A server of an older release does not say it. */
  day_basis: dayBasis.optional(),
  /** The ids of rows of these nouns that were deleted since the cursor. */
  deleted: z.uuid().array(),
});

export const syncIdsQuery = z.object({ noun: z.enum(syncNouns) });

/** All ids of a noun in the person's scope with their versions, for a phone whose count or digest differs. */
export const syncIds = z.object({ rows: z.tuple([z.uuid(), z.int()]).array() });

/** Ids with commas between them. */
export const syncRowsQuery = z.object({
  noun: z.enum(syncNouns),
  ids: z
    .string()
    .transform((ids) => ids.split(","))
    .pipe(recordId.array().max(maxSyncedById)),
});

/** The rows of these ids that are in the person's scope. */
export const syncRows = z.object({
  doctors: syncedDoctor.array(),
  products: syncedProduct.array(),
  visits: syncedVisit.array(),
});

/** What a phone says of itself after a sync: its own id, the rows it keeps and what waits there. */
export const deviceReport = z.strictObject({
  id: recordId,
  rows: z.int().min(0).max(1_000_000),
  waiting: z.int().min(0).max(1_000_000),
  needs_you: z.int().min(0).max(1_000_000),
  /** When the oldest entry that waits was made. */
  oldest_at: moment.refine((at) => at >= "1970").nullable(),
});

export const storedReport = z.object({ synced_at: moment });

/** A person's device as an administrator sees it. */
export const device = deviceReport.extend({ user_agent: z.string(), synced_at: moment });

/** Whether a person keeps a doctor on the phone, also where there are too many for all of them. */
export const pin = z.object({ pinned: z.boolean() });

export type Pin = z.output<typeof pin>;
export type SyncedDoctor = z.output<typeof syncedDoctor>;
export type SyncedProduct = z.output<typeof syncedProduct>;
export type SyncedVisit = z.output<typeof syncedVisit>;
export type SyncedRow = SyncedDoctor | SyncedProduct | SyncedVisit;
export type SyncQuery = z.input<typeof syncQuery>;
export type SyncScope = z.output<typeof syncScope>;
/** The answer on its way; `unpacked` (columns.ts) makes a `SyncAnswer` of it. */
export type PackedAnswer = z.output<typeof packedAnswer>;
type Part<Noun extends SyncNoun, Row> = Omit<PackedAnswer[Noun], "rows"> & { rows: Row[] };
export type SyncAnswer = Omit<PackedAnswer, SyncNoun> & {
  doctors: Part<"doctors", SyncedDoctor>;
  products: Part<"products", SyncedProduct>;
  visits: Part<"visits", SyncedVisit>;
};
export type SyncIds = z.output<typeof syncIds>;
export type SyncRows = z.output<typeof syncRows>;
export type DeviceReport = z.output<typeof deviceReport>;
export type Device = z.output<typeof device>;
