import type { News, Told } from "./news.ts";

/**
 * What to read again of something that is shown. "no": the message said everything. "stale": not now, only when it is
 * opened again. "later": in a while, with those of other pages spread over time. "soon": at once, because few pages
 * show it.
 */
export type Reading = "no" | "stale" | "later" | "soon";

/** Something that is shown, as it is after news: with what is certain of them, and whether to read it again. */
export type Followed<Data> = { data: Data; read: Reading };

type Row = { id: string };
type Page<Shown extends Row> = { rows: readonly Shown[]; total: number; page: number; page_size: number };
type Versioned = Row & { version: number; updated_at: string };

/** Whether changes of these tables were skipped, so that the rows of the news are not all of them. */
export function hasSkippedRows({ untold }: News, ...tables: News["untold"][number][]): boolean {
  return tables.some((table) => untold.includes(table));
}

/** The row with this id as the news has it, if it was added or changed. */
export function changedRow<Shown extends Row>(told: Told<Shown>, id: string): Shown | undefined {
  return told.changed.find((row) => row.id === id) ?? told.added.find((row) => row.id === id);
}

/** The newer of two versions of a row; the second one if they are equally new. */
export function newer<Shown extends Versioned>(shown: Shown, told: Shown | undefined): Shown {
  if (!told || told.version < shown.version) return shown;
  return told.version === shown.version && told.updated_at < shown.updated_at ? shown : told;
}

/** A page of a list without the rows that are gone, the others in their newest version. */
export function patched<Shown extends Row, List extends Page<Shown>>(
  list: List,
  told: Told<Shown>,
  newest: (shown: Shown, told: Shown | undefined) => Shown,
): List {
  const living = list.rows.filter(({ id }) => !told.gone.includes(id));
  const rows = living.map((row) => newest(row, changedRow(told, row.id)));
  if (rows.length === list.rows.length && rows.every((row, at) => row === list.rows[at])) return list;
  return { ...list, rows };
}
