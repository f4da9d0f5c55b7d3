/** The methods of the product's API. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a route accepts and returns; a part that a route does not have is `undefined`. */
export type RouteShape = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  response: unknown;
};

/**
 * One route of the API: its method, its path (`/api/doctors/:id`), and the types of its request and response. The
 * types exist at compile time only, so the browser gets the map without the schemas.
 */
export type Route<Shape extends RouteShape> = {
  readonly method: Method;
  readonly path: string;
  /** Never set: carries the types for the type checker. */
  readonly shape?: Shape;
};

/** The types of a route's request and response. */
export type ShapeOf<R> = R extends Route<infer Shape> ? Shape : never;

/** Declares a route of the API. */
export function route<Shape extends RouteShape>(method: Method, path: string): Route<Shape> {
  return { method, path };
}
