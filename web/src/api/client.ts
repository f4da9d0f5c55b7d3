import type { Route, RouteShape, ShapeOf } from "@rounds/domain/contract/route.ts";
import { answerError, unreachableError } from "./api-error.ts";
import { accessToken, recoverSession } from "./session.ts";

type Part<Shape, Key extends string> = Shape extends { [K in Key]: infer Value }
  ? undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }
  : { [K in Key]?: undefined };

/** What a call of the route takes: exactly the parts that the route has. */
export type InputOf<R> = Part<ShapeOf<R>, "params"> & Part<ShapeOf<R>, "query"> & Part<ShapeOf<R>, "body">;

/** What a call of the route gives. */
export type ResponseOf<R> = ShapeOf<R>["response"];

/** The address of a call: the route's path with its parameters, and the query values that are set. */
export function urlOf(path: string, params: Record<string, string> = {}, query: object = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

/** How often one call may recover its session, so that a server that refuses every token is not asked for ever. */
const mostRecoveries = 3;

/**
 * Calls a route of the API. Throws an `ApiError` for any answer but a success, and for none. When the session
 * has ended it is renewed, or the person signs in again in place, and the call goes on as if nothing was.
 */
export async function call<R extends Route<RouteShape>>(
  route: R,
  input: InputOf<R>,
  signal?: AbortSignal,
): Promise<ResponseOf<R>> {
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: object;
    body?: unknown;
  };
  const url = urlOf(route.path, params, query);
  const json = body === undefined ? undefined : JSON.stringify(body);

  let token = await accessToken();
  let answer = await send(route.method, url, json, token, signal);
  for (let tries = 0; answer.status === 401 && tries < mostRecoveries; tries++) {
    if (!(await recoverSession(token))) break;
    token = await accessToken();
    answer = await send(route.method, url, json, token, signal);
  }
  const content = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
  if (!answer.ok) throw answerError(answer.status, content);
  return content as ResponseOf<R>;
}

async function send(
  method: string,
  url: string,
  body: string | undefined,
  token: string,
  signal?: AbortSignal,
) {
  const headers = new Headers({ accept: "application/json" });
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  try {
    return await fetch(url, { method, headers, body, signal });
  } catch (error) {
    // A call that the page itself gave up is no failure of the network.
    if (signal?.aborted) throw error;
    throw unreachableError();
  }
}
