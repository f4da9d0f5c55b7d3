import { createMemoryHistory } from "@tanstack/history";
import { act, render, screen } from "@testing-library/react";
import { Fragment } from "react";
import { RouterProvider } from "../router/RouterProvider.tsx";
import type { Route } from "../router/route.ts";
import { createRouter } from "../router/router.ts";
import { shownAtOnce } from "./render-page.tsx";

/** Shows screens at an address, by a router of their own. */
export async function openAt(routes: Route[], address: string) {
  const router = createRouter({
    routes: [...routes, { path: "*", screen: shownAtOnce(() => <h1>Nowhere</h1>) }],
    root: Fragment,
    crashed: ({ reset }) => (
      <button type="button" onClick={reset}>
        Retry
      </button>
    ),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.ready();
  await act(async () => void render(<RouterProvider router={router} />));
  const go = (to: string, options: object = {}) => act(async () => void router.navigate({ to, ...options }));
  const back = () => act(async () => router.history.back());
  return { router, go, back };
}

/** The heading of the screen. */
export const title = () => screen.getByRole("heading").textContent;
