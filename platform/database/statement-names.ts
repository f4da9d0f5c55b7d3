import { sql } from "kysely";

const mark = "/* planned once */";

/**
 * Marks a query whose best plan does not depend on its values: PostgreSQL then plans it once for each connection
 * instead of each time. Right for keys and for a range in an index that is read in any case. Wrong for a number of
 * rows, a search pattern, or a range that decides which index is read: for those the plan for all values is a bad one
 * (`select … where visit_date > $1`: 10 ms instead of 0.3 of 1,000,000 visits, measured by bench/load/explain.ts).
 */
export const plannedOnce = sql.raw(mark);

/** Only these are prepared, and only one at a time. */
const preparable = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i;

/** The uses after which a statement is prepared: one that is sent once or twice would cost more than it saves. */
const usesBefore = 3;
/** How many statements have a name, and how many more are counted. */
export const mostNamed = 200;
const mostCounted = 300;
/** Longer statements, in characters, have no name. */
const longest = 8192;

/** The names of the statements that this process sends often, the least used first. */
const named = new Map<string, string>();
/** How often others were sent, the oldest first. */
const counted = new Map<string, number>();
let given = 0;

/**
 * The name under which a connection prepares a statement; undefined if it is not sent often, or its plan depends on its
 * values. A name is given to one text only, as long as the process lives. What is remembered has a limit: requests
 * choose among many texts by their filters, and the rare ones push each other out, not the ones in daily use.
 */
export function statementName(text: string, values: readonly unknown[]): string | undefined {
  const name = named.get(text);
  if (name !== undefined) {
    named.delete(text);
    named.set(text, name);
    return name;
  }
  if (values.length > 0 && !text.includes(mark)) return undefined;
  if (text.length > longest || !preparable.test(text)) return undefined;
  const uses = (counted.get(text) ?? 0) + 1;
  counted.delete(text);
  if (uses < usesBefore) {
    counted.set(text, uses);
    dropOldest(counted, mostCounted);
    return undefined;
  }
  const fresh = `s${++given}`;
  named.set(text, fresh);
  dropOldest(named, mostNamed);
  return fresh;
}

/** Makes every statement be prepared anew, under another name: a table has changed. */
export function forgetStatementNames(): void {
  named.clear();
}

function dropOldest(entries: Map<string, unknown>, most: number): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined && entries.size > most) entries.delete(oldest);
}
