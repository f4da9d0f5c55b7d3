import { z } from "zod";
import { type Columns, type Filter, FilterError, matches, type Row, readFilter } from "./filter.ts";
import type { Tables } from "./tables.ts";

/** One entry of a join's `postgres_changes`, as the client sent it; null counts as absent. */
export const bindingInput = z.object({
  event: z.string().max(20),
  schema: z.string().max(100),
  table: z.string().max(100).nullish(),
  filter: z.string().max(5000).nullish(),
  select: z.unknown().optional(),
});
type BindingInput = z.output<typeof bindingInput>;

/** A subscription to changes, ready to be compared with them. */
export type Binding = { id: number; type: "*" | ChangeType; tables: Set<string>; filter: Filter };

export type ChangeType = "INSERT" | "UPDATE" | "DELETE";
/** One changed row, as the database announces it. */
export type Change = {
  type: ChangeType;
  schema: string;
  table: string;
  commit_timestamp: string;
  record?: Row;
  old_record?: Row;
};

/** A binding in the answer to the client: its four fields unchanged, with an id that is unique in the channel. */
export function echo(input: BindingInput, id: number): Record<string, unknown> {
  const { event, schema, table, filter } = input;
  return {
    id,
    event,
    schema,
    ...(table !== null && table !== undefined && { table }),
    ...(filter !== null && filter !== undefined && { filter }),
  };
}

/** Reads an entry, using the tables that announce their changes; throws `FilterError`. */
export function readBinding(input: BindingInput, id: number, tables: Tables): Binding {
  const type = (["*", "INSERT", "UPDATE", "DELETE"] as const).find(
    (one) => one === input.event.toUpperCase(),
  );
  if (!type) throw new FilterError(`unknown event ${input.event}`);
  const whole = input.table === null || input.table === undefined || input.table === "*";
  const names = [...tables.keys()].filter((name) =>
    whole ? name.startsWith(`${input.schema}.`) : name === `${input.schema}.${input.table}`,
  );
  if (names.length === 0) {
    const asked = whole ? input.schema : `${input.schema}.${input.table}`;
    throw new FilterError(`Unable to subscribe to changes of ${asked}: it does not exist or tells of none`);
  }
  const text = input.filter ?? "";
  if (text !== "" && whole) throw new FilterError("a filter needs a table");
  const columns: Columns = tables.get(names[0] ?? "") ?? [];
  return { id, type, tables: new Set(names), filter: text === "" ? [] : readFilter(text, columns) };
}

/** Whether a binding matches a change. Of a deleted row only the key is known, so only that is compared. */
export function wants(binding: Binding, change: Change): boolean {
  if (binding.type !== "*" && binding.type !== change.type) return false;
  if (!binding.tables.has(`${change.schema}.${change.table}`)) return false;
  return matches(binding.filter, change.record ?? change.old_record ?? {});
}
