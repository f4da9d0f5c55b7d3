import { z } from "zod";
import { recordId } from "../records/record.ts";
import { requiredText } from "../text/text.ts";
import { mostArchiveBytes, partBytes } from "./limits.ts";

/** The format of the archives that this release writes, and the newest that it reads. */
export const archiveFormat = 1;

const count = z.int().min(0);

/** What an archive would hold now, and whether one could be brought in. */
export const archiveState = z.object({
  /** The files with their content in words; `rows` is an estimate for large tables. */
  files: z.object({ name: z.string(), words: z.string(), rows: count }).array(),
  /** Only an empty Rounds accepts an archive. */
  is_empty: z.boolean(),
  doctors: count,
  products: count,
  visits: count,
});

export const archiveUploadInput = z.strictObject({
  id: recordId,
  file_name: requiredText(200, "Please choose a file"),
  bytes: z
    .int("Please choose a file that is not empty")
    .min(1, "Please choose a file that is not empty")
    .max(mostArchiveBytes, "An archive may have at most 1 GB"),
});

/** `received`: how many bytes have arrived, from the first on. */
export const archiveUpload = z.object({
  id: z.uuid(),
  file_name: z.string(),
  bytes: count,
  received: count,
});

const mostCharacters = Math.ceil(partBytes / 3) * 4;

/** The next part of a file, in base64. All parts but the last have `partBytes` bytes. */
export const archivePart = z.strictObject({
  number: z.int("Please send the number of the part").min(0, "Please send the number of the part").max(4096),
  content: z
    .base64("Please send the part in base64")
    .min(1, "Please send the part")
    .max(mostCharacters, "This part is too large"),
});

/** The sums by which an archive is checked once more after everything was stored. Money is paise. */
const controlSums = z.strictObject({
  visits: count,
  sales_total_paise: z.string().regex(/^\d{1,24}$/),
  stock_units: z.int(),
});

/** The table of contents of an archive, `manifest.json`. */
export const manifest = z.strictObject({
  product: z.string().max(200),
  format: z.int().min(1),
  made_at: z.iso.datetime(),
  business_time_zone: z.string().max(100),
  files: z
    .strictObject({
      name: z.string().max(100),
      rows: count,
      columns: z.string().max(63).array().min(1).max(200),
      bytes: count,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .array()
    .max(100),
  control: controlSums,
});

/**
 * A line of the answer while an archive is brought in: how far it is, the result, or why nothing was changed. `file` and
 * `line` say where.
 */
const archiveNews = z.union([
  z.object({
    stage: z.enum(["checking", "storing", "finishing"]),
    file: z.string().optional(),
    rows: count,
    of: count,
  }),
  z.object({
    done: z.object({
      doctors: count,
      products: count,
      visits: count,
      sales: count,
      people: count,
      /** Accounts that were made: nobody can use them before an invitation. */
      people_made: count,
      made_at: z.string(),
      business_time_zone: z.string(),
    }),
  }),
  z.object({
    problem: z.object({
      code: z.string(),
      message: z.string(),
      file: z.string().optional(),
      line: count.optional(),
    }),
  }),
]);

export type ArchiveState = z.output<typeof archiveState>;
export type ArchiveUploadInput = z.input<typeof archiveUploadInput>;
export type ArchiveUpload = z.output<typeof archiveUpload>;
export type ArchivePart = z.input<typeof archivePart>;
export type Manifest = z.output<typeof manifest>;
export type ControlSums = z.output<typeof controlSums>;
export type ArchiveNews = z.output<typeof archiveNews>;

/** The file name of an archive that is made on a day. */
export function archiveFileName(today: string): string {
  return `rounds-archive-${today}.zip`;
}
