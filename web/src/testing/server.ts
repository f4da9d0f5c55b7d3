import { type AuthRefusalName, authRefusals } from "@rounds/domain/account/testing/auth-refusals.ts";
import { allRoutes } from "@rounds/domain/all-routes.ts";
import type { Route, RouteShape, ShapeOf } from "@rounds/domain/contract/route.ts";
import { type ErrorBody, type ErrorCode, errorMessage, errors } from "@rounds/domain/errors/errors.ts";
import { responseSchemas } from "@rounds/domain/testing/response-schemas.ts";
import { onTestFinished, vi } from "vitest";
import { z } from "zod";
import { authRoutes } from "./auth-routes.ts";

/** A request as it reached the server: what the address and the body said, and the key of the operation, if it has one. */
type Asked = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  key: string | null;
};

type AnyRoute = Route<RouteShape>;
type Answer = (asked: Asked) => { status: number; body: unknown; headers?: Record<string, string> };
const unreachable: ReturnType<Answer> = { status: 0, body: undefined };
type Known = { route: AnyRoute; path: RegExp; schema: z.ZodType };

function knownAs(route: AnyRoute, schema: z.ZodType): Known {
  return { route, path: new RegExp(`^${route.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`), schema };
}

/** Every route; those with fewer parameters first, because `/api/doctors/places` is no doctor's address. */
const known: Known[] = Object.entries(allRoutes)
  .flatMap(([noun, routes]) =>
    Object.entries<AnyRoute>(routes).map(([name, route]): Known => {
      const schemas: Record<string, z.ZodType> = responseSchemas[noun as keyof typeof responseSchemas];
      const schema = schemas[name];
      if (!schema) throw new Error(`${noun}.${name} has no schema`);
      return knownAs(route, schema);
    }),
  )
  // The types of the auth service's client hold its answers.
  .concat(Object.values<AnyRoute>(authRoutes).map((route) => knownAs(route, z.unknown())))
  .sort((one, other) => one.route.path.split(":").length - other.route.path.split(":").length);

/** What a test says that a route answers: its response, or a function of the request. */
type Content<R> = ShapeOf<R>["response"] | ((asked: Asked) => ShapeOf<R>["response"]);

/** The server of a test of a screen: it answers what the test says, and remembers what it was asked. */
export type StandInServer = ReturnType<typeof startServer>;

/**
 * Stands in for the server in the place of `fetch`. Every answer is checked against the schema that the real server
 * answers with (`domain/testing/response-schemas.ts`), so that no test shows a screen what it never gets. A request that no test
 * answered fails the test.
 */
export function startServer() {
  const answers = new Map<AnyRoute, Answer>();
  const requests: { route: AnyRoute; asked: Asked }[] = [];
  const held = new Map<AnyRoute, Promise<void>>();
  const problems = new Set<string>();

  async function respond(
    method: string,
    address: URL,
    { body: text, headers }: RequestInit,
  ): Promise<Response> {
    const found = known
      .filter(({ route }) => route.method === method)
      .map((each) => ({ ...each, match: each.path.exec(address.pathname) }))
      .find(({ match }) => match);
    if (!found || !answers.has(found.route)) {
      problems.add(`Nothing answers ${method} ${address.pathname}.`);
      throw new TypeError("Failed to fetch");
    }
    const asked = {
      params: { ...found.match?.groups },
      query: Object.fromEntries(address.searchParams),
      body: text === undefined ? undefined : JSON.parse(text as string),
      key: new Headers(headers).get("idempotency-key"),
    };
    requests.push({ route: found.route, asked });
    await held.get(found.route);
    const { status, body, ...answer } = answers.get(found.route)?.(asked) ?? unreachable;
    if (status === 0) throw new TypeError("Failed to fetch");
    if (status !== 200) return Response.json(body, { status, ...answer });
    const checked = found.schema.safeParse(body);
    if (checked.success) return Response.json(checked.data);
    problems.add(`${method} ${address.pathname} never answers that: ${checked.error.message}`);
    throw new TypeError("Failed to fetch");
  }

  vi.stubGlobal("fetch", async (input: string | URL | Request, init: RequestInit = {}) => {
    const address = new URL(input instanceof Request ? input.url : input, location.href);
    const answering = respond(init.method ?? "GET", address, init);
    const { signal } = init;
    if (!signal) return await answering;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return await Promise.race([answering, aborted]);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    if (problems.size > 0) throw new Error([...problems].join("\n"));
  });

  return {
    /** What the route answers from now on. */
    answer<R extends AnyRoute>(route: R, content: Content<R>) {
      answers.set(route, (asked) => {
        const body = typeof content === "function" ? (content as (asked: Asked) => unknown)(asked) : content;
        return { status: 200, body };
      });
    },
    /** The error that the route answers from now on. */
    refuse(route: AnyRoute, code: ErrorCode, more: Partial<ErrorBody> & { n?: number } = {}) {
      const { n, ...given } = more;
      const body: ErrorBody = { code, message: errorMessage(code, n), request_id: "req-1", ...given };
      answers.set(route, () => ({ status: errors[code].status, body }));
    },
    /** The refusal of the auth service that the route answers from now on; after `wait` seconds it may be asked again. */
    refuseAuth(route: AnyRoute, name: AuthRefusalName, wait?: number) {
      const { status, code, message } = authRefusals[name];
      const headers = {
        "x-supabase-api-version": "2024-01-01",
        ...(wait !== undefined && { "retry-after": String(wait) }),
      };
      answers.set(route, () => ({ status, body: { code, message }, headers }));
    },
    /** The route answers from now on as a server that has failed, without words of its own. */
    fail(route: AnyRoute) {
      answers.set(route, () => ({ status: 500, body: {} }));
    },
    /** The route gets no answer from now on, as without a connection. */
    cutOff(route: AnyRoute) {
      answers.set(route, () => unreachable);
    },
    /** Holds every answer of the route back until the returned function is called. */
    hold(route: AnyRoute): () => void {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held.set(route, released);
      return () => {
        held.delete(route);
        release();
      };
    },
    /** The requests that the route got, the first one first. */
    asked(route: AnyRoute): Asked[] {
      return requests.filter((each) => each.route === route).map(({ asked }) => asked);
    },
  };
}
