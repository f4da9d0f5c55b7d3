import type { HistoryChange } from "@rounds/domain/history/history.ts";
import { type RawBuilder, sql } from "kysely";
import { nameOfUser } from "../team/queries.ts";

type Noun = HistoryChange["noun"];

/** The ids in these fields of what was and what is, of the changes in `shown`. */
function idsIn(...fields: readonly string[]): RawBuilder<string[]> {
  const values = fields.flatMap((field) => [
    sql`before ->> ${sql.lit(field)}`,
    sql`after ->> ${sql.lit(field)}`,
  ]);
  return sql`array(select unnest(array[${sql.join(values)}]::uuid[]) from shown)`;
}

/** The records that changes of these nouns are of. */
function recordsOf(...nouns: readonly Noun[]): RawBuilder<string[]> {
  return sql`array(select distinct row_id from shown where noun in (${sql.join(nouns.map((noun) => sql.lit(noun)))}))`;
}

/** A field of a record when it was last deleted. */
const lastOf = (noun: "doctors" | "products" | "visits", id: string, field: string) => sql`(
  select before ->> ${sql.lit(field)} from history.changes as gone
  where gone.row_id = ${sql.ref(id)} and gone.noun = ${sql.lit(noun)} and gone.op = 'deleted' order by gone.id desc limit 1)`;

/** The name of a doctor or product whose id is in a column, also of a deleted one. */
export const nameOf = (noun: "doctors" | "products", id: string) => sql`coalesce(
  (select name from ${sql.table(noun)} where ${sql.table(noun)}.id = ${sql.ref(id)}), ${lastOf(noun, id, "name")})`;

const asked = (ids: RawBuilder<unknown>) => sql`(select distinct unnest(${ids}) as id) as asked`;

const lines = sql`array(select coalesce(before, after) ->> 'id' from shown where noun = 'sales')`;

/** Where the names stand that changes of some nouns need: their own records' and those that their values name by id. */
const sources: readonly { of: readonly Noun[]; names: RawBuilder<unknown> }[] = [
  {
    of: ["doctors", "visits"],
    names: sql`select id, ${nameOf("doctors", "asked.id")} from ${asked(sql`${recordsOf("doctors")} || ${idsIn("doctor_id")}`)}`,
  },
  {
    of: ["products", "sales"],
    names: sql`select id, ${nameOf("products", "asked.id")} from ${asked(sql`${recordsOf("products")} || ${idsIn("product_id")}`)}`,
  },
  {
    of: ["visits", "sales"],
    names: sql`select id, ${nameOf("doctors", "visited.doctor_id")} from (
      select id, coalesce((select doctor_id from visits where visits.id = asked.id),
        ${lastOf("visits", "asked.id", "doctor_id")}::uuid) as doctor_id
      from ${asked(recordsOf("visits", "sales"))}) as visited`,
  },
  {
    of: ["sales"],
    names: sql`select sales.id, products.name from sales join products on products.id = sales.product_id
      where sales.id = any(${lines}::uuid[])
      -- Lines that were removed since.
      union all select (removed.before ->> 'id')::uuid, products.name
      from history.changes as removed join products on products.id = (removed.before ->> 'product_id')::uuid
      where removed.row_id = any(${recordsOf("sales")}) and removed.noun = 'sales' and removed.op = 'deleted'
        and removed.before ->> 'id' = any(${lines})`,
  },
  {
    of: ["doctors", "leave_days", "members"],
    names: sql`select id, ${nameOfUser} from auth.users as users
      where id = any(${idsIn("representative_id", "user_id")}) and deleted_at is null`,
  },
];

/**
 * The names of the doctors, products and people whom the changes in `shown` name by their ids, of deleted records those that they
 * had, as a JSON object by the ids, in a
 * query with a table `shown` that has only changes of these nouns.
 */
export function namesOf(nouns: readonly Noun[]): RawBuilder<Record<string, string>> {
  const needed = sources.filter(({ of }) => of.some((noun) => nouns.includes(noun)));
  if (needed.length === 0) return sql`'{}'::json`;
  return sql`(select coalesce(json_object_agg(id, name), '{}') from (
    ${sql.join(
      needed.map(({ names }) => names),
      sql` union all `,
    )}) as named (id, name) where id is not null and name is not null)`;
}
