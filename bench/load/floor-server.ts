import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { Statement } from "./capture.ts";

/** What the floor serves: for each path, the statements that the product sends for it. */
export type FloorTask = { settings: pg.PoolConfig; answers: Record<string, readonly Statement[]> };

/**
 * A process of its own that gets its task from its parent: answers each path with the rows of its statements, sent one after
 * another, and does nothing else. What the product needs beyond this is the price of all that it checks.
 */
process.once("message", ({ settings, answers }: FloorTask) => {
  const pool = new pg.Pool({ ...settings, max: 16, options: "-c TimeZone=UTC -c DateStyle=ISO" });
  pool.on("error", () => {}); // the current query gets the error too
  const server = createServer(async ({ url = "" }, response) => {
    const client = await pool.connect();
    try {
      const results: unknown[][] = [];
      for (const { sql, parameters } of answers[url] ?? [])
        results.push((await client.query(sql, [...parameters])).rows);
      response.writeHead(answers[url] ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(results));
    } catch (error) {
      response.writeHead(500).end(String(error));
    } finally {
      client.release();
    }
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
