import type { LikelyPair } from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";

/** A page of the pairs of doctors who are probably one. */
export const likelyPairsQuery = (page: number) =>
  queryOptions({
    queryKey: ["doctors", "likely-pairs", page],
    queryFn: ({ signal }) => call(doctorRoutes.likelyPairs, { query: { page } }, signal),
    placeholderData: keepPreviousData,
  });

/** Says of a pair, for everybody, that they are two doctors, or takes that back. */
export async function decidePair({ one, other }: LikelyPair, are_two: boolean): Promise<void> {
  await call(doctorRoutes.decidePair, { body: { one: one.id, other: other.id, are_two } });
  await queryClient.invalidateQueries({ queryKey: ["doctors", "likely-pairs"] });
}
