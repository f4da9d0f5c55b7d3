import type { IncomingHttpHeaders } from "node:http";
import { databaseError } from "@rounds/database/database-error.ts";
import { sqlState } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { createBodies } from "@rounds/http/bodies.ts";
import { isCutOff } from "@rounds/http/client-left.ts";
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { parseBody } from "./base/body.ts";
import { type AuthContext, type Call, clientOf } from "./base/context.ts";
import {
  AuthError,
  apiVersionHeader,
  errorAnswer,
  OAuthError,
  tooManyRequests,
  unavailable,
  userNotFound,
  validationFailed,
} from "./base/errors.ts";
import { deviceIn, type KnownPlace, knownPlace, nameCookie, newDevice } from "./base/known-places.ts";
import { addressKey, countRequest, type Limit } from "./base/limits.ts";
import { requireApiKey } from "./gateway.ts";
import { registerMailPage } from "./messages/page.ts";
import { allowedRedirect } from "./one-time/redirects.ts";
import { grants, type Policy, routes } from "./routes.ts";
import { verifyBearer, verifyService } from "./sessions/guard.ts";
import { type Account, accountKey, accountOf } from "./sessions/sign-in.ts";
import { tidy } from "./tidy.ts";

const bodyLimit = 1024 * 1024;
/**
 * What is longer than any client sends shares these bytes: bodies are read before anybody has signed in, so a stranger could
 * have one under way on each of many connections.
 */
const longBodies = { at_once: 16 * 1024 * 1024, longest: bodyLimit, free: 64 * 1024 };
const tidyMilliseconds = 10 * 60_000;
const keyMilliseconds = 60_000;

/**
 * The HTTP side of the service. It has its own body parser, error handler and 404, so it answers in the protocol's
 * shapes whatever the surrounding server does.
 */
export function createPlugin(context: AuthContext): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string", bodyLimit }, async (_: FastifyRequest, text: string) =>
      parseBody(text),
    );
    app.setErrorHandler(answerFailure);
    app.setNotFoundHandler(async () => {
      throw new AuthError(404, "not_found", "There is nothing at this path");
    });
    app.addHook("onRequest", async (_, reply) => {
      // Answers contain tokens and personal data; only the public keys set another value.
      reply.header("Cache-Control", "no-store");
    });
    app.addHook("onRequest", async (request) => {
      await requireApiKey(context, request, request.routeOptions.url?.slice(app.prefix.length));
    });

    const bodies = createBodies(longBodies);
    app.addHook("onRequest", async (request, reply) => {
      if (!bodies.tryEnter("everybody", request.raw, reply.raw)) throw tooManyRequests(1);
    });

    for (const route of routes) {
      const { method, path: url } = route;
      // HEAD would do what GET does, such as using up a mailed link that a scanner only checks.
      app.route({ method, url, bodyLimit, exposeHeadRoute: false, handler: answer(context, () => route) });
    }
    app.post("/token", { bodyLimit }, answer(context, grantOf));
    registerMailPage(app, context);

    const tidying = setInterval(() => {
      tidy(context).catch(() => context.log.warn("could not tidy the auth tables"));
    }, tidyMilliseconds).unref();
    const keeping = setInterval(() => {
      context.keys.refresh().catch(() => context.log.warn("could not read the signing keys"));
      context.owners.refresh().catch(() => context.log.warn("could not read the service key"));
    }, keyMilliseconds).unref();
    app.addHook("onClose", async () => {
      clearInterval(tidying);
      clearInterval(keeping);
    });
  };
}

/** What Fastify and `parseBody` have read of a request: objects each, which Fastify's types don't say. */
function partsOf({ query, params, body }: FastifyRequest): Pick<Call, "query" | "params" | "body"> {
  return {
    query: query as Record<string, unknown>,
    params: params as Record<string, string>,
    body: (body ?? {}) as Record<string, unknown>,
  };
}

function grantOf(request: FastifyRequest): Policy {
  const policy = grants.get(partsOf(request).query.grant_type);
  if (!policy) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  return policy;
}

/** Guard, limits, handler, in this order. */
function answer(context: AuthContext, policyOf: (request: FastifyRequest) => Policy) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const policy = policyOf(request);
    const device = deviceIn(request.headers) ?? newDevice(request.headers);
    const call: Call = {
      ...partsOf(request),
      redirectTo: allowedRedirect(context.config, redirectAsked(request)),
      client: { ...clientOf(request.ip, request.headers["user-agent"]), device },
      countedBy: new Map(),
    };
    const { run, userId } = await admit(context, policy, call, request.headers);
    await countRequests(context, policy, call, { ip: request.ip, userId });
    const { body, headers, redirect } = await run();
    if (redirect) {
      return reply
        .headers({ ...headers, location: redirect.to })
        .code(redirect.status)
        .send();
    }
    if (device !== undefined && isSession(body)) {
      const { public_url } = context.config;
      const cookies = [nameCookie(device, public_url), context.owners.cookieFor(body.user.id, public_url)];
      reply.header("set-cookie", cookies);
    }
    return reply
      .headers(headers ?? {})
      .code(body === undefined ? 204 : 200)
      .send(body);
  };
}

/** Whether an answer signs a browser in: from then on the account knows it. */
function isSession(body: unknown): body is { user: { id: string } } {
  return typeof body === "object" && body !== null && "refresh_token" in body;
}

async function admit(context: AuthContext, policy: Policy, call: Call, headers: IncomingHttpHeaders) {
  switch (policy.guard) {
    case "anyone":
      return { run: () => policy.handler(context, call) };
    case "session": {
      const signedIn = await verifyBearer(context, headers.authorization);
      return { run: () => policy.handler(context, { ...call, ...signedIn }), userId: signedIn.user.id };
    }
    case "service": {
      const actor_id = await verifyService(context, headers);
      return { run: () => policy.handler(context, { ...call, actor_id }) };
    }
  }
}

/** Where a client wants to be sent: from the query, otherwise a header, otherwise the page that it comes from. */
function redirectAsked(request: FastifyRequest): string | undefined {
  const { headers } = request;
  const asked = [partsOf(request).query.redirect_to, headers.redirect_to, headers.referer];
  return asked.find((value): value is string => typeof value === "string" && value !== "");
}

type Caller = { ip: string; userId?: string | undefined };

async function countRequests(
  context: AuthContext,
  policy: Policy,
  call: Call,
  caller: Caller,
): Promise<void> {
  const aimsAtAccount = policy.limits.some((name) => context.limits[name].per === "account");
  const account = aimsAtAccount ? accountOf(call.body) : undefined;
  const place = account && (await knownPlace(context, call.client, account));
  for (const name of policy.limits) {
    const { per } = context.limits[name];
    // Others behind the same address must not lock out a known device.
    if (per === "ip" && place?.kind === "device") continue;
    const key = turnKey(per, { account, place }, caller);
    if (key === undefined) continue;
    await countRequest(context, name, key);
    call.countedBy.set(name, key);
  }
}

type Aim = { account: Account | undefined; place: KnownPlace | undefined };

function turnKey(per: Limit["per"], { account, place }: Aim, { ip, userId }: Caller): string | undefined {
  switch (per) {
    case "ip":
      return addressKey(ip);
    case "account":
      return account && accountKey(account, place);
    case "user":
      return userId;
    case "key":
      return undefined;
  }
}

/**
 * Answers a request for one of the service's paths that the surrounding server can't parse, such as an invalid
 * address: no hook has run for it.
 */
export function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  return answerFailure(error, request, reply.header("Cache-Control", "no-store"));
}

/** Turns any error into the protocol's answer; the cause goes to the log, without personal data. */
function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const shown = isCutOff(request.raw) ? unreadable(400) : publicError(error);
  if (shown instanceof AuthError && shown.code === "unexpected_failure") {
    request.log.error({ cause: describe(error) }, "auth request failed");
  }
  const { status, headers, body } = errorAnswer(shown, request.headers[apiVersionHeader.toLowerCase()]);
  return reply.code(status).headers(headers).send(body);
}

function publicError(error: FastifyError): AuthError | OAuthError {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  if (error instanceof AppError && error.status < 500) {
    return new AuthError(error.status, "origin_not_allowed", error.message);
  }
  if (error.statusCode === 413) {
    return new AuthError(413, "request_entity_too_large", "Request body must not be larger than 1 MiB");
  }
  const stored = databaseError(error);
  if (stored?.code === "last_admin") return new AuthError(422, "last_admin", stored.message);
  // An account that was removed during its own request: its rows have nowhere to go.
  if (sqlState(error) === "23503") return userNotFound();
  if (stored?.status === 503) return unavailable(stored.message);
  if (stored?.status === 400) return validationFailed("The request holds a value that can't be stored");
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return unreadable(error.statusCode);
  }
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}

function unreadable(status: number): AuthError {
  return new AuthError(status, "validation_failed", "The request could not be read");
}

/** What a log may contain of an error: PostgreSQL's messages and details quote values, so they are left out. */
function describe(error: FastifyError): Record<string, unknown> {
  const { name, code, stack } = error;
  // Of PostgreSQL's errors; undefined in others.
  const { constraint, table, routine } = error as FastifyError & Record<string, unknown>;
  const at = stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { name, code, constraint, table, routine, at };
}
