import { constants } from "node:zlib";
import compress from "@fastify/compress";
import rateLimit from "@fastify/rate-limit";
import { answerUnreadable } from "@rounds/auth/plugin.ts";
import type { Auth } from "@rounds/auth/service.ts";
import { abortable, type Database } from "@rounds/database/connect.ts";
import { readsOn } from "@rounds/database/replica/reads.ts";
import type { Replica } from "@rounds/database/replica/replica.ts";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { restorableDays } from "@rounds/domain/history/history.ts";
import { createBodies, usualBodies } from "@rounds/http/bodies.ts";
import type { Certificate } from "@rounds/http/certificate.ts";
import { clientAddresses } from "@rounds/http/client-address.ts";
import { requireClient } from "@rounds/http/client-left.ts";
import { asDate, type Clock, isoMoment } from "@rounds/http/clock.ts";
import { createHttpServer } from "@rounds/http/connections.ts";
import { createDownloads, type DownloadLimits, usualDownloads } from "@rounds/http/download.ts";
import { serveHealth } from "@rounds/http/health.ts";
import { multiplied } from "@rounds/http/limit.ts";
import { createOrigins } from "@rounds/http/origins.ts";
import { createSecurityHeaders } from "@rounds/http/security-headers.ts";
import { createShares, type ShareLimits, usualShare } from "@rounds/http/shares.ts";
import { createTraffic, type Traffic } from "@rounds/http/traffic.ts";
import { broadcastPlugin } from "@rounds/realtime/http.ts";
import type { Realtime } from "@rounds/realtime/service.ts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { createServe } from "./api/endpoint.ts";
import { answerError, answerNotFound, refuseUnknownPath } from "./api/error-answer.ts";
import { createGuards } from "./api/guard.ts";
import { describeApi } from "./api/openapi.ts";
import { operationKeyOf } from "./api/operation-key.ts";
import { sharedLimits } from "./api/shared-limits.ts";
import type { Config } from "./config.ts";
import { countRequests, serveMetrics } from "./metrics/http.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { serveRoutes } from "./routes.ts";
import { servePages } from "./static-files.ts";

/** The parts of a server; tests use their own. */
type AppOptions = {
  db: Database;
  /** Where lists and reports are read if it is recent enough; `auth` must return positions then. */
  replica?: Replica;
  auth: Auth;
  clock: Clock;
  config: Pick<Config, "product_name" | "business_time_zone" | "public_url"> &
    Partial<
      Pick<
        Config,
        | "host"
        | "allowed_origins"
        | "trusted_proxies"
        | "api_key"
        | "mail"
        | "signup"
        | "confirm_email"
        | "offline"
        | "deleted_days"
      >
    >;
  log: FastifyBaseLogger;
  /** Announces changes to clients over sockets; without it nothing is announced. */
  realtime?: Realtime;
  /** Knows the requests under way, for stopping the server. */
  traffic?: Traffic;
  /** What `/metrics` shows; without it there is no such path. */
  metrics?: Metrics;
  /** With it the server speaks HTTPS. */
  certificate?: Certificate;
  /** Folder of the built pages; without it only the API answers. */
  pages?: string;
  /** Multiplies every limit of the API; 0 switches them off. */
  limit_factor?: number;
  /** Other limits of files than the defaults. */
  downloads?: Partial<DownloadLimits>;
  /** Another limit of one person's requests at once than the default. */
  share?: ShareLimits;
  /** Another time limit of `/readyz` than the default, in milliseconds. */
  ready_milliseconds?: number;
};

const maxBody = 1024 * 1024;

/**
 * For JSON of some thousand bytes to half a megabyte: two thirds of the time of the usual quality, 4, and as many bytes,
 * within three in a hundred. The window of 64 kB bounds what an answer on its way takes of memory; the usual one of 4 MB
 * finds no more, because rows repeat their neighbours.
 */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
};
const authPrefix = "/auth/v1";

/** The whole product over HTTP: pages, API, auth service. Not listening yet. */
export async function createApp({
  db,
  replica,
  auth,
  clock,
  config,
  log,
  realtime,
  traffic = createTraffic(),
  metrics,
  certificate,
  pages,
  limit_factor = 1,
  downloads,
  share = {
    under_way: multiplied(usualShare.under_way, limit_factor),
    screens: multiplied(usualShare.screens, limit_factor),
    waiting: multiplied(usualShare.waiting, limit_factor),
  },
  ready_milliseconds,
}: AppOptions) {
  const origins = createOrigins(config);
  const secure = createSecurityHeaders(config.public_url);
  const app = Fastify({
    loggerInstance: log,
    bodyLimit: maxBody,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200 },
    serverFactory: (handle) => createHttpServer(handle, certificate),
    // The created server answers what it can't parse.
    clientErrorHandler: () => {},
    trustProxy: config.trusted_proxies?.length ? config.trusted_proxies : false,
    // Addresses that can't be decoded or are too long reach no hook and no error handler.
    frameworkErrors: (error, request, reply) => {
      secure(request, reply);
      reply.headers({ "x-request-id": request.id, ...origins.headersFor(request.headers) });
      void answerTo(request)(error, request, reply);
    },
  });
  app.setErrorHandler(answerError);
  app.removeContentTypeParser("text/plain");
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  // Guards set both before anything reads them.
  app.decorateRequest("actor", null as never);
  app.decorateRequest("caller", null as never);
  app.decorateRequest("position", null);
  traffic.watch(app);
  if (metrics) countRequests(app, metrics);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions, id } = request;
    // The route's pattern, never the address: queries and ids are personal data.
    log.info(
      {
        request_id: id,
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "request",
    );
  });

  // A connection that is busy when the server closes would stay open, idle, for its whole keep-alive time.
  app.addHook("preClose", async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 100).unref();
    app.server.once("close", () => clearInterval(closing));
  });

  app.addHook("onRequest", async (request, reply) => secure(request, reply));
  app.addHook("onRequest", async (request, reply) => {
    const { method, headers } = request;
    const refusal = origins.refusalOf(method, headers);
    reply.headers(origins.headersFor(headers));
    if (refusal && !isWatching(request)) return answerTo(request)(new AppError(refusal), request, reply);
    const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
    if (isPreflight) return reply.headers(origins.preflightHeaders).code(204).send();
  });
  await app.register(compress, { globalDecompression: false, threshold: 1024, brotliOptions });
  // Whoever comes next asks the database, or needs the client's address.
  for (const step of ["onRequest", "preHandler"] as const) {
    app.addHook(step, async (request) => requireClient(request.raw));
  }
  await app.register(auth.plugin, { prefix: authPrefix });
  if (realtime) {
    realtime.attach(app, { origins, addressOf: clientAddresses(config.trusted_proxies) });
    await app.register(broadcastPlugin(realtime, auth, config.api_key), { prefix: "/realtime/v1/api" });
  }
  serveHealth(app, db, () => traffic.stopping, ready_milliseconds);
  serveMetrics(app, metrics);

  await app.register(async (api) => {
    // People's data must not be cached between server and page. The page learns from the date how wrong its own clock is.
    api.addHook("onRequest", async (_, reply) => {
      reply.headers({ "cache-control": "no-store", date: asDate(clock()).toUTCString() });
    });
    await api.register(rateLimit, {
      hook: "preHandler",
      store: sharedLimits(db, clock),
      keyGenerator: (request) => request.actor?.id ?? request.ip,
      errorResponseBuilder: () => new AppError("too_many_requests"),
    });
    await describeApi(api, config.product_name);
    const limits = {
      downloads: createDownloads({ ...usualDownloads, ...downloads }),
      shares: createShares(share),
      bodies: createBodies({ at_once: usualBodies, longest: maxBody }),
    };
    const scaled = createServe(api, limits, (request, signal) => {
      const readable = signal ? abortable(db, signal) : db;
      return {
        db: readable,
        reads: replica?.readsAt(request.position, signal) ?? readsOn(readable),
        actor: { ...request.actor, operation_key: operationKeyOf(request) },
        caller: request.caller,
        accounts: auth.accounts,
        today: dayOf(clock(), config.business_time_zone),
        now: isoMoment(clock()),
        time_zone: config.business_time_zone,
        product_name: config.product_name,
        deleted_days: config.deleted_days ?? restorableDays,
        log,
      };
    });
    serveRoutes(
      (route, guard, limit, endpoint) =>
        scaled(route, guard, { ...limit, max: multiplied(limit.max, limit_factor) }, endpoint),
      createGuards(auth),
    );
  });

  // Not for the paths of the auth service, which is registered above and counts its bodies.
  app.addHook("onRequest", refuseUnknownPath);
  if (pages) await servePages(app, pages, config);
  else app.setNotFoundHandler(answerNotFound);
  return app;
}

/** The error handler of the service that a request is meant for, in its shape. */
function answerTo({ url }: FastifyRequest): (...to: Parameters<typeof answerError>) => FastifyReply {
  return url.startsWith(`${authPrefix}/`) ? answerUnreadable : answerError;
}

/** Whether a request is a health check or for metrics, whose sender may use any host name. */
function isWatching({ routeOptions }: FastifyRequest): boolean {
  return ["/healthz", "/readyz", "/metrics"].includes(routeOptions.url ?? "");
}
