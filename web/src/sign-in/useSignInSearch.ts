import { useSearch } from "../router/RouterProvider.tsx";
import { type SignInSearch, signInSearch } from "../search.ts";

/** The search parameters of a sign-in screen. */
export function useSignInSearch(): SignInSearch {
  return signInSearch(useSearch());
}
