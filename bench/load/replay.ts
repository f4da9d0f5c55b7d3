import type { ConnectionSettings } from "@rounds/database/connect.ts";
import pg from "pg";
import type { Statement } from "./capture.ts";

/** A bare connection on which statements of the product are run again, one after another. */
export type Replay = {
  run(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
};

/** Opens one; it has the product's session settings, but none of its code. */
export async function openReplay(settings: ConnectionSettings): Promise<Replay> {
  const client = new pg.Client({ ...settings, options: "-c TimeZone=UTC -c DateStyle=ISO" });
  client.on("error", () => {}); // the current query gets the error too
  await client.connect();
  return {
    async run(statements) {
      // A cursor lives only as long as its transaction; everything else is replayed without one.
      const cursor = statements.some(({ sql }) => /^declare\b/i.test(sql));
      if (cursor) await client.query("begin");
      for (const { sql, parameters } of statements) await client.query(sql, [...parameters]);
      if (cursor) await client.query("commit");
    },
    close: () => client.end(),
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The same statements with new ids for the rows that they create: any id that is not among the `known`. */
export function withNewIds(statements: readonly Statement[], known: ReadonlySet<string>): Statement[] {
  const renamed = new Map<unknown, string>();
  const rename = (value: unknown): unknown => {
    // A column of rows that one statement inserts.
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== "string" || !uuid.test(value) || known.has(value)) return value;
    const id = renamed.get(value) ?? crypto.randomUUID();
    renamed.set(value, id);
    return id;
  };
  return statements.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(rename) }));
}
