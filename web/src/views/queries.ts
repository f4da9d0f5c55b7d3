import { viewRoutes } from "@rounds/domain/views/routes.ts";
import type { View, ViewCreation, Views } from "@rounds/domain/views/view.ts";
import { call } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { readQuery } from "../api/reading.ts";

/** The person's views of all lists, and those for everybody. */
export const viewsQuery = readQuery(["views", "list"], viewRoutes.list, {});

/**
 * Shows a change at once in every list of views, and reads them again; also after a refusal, which is thrown: somebody may have
 * changed or deleted the view, and the next attempt is one on the view as it is now.
 */
async function shown<Result>(
  write: Promise<Result>,
  change: (rows: View[], result: Result) => View[],
): Promise<Result> {
  try {
    const result = await write;
    queryClient.setQueryData(viewsQuery.queryKey, (old) => old && { rows: change(old.rows, result) });
    return result;
  } finally {
    void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  }
}

export function createView(body: ViewCreation): Promise<View> {
  return shown(call(viewRoutes.create, { body }), (rows, made) => [...rows, made]);
}

/** Saves a view with other values. */
export function updateView(
  { id, updated_at: _, ...view }: View,
  changes: Partial<Pick<View, "name" | "filters" | "columns">>,
): Promise<View> {
  const write = call(viewRoutes.update, { params: { id }, body: { ...view, ...changes } });
  return shown(write, (rows, saved) => rows.map((row) => (row.id === id ? saved : row)));
}

/** Deletes a view as it is shown. */
export function deleteView({ id, version }: View): Promise<View> {
  const deletion = call(viewRoutes.delete, { params: { id }, query: { version } });
  return shown(deletion, (rows) => rows.filter((row) => row.id !== id));
}

/** Puts views in this order. */
export function orderViews(ids: string[]): Promise<Views> {
  return shown(call(viewRoutes.order, { body: { ids } }), (_, { rows }) => rows);
}
