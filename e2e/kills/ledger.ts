import type { TestDatabase } from "@rounds/testkit/template.ts";

type Noun = "doctors" | "visits";

/** A row that a person entered: a doctor by name with the hospital as its value, or a visit by its notes. */
export type Fact = {
  noun: Noun;
  /** Its own text, by which it is found. */
  name: string;
  /** Whether the person was told that it is saved. */
  isSaved: boolean;
  /** The values that it may have: the last one that the person was told is saved, and what was tried since. */
  values: string[];
  /** Whether its deletion was tried, and whether the person was told that it is saved. */
  deletion: "none" | "tried" | "saved";
};

export type Problem = { kind: "lost" | "doubled" | "came back" | "wrong"; what: string };

/** Compares the database with what one person did, and notes what of the undecided has happened. */
export async function compare(database: TestDatabase, facts: Map<string, Fact>): Promise<Problem[]> {
  const found = new Map<string, string[]>();
  const note = (key: string, value: string) => found.set(key, [...(found.get(key) ?? []), value]);
  const doctors = await database.pool.query("select name, hospital from doctors");
  for (const { name, hospital } of doctors.rows) note(`doctors ${name}`, hospital);
  const visits = await database.pool.query(
    `select notes, (select count(*) from sales where sales.visit_id = visits.id)::text as lines from visits`,
  );
  for (const { notes, lines } of visits.rows) note(`visits ${notes}`, lines);

  const problems: Problem[] = [];
  for (const [key, fact] of facts) {
    const values = found.get(key) ?? [];
    found.delete(key);
    const [value] = values;
    if (values.length > 1) problems.push({ kind: "doubled", what: `${key}: ${values.length} times` });
    else if (value === undefined) {
      if (fact.isSaved && fact.deletion === "none") problems.push({ kind: "lost", what: key });
      facts.delete(key);
    } else {
      if (fact.deletion === "saved") problems.push({ kind: "came back", what: key });
      if (!fact.values.includes(value))
        problems.push({ kind: "wrong", what: `${key} is ${value}, not ${fact.values.join(" or ")}` });
      Object.assign(fact, { isSaved: true, values: [value], deletion: "none" });
    }
  }
  for (const key of found.keys()) problems.push({ kind: "wrong", what: `${key} was never entered` });
  return problems;
}

/** The products whose stock is not what was added minus what was sold. */
export async function wrongStock(database: TestDatabase): Promise<Problem[]> {
  const { rows } = await database.pool.query(`
    select name, current_stock, added - sold as expected from (
      select name, current_stock,
        (select coalesce(sum(quantity), 0) from stock_transactions
          where product_id = products.id and transaction_type in ('opening', 'purchase')) as added,
        (select coalesce(sum(quantity), 0) from sales where product_id = products.id) as sold
      from products
    ) as products where current_stock <> added - sold`);
  return rows.map((row) => ({
    kind: "wrong" as const,
    what: `stock of ${row.name}: ${row.current_stock}, not ${row.expected}`,
  }));
}
