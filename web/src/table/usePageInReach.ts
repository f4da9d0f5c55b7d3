import { useEffect } from "react";

/**
 * If the address names a page beyond the last one, as after a deletion or from an old link, the server answers with
 * the last one and says so. Then the address is corrected. `answered` is that page, once it is known.
 */
export function usePageInReach(
  wanted: number | undefined,
  answered: number | undefined,
  change: (changes: { page: number }) => void,
): void {
  const beyond = answered !== undefined && answered < (wanted ?? 1);
  useEffect(() => {
    if (beyond) change({ page: answered });
  }, [beyond, answered, change]);
}
