import type { UseQueryResult } from "@tanstack/react-query";

/** Something that is read, as the panels of a screen show it. */
export type Reading<Data> = {
  /** `undefined` until it is loaded for the first time; the old data during a refetch. */
  data: Data | undefined;
  error: unknown;
  /** The shown data belongs to earlier filters. */
  outdated: boolean;
  refreshing: boolean;
  /** Reads it again. */
  retry: () => void;
};

/** What a query has read so far. */
export function readingOf<Data>(query: UseQueryResult<Data>): Reading<Data> {
  const { data, error, isPlaceholderData, isRefetching, refetch } = query;
  return {
    data,
    error,
    outdated: isPlaceholderData,
    refreshing: isPlaceholderData || isRefetching,
    retry: () => void refetch(),
  };
}

/** What is known without asking, such as that impossible filters let nothing through. */
export function known<Data>(data: Data): Reading<Data> {
  return { data, error: null, outdated: false, refreshing: false, retry: () => {} };
}
