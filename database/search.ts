import { type ExpressionBuilder, type RawBuilder, type ReferenceExpression, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * The pattern for LIKE that finds a word of a search (`searchWords` of the domain) anywhere in a column that is kept
 * for searching, with `%`, `_` and `\` taken as plain characters.
 */
export function containing(word: string): RawBuilder<string> {
  const plain = word.replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql<string>`'%' || search_key(${plain}) || '%'`;
}

/** Whether a column that is kept for searching holds every word. */
export function holdsWords<Table extends keyof Tables>(
  eb: ExpressionBuilder<Tables, Table>,
  column: ReferenceExpression<Tables, Table>,
  words: readonly string[],
) {
  return eb.and(words.map((word) => eb(column, "like", containing(word))));
}
