import { useParams } from "@tanstack/react-router";

/** The id in the address of a screen about one row: `/doctors/{id}`. */
export function useRowId(): string {
  const { id } = useParams({ strict: false });
  return id ?? "";
}
