import { expect, test } from "vitest";
import { dashboardRoutes } from "../dashboard/routes.ts";
import { doctorRoutes } from "../doctors/routes.ts";
import { productRoutes } from "../products/routes.ts";
import { stockRoutes } from "../stock/routes.ts";
import { visitRoutes } from "../visits/routes.ts";

const routes = [dashboardRoutes, doctorRoutes, productRoutes, stockRoutes, visitRoutes].flatMap((map) =>
  Object.values(map),
);

test("no two routes have the same method and path", () => {
  const names = routes.map((route) => `${route.method} ${route.path}`);
  expect(new Set(names).size).toBe(names.length);
});

test("every path is under /api and calls its one parameter id", () => {
  for (const { path } of routes) expect(path).toMatch(/^\/api\/[a-z-]+(\/:id(\/[a-z-]+)?|\/[a-z-]+)?$/);
});
