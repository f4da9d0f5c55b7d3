import { allRoutes } from "@rounds/domain/all-routes.ts";
import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import { responseSchemas } from "@rounds/domain/testing/response-schemas.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { serveRoutes } from "./routes.ts";

/** What the server answers a route with, as JSON Schema. */
const served = new Map<Route<RouteShape>, unknown>();
const nobody = { check: async () => {}, openapi: [] };
serveRoutes(
  (route, _guard, _limit, { schemas }) => served.set(route as Route<RouteShape>, shapeOf(schemas.response)),
  { member: nobody, admin: nobody, needs: () => nobody, needsForSome: () => nobody },
);

function shapeOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, { unrepresentable: "any" });
}

const routes = Object.entries(allRoutes).flatMap(([noun, ofNoun]) =>
  Object.entries<Route<RouteShape>>(ofNoun).map(([name, route]) => ({ noun, name, route })),
);

test("every route of the map is served", () => {
  expect(routes.map(({ route }) => route).filter((route) => !served.has(route))).toEqual([]);
});

test.each(routes)(
  "$noun: $name answers with the schema that tests of screens check",
  ({ noun, name, route }) => {
    const schemas: Record<string, z.ZodType> = responseSchemas[noun as keyof typeof responseSchemas];
    expect(shapeOf(schemas[name] ?? z.never())).toEqual(served.get(route));
  },
);
