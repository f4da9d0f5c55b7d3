import type { Database } from "@rounds/database/connect.ts";
import { isMigrated } from "@rounds/database/migrate.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

/**
 * `/healthz`: this process answers. `/readyz`: so does its database, with the schema of this version, and the server
 * has not been told to stop.
 */
export function serveHealth(app: FastifyInstance, db: Database, isStopping: () => boolean) {
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "ok" }));
  app.get("/readyz", { schema: { hide: true } }, async (request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: "stopping" });
    try {
      await sql`select 1`.execute(db);
      if (await isMigrated(db)) return { status: "ready" };
      return reply.code(503).send({ status: "migrating" });
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "2").send({ status: "database unavailable" });
    }
  });
}
