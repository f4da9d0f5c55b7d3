import { type ExpressionBuilder, type RawBuilder, type ReferenceExpression, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * The pattern for LIKE that finds a text anywhere, with `%`, `_` and `\` taken as plain characters, in the form
 * that the `search` columns hold (no case, no accents).
 */
export function containing(search: string): RawBuilder<string> {
  const plain = search.replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql<string>`'%' || search_key(${plain}) || '%'`;
}

/** Whether a `search` column holds the text. */
export function matches<Table extends keyof Tables>(
  eb: ExpressionBuilder<Tables, Table>,
  column: ReferenceExpression<Tables, Table>,
  search: string,
) {
  return eb(column, "like", containing(search));
}
