/** The methods the product's API uses. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What one route takes and gives; a part that a route does not have is `undefined`. */
export type RouteShape = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  response: unknown;
};

/**
 * One route of the API: its method and its path (`/api/doctors/:id`), with the shapes of what it takes and
 * gives carried by type only, so that the browser gets the map without the schemas.
 */
export type Route<Shape extends RouteShape> = {
  readonly method: Method;
  readonly path: string;
  /** Never set: holds the shape for the type checker. */
  readonly shape?: Shape;
};

/** The shape that a route carries. */
export type ShapeOf<R> = R extends Route<infer Shape> ? Shape : never;

/** Declares a route of the API. */
export function route<Shape extends RouteShape>(method: Method, path: string): Route<Shape> {
  return { method, path };
}
