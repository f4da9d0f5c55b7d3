import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import type { ErrorBody } from "@rounds/domain/errors/errors.ts";
import { type Answer, type Request, send } from "./send.ts";

/** The arguments of a route's call: every part that the route needs, and optionally the query. */
export type Given<Shape extends RouteShape> = Pick<Shape, Extract<keyof Shape, "params" | "body">> &
  Partial<Pick<Shape, Extract<keyof Shape, "query">>>;

/** A call that the API refused, with its error. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorBody["code"];
  readonly fields: ErrorBody["fields"];
  readonly details: ErrorBody["details"];

  constructor(status: number, { code, message, fields, details }: ErrorBody) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.details = details;
  }
}

/** Calls a route; throws a `Refusal` for any answer other than success. */
export type Call = <Shape extends RouteShape>(
  route: Route<Shape>,
  given: Given<Shape>,
) => Promise<Shape["response"]>;

/** Somebody who is signed in. */
export type Member = {
  /** The server that this member's calls go to. */
  url: string;
  id: string;
  email: string;
  token: string;
  call: Call;
  /** Sends a request unchanged, with the member's token unless `headers` say otherwise. */
  send(path: string, request?: Request): Promise<Answer>;
};

/** A member of a server, wherever that runs. */
export function memberOf(url: string, token: string, user: { id: string; email: string }): Member {
  const authorized = ({ headers, ...request }: Request = {}): Request => ({
    ...request,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return {
    url,
    id: user.id,
    email: user.email,
    token,
    send: (path, request) => send(url, path, authorized(request)),
    async call(route, given) {
      const { path, ...request } = requestOf(route, given);
      const answer = await send(url, path, authorized(request));
      const content = JSON.parse(answer.text);
      if (answer.status >= 300) throw new Refusal(answer.status, content);
      return content;
    },
  };
}

/** The request that calls a route, for those who send it in a way of their own: repeated, counted or timed. */
export function requestOf<Shape extends RouteShape>(
  { method, path }: Route<Shape>,
  given: Given<Shape>,
): Request & { path: string } {
  // What a route does not have, its type leaves out.
  const { params, query, body } = given as { params?: object; query?: object; body?: unknown };
  return {
    method,
    path: address(path, params, query),
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  };
}

/** The address of a route with its parameters and query. */
export function address(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values.get(name)));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) search.set(key, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
