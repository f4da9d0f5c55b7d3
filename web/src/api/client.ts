import type { Route, RouteShape, ShapeOf } from "@rounds/domain/contract/route.ts";
import { answerError, isErrorBody, unreachableError } from "./api-error.ts";
import { now, serverClock } from "./clock.ts";
import { takeFirstRead } from "./first-read.ts";
import { readOrFromPhone } from "./phone/from-phone.ts";
import { accessToken, completeSecondStep, recoverSession, sessionState } from "./session/session.ts";
import { urlOf } from "./url.ts";

type Part<Shape, Key extends string> = Shape extends { [K in Key]: infer Value }
  ? undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }
  : { [K in Key]?: undefined };

/** The request of a call: exactly the parts that the route has. */
export type InputOf<R> = Part<ShapeOf<R>, "params"> & Part<ShapeOf<R>, "query"> & Part<ShapeOf<R>, "body">;

/** The response of a call. */
export type ResponseOf<R> = ShapeOf<R>["response"];

/** How often one call may recover its session, so that a server that refuses every token is not asked for ever. */
const mostRecoveries = 3;

/**
 * Calls a route of the API. Throws an `ApiError` for any answer other than success, and for none. If the session has
 * ended, it is refreshed, or the person signs in again or does the second step on this page, and then the call
 * continues. A read that the server leaves without an answer is answered by the phone, if it can. A write is done once under
 * its `key` (Idempotency-Key), and can be undone by it.
 */
export async function call<R extends Route<RouteShape>>(
  route: R,
  input: InputOf<R>,
  signal?: AbortSignal,
  key?: string,
): Promise<ResponseOf<R>> {
  const { params = {}, query = {} } = input as { params?: Record<string, string>; query?: object };
  const content = readOrFromPhone(
    route.method,
    { path: route.path, params, query },
    contentOf(route, input, signal, key),
  );
  // A route carries the shape that the server answers it in.
  return (await content) as ResponseOf<R>;
}

async function contentOf<R extends Route<RouteShape>>(
  route: R,
  input: InputOf<R>,
  signal: AbortSignal | undefined,
  key: string | undefined,
): Promise<unknown> {
  const answer = await answerOf(route, input, "application/json", signal, key);
  return answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
}

/**
 * Reads the file of a route, like a call: with the session's token, and an `ApiError` on failure. An incomplete file
 * is a failure.
 */
export async function download<R extends Route<RouteShape>>(route: R, input: InputOf<R>): Promise<Blob> {
  const answer = await answerOf(route, input, "*/*");
  return await answer.blob().catch(() => {
    throw unreachableError();
  });
}

/** The answer to a call, always a success. */
export async function answerOf<R extends Route<RouteShape>>(
  route: R,
  input: InputOf<R>,
  accept: string,
  signal?: AbortSignal,
  key?: string,
): Promise<Response> {
  // Of an unknown route the checker can't tell which of the parts there are; the caller's types have held each to it.
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: object;
    body?: unknown;
  };
  const url = urlOf(route.path, params, query);
  const json = body === undefined ? undefined : JSON.stringify(body);
  const request = { method: route.method, url, body: json, accept, signal, key };

  const person = sessionState().user?.id;
  let token = await accessToken(person);
  let answer = await send(request, token);
  for (let tries = 0; tries < mostRecoveries && (await recover(answer, token)); tries++) {
    token = await accessToken(person);
    answer = await send(request, token);
  }
  if (!answer.ok) throw answerError(answer.status, await answer.json().catch(() => undefined));
  return answer;
}

/** Whether a refused call may be repeated with the current token. */
async function recover(answer: Response, token: string): Promise<boolean> {
  if (answer.status === 401) return recoverSession(token);
  if (answer.status !== 403) return false;
  const refusal: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return isErrorBody(refusal) && refusal.code === "second_factor_needed" && completeSecondStep(token);
}

type Sending = {
  method: string;
  url: string;
  body: string | undefined;
  accept: string;
  signal: AbortSignal | undefined;
  key: string | undefined;
};

async function send({ method, url, body, accept, signal, key }: Sending, token: string) {
  const headers = new Headers({ accept });
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  if (key !== undefined) headers.set("idempotency-key", key);
  if (body !== undefined) headers.set("content-type", "application/json");
  // A device that says so certainly has no connection.
  const isUnsent = !navigator.onLine;
  try {
    const askedAt = now();
    const answer = await (takeFirstRead(method, url, token) ?? fetch(url, { method, headers, body, signal }));
    serverClock.note?.(answer, askedAt);
    return answer;
  } catch (error) {
    // A call that the page itself aborted is not a network failure.
    if (signal?.aborted) throw error;
    throw unreachableError(isUnsent);
  }
}
