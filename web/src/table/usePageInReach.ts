import { useEffect } from "react";

/** Goes to another page of a list, or corrects the page (`replace`): see `ChangeSearch`. */
export type ChangePage = (changes: { page: number }, how?: { replace: boolean }) => void;

/**
 * If the address names a page beyond the last one, as after a deletion or from an old link, the server answers with
 * the last one and says so. Then the address is corrected, in its place in the history: Back must not return to a page that isn't
 * there. `answered` is that page, once it is known.
 */
export function usePageInReach(
  wanted: number | undefined,
  answered: number | undefined,
  change: ChangePage,
): void {
  const beyond = answered !== undefined && answered < (wanted ?? 1);
  useEffect(() => {
    if (beyond) change({ page: answered }, { replace: true });
  }, [beyond, answered, change]);
}
