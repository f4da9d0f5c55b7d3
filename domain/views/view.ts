import { z } from "zod";
import { confirmationOf, editedVersion, moment, recordId } from "../records/record.ts";
import { filterText, nameText } from "../text/text.ts";
import { longestViewName, mostViews, type ViewListName, viewListNames, viewLists } from "./lists.ts";

const nameless = "Please enter a name";
const filters = z.record(z.string().max(40), filterText(500));
const columns = z.array(z.string().max(60)).min(1, "Please choose at least one column").max(20).nullable();

/** What a person saves: the filters as the address has them, and the shown columns; null: all of them. */
const saved = z.strictObject({
  list: z.enum(viewListNames),
  name: nameText(longestViewName, nameless),
  /** For everybody, which only administrators save. */
  shared: z.boolean(),
  filters,
  columns,
});

type Saved = { list: ViewListName; filters: Record<string, string>; columns: string[] | null };

/** Whether the list has these filters and columns, and its column that is always shown is among them. */
function holdToList({ list, filters, columns }: Saved, context: z.core.$RefinementCtx) {
  const known: { filters: readonly string[]; columns: readonly string[]; always: string } = viewLists[list];
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (!Object.keys(filters).every((key) => known.filters.includes(key)))
    refuse("filters", "This list has no such filter");
  if (!columns) return;
  if (!columns.every((header) => known.columns.includes(header)) || new Set(columns).size < columns.length)
    refuse("columns", "This list has no such column");
  else if (!columns.includes(known.always)) refuse("columns", `The column ${known.always} is always shown`);
}

/** Saves a view under an id that the client chose, so that a repetition is known. */
export const viewCreation = saved.extend({ id: recordId }).superRefine(holdToList);
export type ViewCreation = z.input<typeof viewCreation>;

/** Changes a view; its list, and whose it is, stay. */
export const viewUpdate = saved.extend({ version: editedVersion }).superRefine(holdToList);
export type ViewUpdate = z.input<typeof viewUpdate>;

/** The version that was shown before the deletion was confirmed. */
export const viewConfirmation = confirmationOf();
export type ViewConfirmation = z.input<typeof viewConfirmation>;

/** A view as stored. */
export const view = z.object({
  id: z.uuid(),
  list: z.enum(viewListNames),
  name: z.string(),
  shared: z.boolean(),
  filters: z.record(z.string(), z.string()),
  columns: z.array(z.string()).nullable(),
  version: z.int().min(1),
  updated_at: moment,
});
export type View = z.output<typeof view>;

/** One's own views of all lists in one's own order, then those for everybody. */
export const views = z.object({ rows: z.array(view) });
export type Views = z.output<typeof views>;

/** The order of some views: one's own, or for administrators those for everybody. Others keep their places. */
export const viewOrder = z.strictObject({ ids: z.array(recordId).min(1).max(mostViews) });
export type ViewOrder = z.input<typeof viewOrder>;
