import { z } from "zod";

/**
 * The id of a row (UUID v7), chosen by the client that creates it, so that a repeated request creates no second row.
 */
export const recordId = z.uuid().overwrite((id) => id.toLowerCase());

/** A moment: ISO 8601 in UTC with milliseconds. */
export const moment = z.iso.datetime();

/** What the server stores about every row that a person created. */
export const recordFields = {
  id: z.uuid(),
  /** Counts the edits of the fields that people may set, from 1; an update names the version that it started from. */
  version: z.int().min(1),
  created_at: moment,
  updated_at: moment,
  created_by: z.uuid().nullable(),
  updated_by: z.uuid().nullable(),
};

/** The version that an update started from. */
export const editedVersion = z.int().min(1).max(2_147_483_647);

/**
 * The query of a deletion: the version and the figures that a person confirmed. A part that is left out is not compared, as
 * by a client that asks nobody.
 */
export function confirmationOf<Figure extends string>(...figures: Figure[]) {
  const figure = z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
  const of = Object.fromEntries(figures.map((name) => [name, figure])) as Record<Figure, typeof figure>;
  const version = z.coerce.number<number>().int().min(1).max(2_147_483_647).optional();
  return z.object({ version, ...of });
}

/** The path parameter that names one row. */
export const recordParams = z.object({ id: recordId });
export type RecordParams = { id: string };

/** The content of a `changed_meanwhile` error: the current row, who saved it and when. */
export type ChangedMeanwhile<Row> = { current: Row; changed_by: string | null; changed_at: string };
