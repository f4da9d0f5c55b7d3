import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { parseSearch, stringifySearch } from "../search.ts";

/** Renders something that needs a router and a query cache, at an address; returns the router. */
export async function renderPage(content: ReactNode, address = "/") {
  const root = createRootRoute({ component: Outlet });
  const any = createRoute({
    getParentRoute: () => root,
    path: "$",
    component: () => <div data-testid="page">{content}</div>,
  });
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByTestId("page");
  return router;
}
