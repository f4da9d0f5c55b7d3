import { createMemoryHistory } from "@tanstack/history";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { Fragment, type ReactNode } from "react";
import { RouterProvider } from "../router/RouterProvider.tsx";
import { createRouter } from "../router/router.ts";

/** A screen whose code is there already. */
export const shownAtOnce = (show: () => ReactNode) =>
  Object.assign(show, { preload: () => Promise.resolve() });

/** Renders something that needs a router and a query cache, at an address; returns the router. */
export async function renderPage(content: ReactNode, address = "/") {
  const router = createRouter({
    routes: [{ path: "*", screen: shownAtOnce(() => <div data-testid="page">{content}</div>) }],
    root: Fragment,
    crashed: () => "Crashed",
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByTestId("page");
  // With what its effects do.
  await act(async () => {});
  return router;
}
