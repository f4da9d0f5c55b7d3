import type { ReactNode } from "react";
import type { Target } from "../../paths.ts";

/** One column of a list. */
export type Column<Row> = {
  /** Its heading, and its label on a card. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  /**
   * Its importance: 1 is the head of the card on a phone (the first one is the row's name and link, a second one is at
   * the right), 2 is a labelled line of the card, 3 is too, and moves to the second line of its row if the table is
   * narrower than 60 rem (960 px).
   */
  priority?: 1 | 2 | 3;
  /** The width of the table, in rem, below which it moves to the second line of its row; see `priority`. */
  columnFrom?: number;
  /** Whether it is empty for a row: then the card leaves the line out. */
  isBlank?: (row: Row) => boolean;
  /** The heading above the rows says it: a card leaves the line out. */
  inHeading?: boolean;
  /** Only buttons: it is not printed. */
  screenOnly?: boolean;
  /** The text under the column on paper: the sum of the printed rows. */
  total?: (rows: readonly Row[]) => ReactNode;
  /** A width for the column, as a class such as "w-40"; the table is a container for container queries. */
  width?: string;
};

/** The headings above consecutive rows that belong together. */
type RowGroups<Row> = {
  /** The common key of the rows in one group. */
  keyOf: (row: Row) => string;
  heading: (key: string) => ReactNode;
};

/** Rows under one heading; `heading` is undefined in a list without headings. */
type RowGroup<Row> = { key: string; heading: ReactNode; rows: readonly Row[] };

/** The rows in order, divided where a heading comes between them. */
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

/** The list that a screen passes to DataTable. */
export type DataTableProps<Row> = {
  /** The name of the list, for screen readers: "Doctors". */
  label: string;
  columns: readonly Column<Row>[];
  /** `undefined` until they are loaded for the first time; the old rows during a refetch. */
  rows: readonly Row[] | undefined;
  /** How many rows there will be, if that is known before they are. */
  expected?: number | undefined;
  rowKey: (row: Row) => string;
  /** Headings between the rows, such as days. */
  groups?: RowGroups<Row> | undefined;
  /** The link of the whole row. */
  rowTarget?: (row: Row) => Target;
  /** The row's buttons: usually `<RowActions …/>`. */
  actions?: (row: Row) => ReactNode;
  /** The content of a row's card on a phone, with the link to `rowTarget`, instead of all columns and actions. */
  card?: (row: Row) => ReactNode;
  /** The error of the last request; `null` if it succeeded. Old rows stay beside it. */
  error: unknown;
  /** The text for that: "Error loading doctors. Please try again." */
  errorText: string;
  onRetry: () => void;
  /** Rows of an earlier filter are still shown. */
  refreshing?: boolean;
  /** Loads all rows of the list, of which only one page is shown, for printing. At most `printLimit`. */
  whole?: { total: number; read: () => Promise<readonly Row[]> } | undefined;
  /** Shown if there are no rows: an EmptyState. */
  empty: ReactNode;
};
