import type { ConnectionSettings } from "@rounds/database/connect.ts";
import pg from "pg";
import type { Statement } from "./capture.ts";

/** A table or a whole index that a statement reads from end to end, with the number of rows read. */
type WholeRead = { what: string; rows: number };

/** Tables with at least this many rows are large: the cost of reading a whole one grows with the business. */
const large = 5000;

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Parent Relationship"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

/** Which statements read large tables completely, found by running them under EXPLAIN ANALYZE. */
export async function explainStatements(
  settings: ConnectionSettings,
  statements: readonly Statement[],
): Promise<{ reads: WholeRead[]; plans: string[] }> {
  const client = new pg.Client({ ...settings, options: "-c TimeZone=UTC" });
  client.on("error", () => {}); // the current query gets the error too
  await client.connect();
  try {
    const reads: WholeRead[] = [];
    const plans: string[] = [];
    // What a cursor reads is explained where it is declared.
    for (const { sql, parameters } of statements.filter(({ sql }) => !/^(fetch|close)\b/i.test(sql))) {
      const json = await client.query(`explain (analyze, format json) ${sql}`, [...parameters]);
      reads.push(...wholeReads((json.rows[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan));
      const text = await client.query(`explain (analyze, buffers) ${sql}`, [...parameters]);
      plans.push((text.rows as { "QUERY PLAN": string }[]).map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return { reads, plans };
  } finally {
    await client.end();
  }
}

/**
 * An index without a condition is read in order; below a LIMIT this may end soon, which the small number of rows
 * shows.
 */
function wholeReads(plan: Plan | undefined): WholeRead[] {
  if (!plan) return [];
  const loops = plan["Actual Loops"] ?? 1;
  const removed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
  const rows = Math.round(((plan["Actual Rows"] ?? 0) + removed) * loops);
  const scan = plan["Node Type"].endsWith("Seq Scan");
  const wholeIndex = /^Index (Only )?Scan$/.test(plan["Node Type"]) && plan["Index Cond"] === undefined;
  const below = (plan.Plans ?? []).flatMap(wholeReads);
  if ((!scan && !wholeIndex) || rows < large) return below;
  const what = scan ? `table ${plan["Relation Name"]}` : `index ${plan["Index Name"]}`;
  return [{ what, rows }, ...below];
}
