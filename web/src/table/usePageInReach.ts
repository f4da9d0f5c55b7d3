import { useEffect } from "react";
import type { ChangeSearch } from "./useListSearch.ts";

/**
 * If the address names a page beyond the last one, as after a deletion or from an old link, the server answers with
 * the last one and says so. Then the address is corrected. `answered` is that page, once it is known.
 */
export function usePageInReach<Search extends { page?: number }>(
  wanted: number | undefined,
  answered: number | undefined,
  change: ChangeSearch<Search>,
): void {
  const beyond = answered !== undefined && answered < (wanted ?? 1);
  useEffect(() => {
    if (beyond) change({ page: answered } as Parameters<typeof change>[0]);
  }, [beyond, answered, change]);
}
