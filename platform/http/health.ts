import { abortable, type Database } from "@rounds/database/connect.ts";
import { isMigrated } from "@rounds/database/migrate.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

/** A load balancer asks every few seconds, and must hear soon that this server is of no use. */
const usualLimit = 2_000;

/**
 * `/healthz`: this process answers. `/readyz`: so does its database, within that many milliseconds and with the schema of
 * this version, and the server has not been told to stop. Anybody may ask, so all who ask meanwhile share one look at the
 * database: many of them would keep each other waiting beyond the limit.
 */
export function serveHealth(
  app: FastifyInstance,
  db: Database,
  isStopping: () => boolean,
  limit = usualLimit,
) {
  let look: Promise<boolean> | undefined;
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "ok" }));
  app.get("/readyz", { schema: { hide: true } }, async (request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: "stopping" });
    try {
      look ??= within(limit, (signal) => answers(abortable(db, signal))).finally(() => {
        look = undefined;
      });
      if (await look) return { status: "ready" };
      return reply.code(503).send({ status: "migrating" });
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "2").send({ status: "database unavailable" });
    }
  });
}

/** Whether the database has the schema of this version. */
async function answers(db: Database): Promise<boolean> {
  await sql`select 1`.execute(db);
  return await isMigrated(db);
}

/** The result of the work, unless it takes longer: then its signal is aborted, and the reason thrown. */
async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = AbortSignal.timeout(milliseconds);
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener("abort", () => reject(limit.reason), { once: true });
  });
  return await Promise.race([work(limit), late]);
}
