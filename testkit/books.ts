import type { Connection } from "@rounds/database/connect.ts";

/**
 * Everything that is wrong between sales, ledger and stock, in words; empty when the books are right:
 * - a product's stock is the sum of its ledger and never negative;
 * - of every visit that moves stock, product and day, the units sold are what the ledger took less what it gave back, and of a
 *   deleted visit, and of one that does not move stock, nothing is left.
 */
export async function checkBooks({ pool }: Pick<Connection, "pool">): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string }>(`
    select format('product %s has %s units, its ledger says %s', id, current_stock, coalesce(units, 0)) as problem
    from products
    left join (select product_id, sum(quantity) as units from stock_transactions group by product_id) ledger
      on product_id = id
    where current_stock <> coalesce(units, 0) or current_stock < 0
    union all
    select format('visit %s sold %s of product %s on %s, the ledger took %s', visit_id, coalesce(sold, 0), product_id, day, coalesce(taken, 0))
    from (
      select visit_id, product_id, transaction_date as day, sum(quantity) as sold
      from sales join visits on visits.id = visit_id where moves_stock group by visit_id, product_id, transaction_date
    ) as lines
    full join (
      select reference_id as visit_id, product_id, transaction_date as day, -sum(quantity) as taken
      from stock_transactions
      where reference_type in ('visit', 'visit_edit_reversal', 'visit_delete_reversal')
      group by reference_id, product_id, transaction_date
    ) as movements using (visit_id, product_id, day)
    where coalesce(sold, 0) <> coalesce(taken, 0)`);
  return rows.map((row) => row.problem);
}

/** How many deadlocks PostgreSQL has had to resolve in this database so far. */
export async function countDeadlocks({ pool }: Pick<Connection, "pool">): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.deadlocks ?? 0;
}
