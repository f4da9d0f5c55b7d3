import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, describe, expect, test } from "vitest";
import { authTables, type Column } from "./auth-tables.ts";

type StoredColumn = Omit<Column, "values"> & { table: string; name: string };
type Check = { table: string; columns: string[]; definition: string };

const database = await createTestDatabase();
const columns = await read<StoredColumn>(`
  select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
    case when is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' then 'always'
      when column_default is not null then 'default' else 'never' end as filled
  from information_schema.columns where table_schema = 'auth'`);
const checks = await read<Check>(`
  select rel.relname as table, array(
      select attname::text from pg_attribute where attrelid = rel.oid and attnum = any (con.conkey)
    ) as columns, pg_get_constraintdef(con.oid) as definition
  from pg_constraint con join pg_class rel on rel.oid = con.conrelid
  where con.contype = 'c' and rel.relnamespace = 'auth'::regnamespace`);
afterAll(() => database.close());

async function read<Row extends object>(query: string): Promise<Row[]> {
  return (await database.pool.query<Row>(query)).rows;
}

/** The values of the list that the database holds a column to, if there is one. */
function listOf(table: string, name: string): string[] | undefined {
  const own = checks.filter((check) => check.table === table && check.columns.join() === name);
  const list = own.find(({ definition }) => /= ANY \(ARRAY\[|^CHECK \(\(\w+ = '/.test(definition));
  return list && [...list.definition.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value).sort();
}

test("every table of the schema is described", () => {
  const names = new Set(columns.map(({ table }) => table));
  expect([...names].sort()).toEqual(Object.keys(authTables).sort());
});

describe.each(Object.entries<Record<string, Column>>(authTables))("%s", (table, described) => {
  test("has exactly the columns described, each of its type, null and filled where it is said to be", () => {
    const expected = Object.entries(described).map(([name, { type, nullable, filled }]) => ({
      ...{ table, name, type, nullable },
      // JSON has defaults in the database on which no insert relies.
      filled: type === "jsonb" ? expect.stringMatching(/^(never|default)$/) : filled,
    }));
    const stored = columns.filter((column) => column.table === table);
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(stored.sort(byName)).toEqual(expected.sort(byName));
  });

  test("takes exactly the values of each list", () => {
    const expected = Object.entries(described).map(([name, { values }]) => [name, values?.toSorted()]);
    const held = Object.keys(described).map((name) => [name, listOf(table, name)]);
    expect(held).toEqual(expected);
  });
});
