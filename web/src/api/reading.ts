import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { call, type InputOf, type ResponseOf } from "./client.ts";

type Options<Answer, Key extends QueryKey> = Omit<
  UndefinedInitialDataOptions<Answer, Error, Answer, Key>,
  "queryKey" | "queryFn"
>;

/** The query that reads a path; its answer is stored under the key. */
export function readQuery<R extends Route<RouteShape>, const Key extends QueryKey>(
  queryKey: Key,
  route: R,
  input: InputOf<R>,
  options?: Options<ResponseOf<R>, Key>,
) {
  return queryOptions({ ...options, queryKey, queryFn: ({ signal }) => call(route, input, signal) });
}

/** What was read under other filters is shown until the answer is there. */
export const acrossFilters = { placeholderData: keepPreviousData };

/** Read again whenever it is shown. */
export const fresh = { staleTime: 0 };

/** Read again whenever it is shown, and never shown from before. */
export const unkept = { staleTime: 0, gcTime: 0 };

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
