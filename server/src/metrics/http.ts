import { isSame } from "@rounds/auth/base/service-key.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerNotFound } from "../api/error-answer.ts";
import type { Metrics } from "./metrics.ts";

/** `GET /metrics` for requests with the token; without metrics this path does not exist. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics | undefined) {
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    if (!metrics) return answerNotFound(request, reply);
    reply.header("cache-control", "no-store");
    const given = /^bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (given === undefined || !isSame(metrics.token, given)) {
      reply.header("www-authenticate", "Bearer");
      throw new AppError("not_signed_in");
    }
    return reply.type(metrics.contentType).send(await metrics.read());
  });
}

/** Counts the requests of a server; to be called before its routes are added. */
export function countRequests(app: FastifyInstance, metrics: Metrics) {
  app.addHook("onRequest", async (request, reply) => {
    // Also without an answer, if the client goes away or is disconnected.
    reply.raw.once("close", () => note(metrics, request, reply));
  });
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function note(
  { durations, limited, signIns, syncRepairs }: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Only route patterns and known methods: what clients invent must not create series.
  const route = request.routeOptions.url ?? "none";
  const method = methods.has(request.method) ? request.method : "other";
  const status = reply.raw.writableFinished ? String(reply.statusCode) : "aborted";
  durations.observe({ method, route, status }, reply.elapsedTime / 1000);
  if (status === "429") limited.inc({ service: route.startsWith("/auth/") ? "auth" : "api" });
  if (route === "/api/sync/ids" && status === "200") syncRepairs.inc();
  const way = wayOf(route, method, request.query);
  if (way) signIns.inc({ way, result: resultOf(status, reply.getHeader("location")) });
}

const grants = new Set(["password", "pkce", "id_token", "web3"]);

/** The way in which a request signs somebody in, if it does. */
function wayOf(route: string, method: string, query: unknown): string | undefined {
  switch (`${method} ${route}`) {
    case "POST /auth/v1/token": {
      // A query that its route has taken, or refused: an object in either case.
      const grant = String((query as { grant_type?: unknown }).grant_type);
      return grants.has(grant) ? grant : undefined;
    }
    case "POST /auth/v1/verify":
      return "code";
    case "GET /auth/v1/verify":
      return "link";
    case "GET /auth/v1/callback":
      return "provider";
    case "POST /auth/v1/factors/:factorId/verify":
      return "second_step";
  }
  return undefined;
}

/** The result of an attempt. A failed one by link or provider leads back to the client with the error. */
function resultOf(status: string, location: unknown): "ok" | "refused" | "limited" | "failed" {
  if (status === "429") return "limited";
  if (/^4/.test(status) || (typeof location === "string" && /[?&#]error=/.test(location))) return "refused";
  return /^[23]/.test(status) ? "ok" : "failed";
}
