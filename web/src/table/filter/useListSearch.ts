import { useCallback } from "react";
import { useNavigate, useSearch } from "../../router/RouterProvider.tsx";

/**
 * Changes a list's search parameters; `undefined` removes a filter. `replace`: whether the history's entry is replaced, where that is
 * not as usual.
 */
export type ChangeSearch<Search> = (
  changes: Partial<{ [Key in keyof Search]: Search[Key] | undefined }>,
  how?: { replace: boolean },
) => void;

/**
 * The filters and the page in the screen's address, read by the same function that its route uses. Changing a filter
 * goes back to page 1 and replaces the history's entry; changing only the page adds one, so that the back button goes
 * through pages but not through every typed letter.
 */
export function useListSearch<Search extends object>(
  read: (raw: Record<string, unknown>) => Search,
): [Search, ChangeSearch<Search>] {
  const search = read(useSearch());
  const navigate = useNavigate();
  const change = useCallback<ChangeSearch<Search>>(
    (changes, how) => {
      const keys = Object.keys(changes);
      const onlyPage = keys.length === 1 && keys[0] === "page";
      void navigate({
        to: ".",
        search: (previous) => {
          const next: Record<string, unknown> = { ...previous, page: undefined, ...changes };
          return { ...next, page: next.page === 1 ? undefined : next.page };
        },
        replace: how?.replace ?? !onlyPage,
        resetScroll: onlyPage,
      });
    },
    [navigate],
  );
  return [search, change];
}
