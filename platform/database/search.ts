import { type ExpressionBuilder, type RawBuilder, type ReferenceExpression, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * The LIKE pattern that finds a word of a search (`searchWords` of the domain) anywhere in a search column, with `%`,
 * `_` and `\` as ordinary characters.
 */
export function containing(word: string): RawBuilder<string> {
  const plain = word.replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql<string>`'%' || search_key(${plain}) || '%'`;
}

/** Whether a search column contains every word. */
export function holdsWords<Table extends keyof Tables>(
  eb: ExpressionBuilder<Tables, Table>,
  column: ReferenceExpression<Tables, Table>,
  words: readonly string[],
) {
  return eb.and(words.map((word) => eb(column, "like", containing(word))));
}
