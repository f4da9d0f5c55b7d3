import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";

/**
 * Compares ledger, stock and sales: every product's stock is the sum of its ledger, and the sales of every visit and
 * product are the units of its sale rows net of reversals, on the same day. Throws an Error that says what differs.
 */
export async function checkBooks(db: Database): Promise<void> {
  const { rows: stock } = await sql<{ name: string }>`
    select products.name
    from products
    left join (
      select product_id, sum(quantity) as units from stock_transactions group by product_id
    ) as ledger on ledger.product_id = products.id
    where products.current_stock <> coalesce(ledger.units, 0)`.execute(db);
  if (stock.length > 0) {
    throw new Error(`Stock and ledger differ: ${stock.map(({ name }) => name).join(", ")}`);
  }
  const { rows: sales } = await sql<{ visit_id: string }>`
    with sold as (
      select visit_id, product_id, transaction_date, sum(quantity) as units
      from sales join visits on visits.id = visit_id
      where moves_stock
      group by visit_id, product_id, transaction_date
    ), moved as (
      select reference_id as visit_id, product_id, transaction_date, -sum(quantity) as units
      from stock_transactions
      where reference_type in ('visit', 'visit_edit_reversal', 'visit_delete_reversal')
      group by reference_id, product_id, transaction_date
      having sum(quantity) <> 0
    )
    select coalesce(sold.visit_id, moved.visit_id) as visit_id
    from sold
    full join moved using (visit_id, product_id, transaction_date)
    where sold.units is distinct from moved.units`.execute(db);
  if (sales.length > 0) throw new Error(`Sales and ledger differ in ${sales.length} visits and products`);
}
