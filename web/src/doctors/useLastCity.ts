import { useQuery } from "@tanstack/react-query";
import { doctorQueries } from "./queries.ts";

/**
 * The city that a new doctor's address begins with: that of the doctor whom the person added last, "" without one.
 * `undefined` while it is on its way; when it can't be read nobody waits for it.
 */
export function useLastCity(): string | undefined {
  const { data, isPending, failureCount, fetchStatus } = useQuery(doctorQueries.lastCity());
  const awaited = isPending && failureCount === 0 && fetchStatus === "fetching";
  return awaited ? undefined : (data?.city ?? "");
}
