import { z } from "zod";

/** Id of a row, chosen by the client when it creates one (UUID v7), so that a repeated request makes no second row. */
export const recordId = z.uuid().overwrite((id) => id.toLowerCase());

/** A moment: ISO 8601 in UTC with milliseconds. */
export const moment = z.iso.datetime();

/** What the server keeps about every row that a person made. */
export const recordFields = {
  id: z.uuid(),
  /** Counts the changes of what people may edit, from 1; an update names the version that it started from. */
  version: z.int().min(1),
  created_at: moment,
  updated_at: moment,
  created_by: z.uuid().nullable(),
  updated_by: z.uuid().nullable(),
};

/** The version that an update started from. */
export const editedVersion = z.int().min(1).max(2_147_483_647);

/** The address part that names one row. */
export const recordParams = z.object({ id: recordId });
export type RecordParams = { id: string };

/** What a `changed_meanwhile` error carries: the row as it is now, who saved it and when. */
export type ChangedMeanwhile<Row> = { current: Row; changed_by: string | null; changed_at: string };
