import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import type { ImportReason } from "@rounds/domain/imports/import-row.ts";
import { reason } from "@rounds/domain/imports/judgement.ts";
import type { VisitValues } from "@rounds/domain/imports/visits/judge-visit.ts";
import { sql } from "kysely";

/** Whether the sales of an import's visits move the stock. */
export async function movesStock(db: Database, id: string): Promise<boolean> {
  const found = await sql<{ moves_stock: boolean }>`
    select moves_stock from imports.imports where id = ${id}`.execute(db);
  return onlyRow(found).moves_stock;
}

type Line = { line: number; values: VisitValues; reasons: ImportReason[]; is_short: boolean };

const code = "insufficient_stock";
const isShort = sql`verdict = 'refused' and reasons -> 0 ->> 'code' = ${code}`;

/**
 * Says of each row whose sales move the stock whether it suffices, in the order of days and lines: a row that asks for more
 * than those before it leave is refused. If the sales do not move it, none is.
 */
export async function allotStock(tx: Database, id: string): Promise<void> {
  const { rows: lines } = await sql<Line>`
    select line, "values", reasons, ${isShort} as is_short from imports.rows
    where import_id = ${id} and (verdict = 'create' or ${isShort})
    order by "values" ->> 'visit_date', line`.execute(tx);
  const left = (await movesStock(tx, id)) ? await readStock(tx, lines) : undefined;
  const changed = lines.flatMap(({ line, values: { sold }, reasons, is_short }) => {
    const others = is_short ? reasons.slice(1) : reasons;
    const available = sold && left ? Math.max(0, left.get(sold.product_id) ?? 0) : Number.POSITIVE_INFINITY;
    if (!sold || sold.quantity <= available) {
      if (sold) left?.set(sold.product_id, available - sold.quantity);
      return is_short ? { line, verdict: "create", reasons: others } : [];
    }
    const short = reason(code, errorMessage(code, available), "quantity");
    return { line, verdict: "refused", reasons: [short, ...others] };
  });
  await sql`
    update imports.rows set verdict = changed.verdict, reasons = changed.reasons
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (line integer, verdict text, reasons jsonb)
    where import_id = ${id} and rows.line = changed.line`.execute(tx);
}

async function readStock(tx: Database, lines: readonly Line[]): Promise<Map<string, number>> {
  const ids = [...new Set(lines.flatMap(({ values }) => values.sold?.product_id ?? []))];
  const { rows } = await sql<{ id: string; current_stock: number }>`
    select id, current_stock from products where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((product) => [product.id, product.current_stock]));
}
