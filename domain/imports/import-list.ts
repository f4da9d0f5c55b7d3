import type { ColumnField, ImportField } from "./import-fields.ts";
import type { ImportCells } from "./import-row.ts";

/**
 * What a heading as plain words, which fits this pattern, means; null: nothing that is imported. The first rule that fits a
 * heading is taken. If several columns are the same field, the one whose rule comes first wins. A rule that is `alone` means
 * nothing where it fits several headings: then a person must choose.
 */
export type HeadingRule = readonly [field: ColumnField | null, pattern: string, alone?: "alone"];

/** What a list of one noun looks like: all that reading it needs to know. */
export type ImportList = {
  /** The fields of a row, in the order of its template. */
  fields: readonly ImportField[];
  /** The field that names a row. */
  main: ImportField;
  /** Fields whose parts can stand in columns of their own; `isAlternative`: only where there is no column of the whole. */
  joined: readonly {
    field: ImportField;
    parts: readonly ColumnField[];
    separator: string;
    isAlternative?: boolean;
    /** Whether the cell says already what a part says, which is then left out. */
    isRepeated?: (cell: string, part: string) => boolean;
  }[];
  /** What a column can be and what that is called, in the order in which they are offered. */
  columns: readonly (readonly [ColumnField, string])[];
  headings: readonly HeadingRule[];
  /** What the values of a column without a recognised heading look like. */
  shapes: readonly (readonly [ColumnField, RegExp])[];
  /** Fields that not every text can be: a column whose heading names one is another if most of its values don't fit. */
  fits?: Partial<Readonly<Record<ColumnField, (text: string) => boolean>>>;
  /** What is wrong with the choice of columns, or undefined. */
  problem: (columns: ReadonlySet<ColumnField>) => string | undefined;
  /** What a person should know about the choice of columns, or undefined. */
  notice?: (columns: ReadonlySet<ColumnField>) => string | undefined;
  /** Whether a row is no row but the end of a list, such as "Total doctors: 45" or "Prepared by". */
  isEnd: (cells: ImportCells) => boolean;
};
