import { checkRollups } from "@rounds/testkit/rollups.ts";
import type pg from "pg";
import { openingStock } from "./catalogue.ts";
import type { DatabaseCluster, Roles } from "./database-cluster.ts";
import type { Journal, KnownVisit } from "./journal.ts";
import type { Representative } from "./representative.ts";
import { until } from "./until.ts";

/**
 * Every difference between the healed cluster and what the representatives were told, in words; empty if there is
 * none. Nobody may be working any more.
 */
export async function proveNothingLost(
  cluster: DatabaseCluster,
  journal: Journal,
  representatives: readonly Representative[],
): Promise<string[]> {
  const roles = await until<Roles>("every machine has its role", cluster.roles);
  const pool = cluster.open(roles.primary, "rounds");
  try {
    return [
      ...journal.problems,
      ...(await compareVisits(pool, journal)),
      ...(await compareStock(pool, journal)),
      ...(await checkRollups({ pool })),
      ...(await compareMachines(cluster, roles, pool)),
      ...(await checkSessions(representatives)),
    ];
  } finally {
    await pool.end();
  }
}

/** Each acknowledged visit once, with exactly its lines, and no other. */
async function compareVisits(pool: pg.Pool, { visits }: Journal): Promise<string[]> {
  const { rows } = await pool.query<KnownVisit>(`
    select id, doctor_id, version, notes, coalesce((
      select json_agg(json_build_object(
        'id', id, 'product_id', product_id, 'quantity', quantity, 'unit_price', unit_price::text) order by position)
      from sales where visit_id = visits.id), '[]') as items
    from visits`);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const problems: string[] = [];
  for (const [id, visit] of visits) {
    const row = stored.get(id);
    if (!row) problems.push(`visit ${id} was acknowledged and is lost`);
    else if (asText(row) !== asText(visit))
      problems.push(`visit ${id} is ${asText(row)}, not ${asText(visit)}`);
  }
  for (const id of stored.keys())
    if (!visits.has(id)) problems.push(`visit ${id} is there, and should not be`);
  return problems;
}

function asText({ id, doctor_id, version, notes, items }: KnownVisit): string {
  const lines = items.map((line) => [line.id, line.product_id, line.quantity, line.unit_price]);
  return JSON.stringify([id, doctor_id, version, notes, lines]);
}

/** Ledger, stock, and the sales of the acknowledged visits. */
async function compareStock(pool: pg.Pool, { visits }: Journal): Promise<string[]> {
  const sold = new Map<string, number>();
  for (const { items } of visits.values()) {
    for (const { product_id, quantity } of items)
      sold.set(product_id, (sold.get(product_id) ?? 0) + quantity);
  }
  const { rows } = await pool.query<{ id: string; stock: number; ledger: number }>(`
    select id, current_stock as stock,
      (select coalesce(sum(quantity), 0) from stock_transactions where product_id = products.id)::integer as ledger
    from products`);
  return rows.flatMap(({ id, stock, ledger }) => {
    const due = openingStock - (sold.get(id) ?? 0);
    return stock === ledger && stock === due
      ? []
      : `product ${id}: stock ${stock}, ledger ${ledger}, due ${due}`;
  });
}

const fingerprint = ["visits", "sales", "stock_transactions", "products"]
  .map((table) => `(select md5(string_agg(${table}::text, '|' order by id)) from ${table})`)
  .join(" || ' ' || ");

/** The standbys have caught up with the primary and have the same rows, and no page of any is damaged. */
async function compareMachines(
  cluster: DatabaseCluster,
  { primary, ...standbys }: Roles,
  pool: pg.Pool,
): Promise<string[]> {
  const position = await one(pool, "select pg_current_wal_lsn()");
  const expected = await one(pool, `select ${fingerprint}`);
  const problems: string[] = [];
  for (const node of [primary, ...Object.values(standbys)]) {
    const asked = cluster.open(node, "rounds");
    try {
      if (node !== primary) {
        await until(`${node.name} has come to ${position}`, async () => {
          const reached = await one(asked, `select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn`);
          return reached === true ? true : undefined;
        });
      }
      if ((await one(asked, `select ${fingerprint}`)) !== expected)
        problems.push(`${node.name} holds other rows than ${primary.name}`);
      const damaged = await one(asked, "select sum(checksum_failures)::integer from pg_stat_database");
      if (damaged !== 0) problems.push(`${damaged} pages of ${node.name} are damaged`);
    } finally {
      await asked.end();
    }
  }
  return problems;
}

async function one(pool: pg.Pool, query: string): Promise<unknown> {
  const { rows } = await pool.query<unknown[]>({ text: query, rowMode: "array" });
  return rows[0]?.[0];
}

/** Everybody who signed in at the beginning still is. */
async function checkSessions(representatives: readonly Representative[]): Promise<string[]> {
  const answers = representatives.map(async ({ number, caller: { auth } }) => {
    const { error } = await auth.getUser();
    const refreshed = error ? { error } : await auth.refreshSession();
    return refreshed.error ? [`representative ${number} is signed out: ${refreshed.error.message}`] : [];
  });
  return (await Promise.all(answers)).flat();
}
