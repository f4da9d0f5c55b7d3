import type { Reading } from "../api/reading.ts";
import { useRefusalToast } from "../ui/message/useFailureToast.ts";
import { type ChangePage, usePageInReach } from "./usePageInReach.ts";

/** A page of rows as the server answers it. */
type RowsPage<Row> = { rows: readonly Row[]; total: number; page: number; page_size: number };

/** A list that is read page by page, as `PagedTable` shows it. */
export type PagedList<Row> = {
  /** `undefined` until it is loaded for the first time; the old data during a refetch. */
  data: RowsPage<Row> | undefined;
  error: unknown;
  /** What to say of it: "Error loading doctors. Please try again." */
  errorText: string;
  onRetry: () => void;
  /** Rows of an earlier filter are still shown. */
  refreshing: boolean;
  /** The page that the address names; its rows may still be coming. */
  asked: number;
  onPage: (page: number) => void;
};

type Options = {
  /** The page that the address names. */
  page: number | undefined;
  change: ChangePage;
  errorText: string;
  /** Whether a failure is shown beside the list only, without a toast. */
  quiet?: boolean;
};

/** What every screen with a list does with its reading: says that it failed, and follows to a page that there is. */
export function usePagedList<Row>(
  { data, error, outdated, refreshing, retry }: Reading<RowsPage<Row>>,
  { page, change, errorText, quiet = false }: Options,
): PagedList<Row> {
  useRefusalToast(quiet ? null : error, errorText);
  usePageInReach(page, outdated ? undefined : data?.page, change);
  return {
    data,
    error,
    errorText,
    onRetry: retry,
    refreshing,
    asked: page ?? 1,
    onPage: (next) => change({ page: next }),
  };
}
