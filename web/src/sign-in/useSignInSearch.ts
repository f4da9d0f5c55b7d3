import { useSearch } from "@tanstack/react-router";
import { type SignInSearch, signInSearch } from "../search.ts";

/** What the address of a screen of the sign-in holds. */
export function useSignInSearch(): SignInSearch {
  return signInSearch(useSearch({ strict: false }) as Record<string, unknown>);
}
