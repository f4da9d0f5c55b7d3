import { clampPage } from "@rounds/domain/paging/paging.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Tables } from "./tables.ts";

/**
 * The columns of a domain shape in a table, for `select`: a field added to the shape is selected everywhere without
 * another list. Qualified, so that joins stay unambiguous.
 */
export function columnsOf<Shape extends z.ZodRawShape, Table extends string>(
  schema: z.ZodObject<Shape>,
  table: Table,
): `${Table}.${keyof Shape & string}`[] {
  // TypeScript types all keys as strings.
  return Object.keys(schema.shape).map((key) => `${table}.${key}` as `${Table}.${keyof Shape & string}`);
}

/** The names of columns, for the list of an INSERT. */
export function namesOf(types: Readonly<Record<string, ColumnType>>): RawBuilder<unknown> {
  return sql.join(Object.keys(types).map((name) => sql.ref(name)));
}

type ColumnType = "uuid" | "text" | "integer" | "numeric" | "date" | "boolean";

/**
 * Rows as a table in a statement, under an alias: one parameter for each column, so that the statement is the same for
 * any number of rows. `types` has the columns in their order.
 */
export function asRows<Name extends string>(
  rows: readonly { [Column in NoInfer<Name>]: string | number | boolean | null }[],
  types: Readonly<Record<Name, ColumnType>>,
  alias: string,
): RawBuilder<unknown> {
  const names = Object.keys(types) as Name[];
  const columns = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(`${types[name]}[]`)}`);
  return sql`unnest(${sql.join(columns)}) as ${sql.ref(alias)} (${sql.join(names.map((name) => sql.ref(name)))})`;
}

/** The row of a query that always gives exactly one, such as sums over all rows. */
export function onlyRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("a query that always gives a row gave none");
  return row;
}

/**
 * One page of a query. The numbers are part of the statement, so that PostgreSQL plans for this many rows also where it
 * plans a statement once.
 */
export function onePage<From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  size: number,
  offset = 0,
): SelectQueryBuilder<Tables, From, Row> {
  return query.limit(sql.lit(size)).offset(sql.lit(offset));
}

/** How many rows a query without select finds. */
export async function countAll<From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const { count } = await query.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return count;
}

/**
 * One page of rows with the count of all. Both are requested at once; only if the page is beyond the last one, the
 * last one is read instead.
 */
export async function readPage<Row>(
  wanted: number,
  size: number,
  counting: Promise<number>,
  read: (offset: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number; page: number; page_size: number }> {
  const [total, rows] = await Promise.all([counting, read((wanted - 1) * size)]);
  const page = clampPage(wanted, total, size);
  return { rows: page === wanted ? rows : await read((page - 1) * size), total, page, page_size: size };
}
