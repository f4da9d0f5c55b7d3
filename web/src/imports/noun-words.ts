import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { paths, type Target } from "../paths.ts";

/** What the screens of an import say about a noun, and where they lead. */
type NounWords = {
  /** One of them, as in "1 doctor"; more have an "s". */
  one: string;
  title: string;
  summary: string;
  /** What changed if a row could not be applied. */
  whole: string;
  /** Where an import of it begins. */
  start: Target;
  /** The list of them, and one of them. */
  list: Target;
  record: (id: string) => Target;
  /** What else a row says, under its name. */
  details: (cells: ImportCells) => (string | undefined)[];
};

export const nounWords: Readonly<Record<ImportNoun, NounWords>> = {
  doctors: {
    one: "doctor",
    title: "Import doctors",
    summary: "Bring your doctors along from a sheet.",
    whole: "directory",
    start: paths.imports(),
    list: paths.doctors(),
    record: paths.doctor,
    details: ({ specialization, hospital, address, city, contact_number, email }) => [
      ...[specialization, hospital, address, city],
      ...[contact_number, email],
    ],
  },
};
