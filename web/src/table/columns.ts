import type { ReactNode } from "react";
import type { Target } from "../paths.ts";

/** One column of a list. */
export type Column<Row> = {
  /** Its heading, and its label on a card. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  /**
   * How much it matters: 1 heads the card on a phone (the first one is the row's name and its link, a second one
   * stands at the right), 2 is a labelled line of the card, 3 is too, and moves to the second line of its row where
   * the table is narrower than 60 rem (960 px).
   */
  priority?: 1 | 2 | 3;
  /** The width of the table, in rem, below which it moves to the second line of its row; see `priority`. */
  columnFrom?: number;
  /** Whether a row has nothing to say here: its card then leaves the line out. */
  isBlank?: (row: Row) => boolean;
  /** Only buttons: it is not printed. */
  screenOnly?: boolean;
  /** What stands under the column on paper: the sum of the rows that are printed. */
  total?: (rows: readonly Row[]) => ReactNode;
  /** A width for the column, as a class such as "w-40"; the table is a container for container queries. */
  width?: string;
};

/** The headings over rows that follow one another and belong together. */
export type RowGroups<Row> = {
  /** What rows of one group have in common. */
  keyOf: (row: Row) => string;
  heading: (key: string) => ReactNode;
};

/** Rows under one heading; `heading` is undefined in a list without headings. */
export type RowGroup<Row> = { key: string; heading: ReactNode; rows: readonly Row[] };

/** The rows in their order, parted where a heading stands between them. */
export function groupRows<Row>(
  rows: readonly Row[],
  groups: RowGroups<Row> | undefined,
): readonly RowGroup<Row>[] {
  if (!groups) return [{ key: "", heading: undefined, rows }];
  const parts: { key: string; heading: ReactNode; rows: Row[] }[] = [];
  for (const row of rows) {
    const key = groups.keyOf(row);
    const last = parts.at(-1);
    if (last?.key === key) last.rows.push(row);
    else parts.push({ key, heading: groups.heading(key), rows: [row] });
  }
  return parts;
}

/** A list as a screen gives it to DataTable. */
export type DataTableProps<Row> = {
  /** What the list is, for screen readers: "Doctors". */
  label: string;
  columns: readonly Column<Row>[];
  /** `undefined` until they have come for the first time; while they are read again, the old ones. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Headings between the rows, such as days. */
  groups?: RowGroups<Row> | undefined;
  /** Where the whole row leads. */
  rowTarget?: (row: Row) => Target;
  /** Buttons of the row: usually `<RowActions …/>`. */
  actions?: (row: Row) => ReactNode;
  /** What could not be read; `null` when all is well. Old rows stay beside it. */
  error: unknown;
  /** What to say then: "Error loading doctors. Please try again." */
  errorText: string;
  onRetry: () => void;
  /** Rows of an older question still show. */
  refreshing?: boolean;
  /** All rows of the list, for printing, of which only a page shows. At most `printLimit` are read. */
  whole?: { total: number; read: () => Promise<readonly Row[]> } | undefined;
  /** What shows when there are no rows: an EmptyState. */
  empty: ReactNode;
};
