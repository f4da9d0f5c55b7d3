import { useCallback } from "react";
import { useNavigate, useSearch } from "../../router/RouterProvider.tsx";

/** Changes of a list's search parameters; `undefined` removes a filter. */
export type ChangeSearch<Search> = (
  changes: Partial<{ [Key in keyof Search]: Search[Key] | undefined }>,
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
    (changes) => {
      const keys = Object.keys(changes);
      const onlyPage = keys.length === 1 && keys[0] === "page";
      void navigate({
        to: ".",
        search: (previous) => {
          const next: Record<string, unknown> = { ...previous, page: undefined, ...changes };
          return { ...next, page: next.page === 1 ? undefined : next.page };
        },
        replace: !onlyPage,
        resetScroll: onlyPage,
      });
    },
    [navigate],
  );
  return [search, change];
}
