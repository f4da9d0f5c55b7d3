import { useSearch } from "@tanstack/react-router";
import { type SignInSearch, signInSearch } from "../search.ts";

/** The search parameters of a sign-in screen. */
export function useSignInSearch(): SignInSearch {
  return signInSearch(useSearch({ strict: false }));
}
