import { useParams } from "@tanstack/react-router";
import { rowId } from "../../search.ts";

/** The id in the address of a screen about one row: `/doctors/{id}`. */
export function useRowId(): string {
  return rowId(useParams({ strict: false }));
}
