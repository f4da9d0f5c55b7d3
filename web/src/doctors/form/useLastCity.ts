import { useQuery } from "@tanstack/react-query";
import { doctorQueries } from "../queries.ts";

/**
 * The city with which a new doctor's address starts: that of the doctor whom the person added last, "" if there is
 * none. `undefined` while it loads; if it can't be loaded, nobody waits for it.
 */
export function useLastCity(): string | undefined {
  const { data, isPending, failureCount, fetchStatus } = useQuery(doctorQueries.lastCity());
  const awaited = isPending && failureCount === 0 && fetchStatus === "fetching";
  return awaited ? undefined : (data?.city ?? "");
}
