import { useShown } from "../../router/RouterProvider.tsx";
import { rowId } from "../../search.ts";

/** The id in the address of a screen about one row: `/doctors/{id}`. */
export function useRowId(): string {
  return rowId(useShown().params);
}
