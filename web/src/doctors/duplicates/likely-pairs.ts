import type { LikelyPair } from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { acrossFilters, readQuery } from "../../api/reading.ts";

/** A page of the pairs of doctors who are probably one. */
export const likelyPairsQuery = (page: number) =>
  readQuery(["doctors", "likely-pairs", page], doctorRoutes.likelyPairs, { query: { page } }, acrossFilters);

/** Says of a pair, for everybody, that they are two doctors, or takes that back. */
export async function decidePair({ one, other }: LikelyPair, are_two: boolean): Promise<void> {
  await call(doctorRoutes.decidePair, { body: { one: one.id, other: other.id, are_two } });
  await queryClient.invalidateQueries({ queryKey: ["doctors", "likely-pairs"] });
}
