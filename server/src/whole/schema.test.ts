import { callNorm, holiday } from "@rounds/domain/coverage/settings.ts";
import { doctor, doctorClasses, doctorInput, doctorTypes } from "@rounds/domain/doctors/doctor.ts";
import { maxRupees } from "@rounds/domain/money/money.ts";
import { product, productCategories, productInput } from "@rounds/domain/products/product.ts";
import {
  referenceTypes,
  stockAddition,
  stockTransaction,
  transactionTypes,
} from "@rounds/domain/stock/stock.ts";
import { company } from "@rounds/domain/team/company.ts";
import { skipReasons } from "@rounds/domain/today/reasons.ts";
import { skip, skipInput } from "@rounds/domain/today/skip.ts";
import { sale, visit, visitInput, visitStatuses } from "@rounds/domain/visits/visit.ts";
import { readTables } from "@rounds/realtime/filters/tables.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, describe, expect, test } from "vitest";
import type { z } from "zod";

/** Every table with the shape of its rows, and the columns that only database and server use. */
const tables: Record<string, { shape: Record<string, z.ZodType>; own: string[] }> = {
  doctors: {
    shape: doctor.shape,
    own: [
      "creation_digest",
      "operation_key",
      "edit_keys",
      "name_key",
      "trimmed_address",
      "address_key",
      "city",
      "city_key",
      "search",
      "search_words",
      "picker_search",
      "picker_words",
      "rollup_key",
      "changed",
    ],
  },
  products: {
    shape: product.shape,
    own: [
      "creation_digest",
      "operation_key",
      "edit_keys",
      "name_key",
      "search",
      "search_words",
      "rollup_key",
      "changed",
    ],
  },
  visits: {
    shape: visit.omit({ doctor: true, sales: true, total_sales: true, recorded_by: true, changed_by: true })
      .shape,
    own: ["creation_digest", "operation_key", "edit_keys", "search", "changed"],
  },
  sales: { shape: sale.omit({ product: true }).shape, own: ["doctor_id", "position", "transaction_date"] },
  // Read and written as settings, in other shapes than their rows.
  call_norms: { shape: callNorm.shape, own: ["doctor_class", "from_month"] },
  holidays: { shape: holiday.shape, own: [] },
  company: { shape: company.shape, own: ["id"] },
  leave_days: { shape: {}, own: ["user_id", "day"] },
  doctor_norms: { shape: doctor.pick({ doctor_class: true, norm: true }).shape, own: ["doctor_id", "until"] },
  doctor_representatives: {
    shape: doctor.pick({ representative_id: true }).shape,
    own: ["doctor_id", "until"],
  },
  stock_transactions: { shape: stockTransaction.shape, own: ["creation_digest", "sequence"] },
  visit_skips: { shape: skip.shape, own: [] },
};

/** Tables whose changes are not announced. */
const unannounced = new Set([
  "call_norms",
  "holidays",
  "leave_days",
  "company",
  "doctor_norms",
  "doctor_representatives",
  "visit_skips",
]);

/** Every column that accepts only listed values. */
const lists: Record<string, readonly string[]> = {
  "doctors.doctor_class": doctorClasses,
  "call_norms.doctor_class": doctorClasses,
  "doctor_norms.doctor_class": doctorClasses,
  "doctors.doctor_type": doctorTypes,
  "products.category": productCategories,
  "visits.status": visitStatuses,
  "visit_skips.reason": skipReasons,
  "stock_transactions.transaction_type": transactionTypes,
  "stock_transactions.reference_type": referenceTypes,
};

type Column = { table: string; name: string; nullable: boolean; type: string };
type Check = { table: string; columns: string[]; definition: string };

const database = await createTestDatabase();
const columns = await read<Column>(`
  select table_name as table, column_name as name, is_nullable = 'YES' as nullable,
    data_type || coalesce('(' || numeric_precision || ',' || numeric_scale || ')', '') as type
  from information_schema.columns where table_schema = 'public'`);
const checks = await read<Check>(`
  select rel.relname as table, array(
      select attname::text from pg_attribute where attrelid = rel.oid and attnum = any (con.conkey)
    ) as columns, pg_get_constraintdef(con.oid) as definition
  from pg_constraint con join pg_class rel on rel.oid = con.conrelid
  where con.contype = 'c' and rel.relnamespace = 'public'::regnamespace`);
afterAll(() => database.close());

async function read<Row extends object>(query: string): Promise<Row[]> {
  return (await database.pool.query<Row>(query)).rows;
}

const literalsOf = (definition: string) =>
  [...definition.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, text = ""]) => text.replaceAll("''", "'"));

test("every table of the product is described by the domain", async () => {
  // Sums beside the rows, which no domain shape describes.
  const sums = [
    ...[
      "day_totals",
      "doctor_periods",
      "product_periods",
      "person_periods",
      "person_products",
      "person_doctors",
    ],
    ...["rollup_changes", "rollup_facts"],
  ];
  const names = new Set(columns.map((column) => column.table).filter((name) => !sums.includes(name)));
  expect([...names].filter((name) => !name.startsWith("kysely_")).sort()).toEqual(Object.keys(tables).sort());
});

describe.each(Object.entries(tables))("%s", (table, { shape, own }) => {
  const stored = () => columns.filter((column) => column.table === table);

  test("has exactly the columns of the domain's shape and its own", () => {
    expect(
      stored()
        .map((column) => column.name)
        .sort(),
    ).toEqual([...Object.keys(shape), ...own].sort());
  });

  test("allows null exactly where the shape does", () => {
    const inTable = stored().filter((column) => column.name in shape && column.nullable);
    const inShape = Object.keys(shape).filter((name) => shape[name]?.safeParse(null).success);
    expect(inTable.map((column) => column.name).sort()).toEqual(inShape.sort());
  });
});

test.each([
  ["doctors", doctorInput],
  ["products", productInput],
  ["visits", visitInput],
  ["stock_transactions", stockAddition],
  ["visit_skips", skipInput],
])("%s accepts texts as long as a person may enter them", (table, { shape }) => {
  const limits = checks.flatMap((check) => {
    const longest = /length\((\w+)\) <= (\d+)/.exec(check.definition);
    return check.table === table && longest ? [[longest[1] ?? "", Number(longest[2])] as const] : [];
  });
  expect(limits.length).toBeGreaterThan(0);
  const fields: Record<string, z.ZodType> = shape;
  for (const [column, longest] of limits) {
    const text = `${"x".repeat(longest - 2)}@x`;
    const taken = [text, `${text}x`].map((value) => fields[column]?.safeParse(value).success);
    expect([column, ...taken]).toEqual([column, true, false]);
  }
});

test.each(Object.entries(lists))("%s accepts exactly the values of its list", (column, values) => {
  const [table, name = ""] = column.split(".");
  const own = checks.filter(
    (check) => check.table === table && check.columns.join() === name && /= ANY|= '/.test(check.definition),
  );
  expect(own).toHaveLength(1);
  expect(literalsOf(own[0]?.definition ?? "").sort()).toEqual([...values].sort());
});

test("no other column is restricted to a list", () => {
  const listed = checks.filter((check) => check.columns.length === 1 && check.definition.includes("= ANY"));
  expect(listed.map((check) => `${check.table}.${check.columns[0]}`).sort()).toEqual(
    Object.keys(lists).sort(),
  );
});

test("money is numeric with two decimals, a day is a date", () => {
  const typeOf = (table: string, name: string) =>
    columns.find((column) => column.table === table && column.name === name)?.type;
  const digits = maxRupees.replace(".", "").length;
  expect(typeOf("products", "price")).toBe(`numeric(${digits},2)`);
  expect(typeOf("sales", "unit_price")).toBe(`numeric(${digits},2)`);
  expect(typeOf("sales", "total_amount")).toMatch(/^numeric\(\d+,2\)$/);
  expect(typeOf("visits", "visit_date")).toBe("date");
  expect(typeOf("sales", "transaction_date")).toBe("date");
  expect(typeOf("stock_transactions", "transaction_date")).toBe("date");
});

test("every foreign key has an index that begins with it", async () => {
  const uncovered = await read(`
    select con.conrelid::regclass::text as table, con.conname as constraint
    from pg_constraint con
    where con.contype = 'f' and con.connamespace = 'public'::regnamespace
      and con.confrelid <> 'auth.users'::regclass
      and not exists (
        select from pg_index where indrelid = con.conrelid and indkey[0] = con.conkey[1]
      )`);
  expect(uncovered).toEqual([]);
});

test.each(Object.entries(tables))(
  "listeners to changes of %s get no column that is only for searching and sorting",
  async (table, { own }) => {
    const names = (await readTables(database.db)).get(`public.${table}`)?.map(({ name }) => name) ?? [];
    const [announced] = await read<{ names: string[] }>(`
      select array(
        select jsonb_object_keys(live.visible(jsonb_object_agg(column_name, null)))
      ) as names from information_schema.columns where table_schema = 'public' and table_name = '${table}'`);
    if (unannounced.has(table)) return expect(names).toEqual([]);
    expect(announced?.names.toSorted()).toEqual(names.toSorted());
    const known = ["city", "doctor_id", "position", "transaction_date"];
    expect(names.filter((name) => own.includes(name) && !known.includes(name))).toEqual([]);
  },
);
