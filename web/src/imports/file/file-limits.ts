/** The largest file, in bytes. A sheet of 20,000 doctors has two to three million. */
export const mostFileBytes = 5 * 1024 * 1024;

/** How many bytes a workbook may have when it is unpacked. */
export const mostUnpackedBytes = 50 * 1024 * 1024;

/** How many columns a sheet may have. */
export const mostSheetColumns = 100;

/** A file that can't be read; the message says why and what to do. */
export class UnreadableFile extends Error {}

/** What is said about a workbook whose parts contradict each other. Excel repairs it when it opens it. */
export const damagedFile =
  "This file is damaged. Please open it in Excel, save it again, and choose it again.";

/** What is said about a file beyond a limit. */
export const tooLargeFile =
  "This file is larger than 5 MB. Please divide it, or delete sheets and pictures that are not needed.";
export const tooManyRows =
  "This sheet has more than 20,000 rows. Please divide it into several files and import one after another.";
export const tooManyColumns =
  "This sheet has more than 100 columns. Please delete those that are not needed, or copy the doctors into a new sheet.";
