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

const lines = sql`array(select coalesce(before, after) ->> 'id' from shown where noun = 'sales')`;

/** Where the names stand that changes of some nouns need: their own records' and those that their values name by id. */
const sources: readonly { of: readonly Noun[]; names: RawBuilder<unknown> }[] = [
  {
    of: ["doctors", "visits"],
    names: sql`select id, name from doctors where id = any(${recordsOf("doctors")} || ${idsIn("doctor_id")})`,
  },
  {
    of: ["products", "sales"],
    names: sql`select id, name from products where id = any(${recordsOf("products")} || ${idsIn("product_id")})`,
  },
  {
    of: ["visits", "sales"],
    names: sql`select visits.id, doctors.name from visits join doctors on doctors.id = visits.doctor_id
      where visits.id = any(${recordsOf("visits", "sales")})`,
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
 * The names of the doctors, products and people whom the changes in `shown` name by their ids, as a JSON object by the ids, in a
 * query with a table `shown` that has only changes of these nouns.
 */
export function namesOf(nouns: readonly Noun[]): RawBuilder<Record<string, string>> {
  const needed = sources.filter(({ of }) => of.some((noun) => nouns.includes(noun)));
  if (needed.length === 0) return sql`'{}'::json`;
  return sql`(select coalesce(json_object_agg(id, name), '{}') from (
    ${sql.join(
      needed.map(({ names }) => names),
      sql` union all `,
    )}) as named (id, name))`;
}
