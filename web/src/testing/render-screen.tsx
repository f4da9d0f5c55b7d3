import "./signed-in.ts";
import { everythingAllowed } from "@rounds/domain/account/permission-table.ts";
import { permissionsRoute } from "@rounds/domain/account/permissions-route.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { viewRoutes } from "@rounds/domain/views/routes.ts";
import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, render, screen, waitFor, within } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { onTestFinished, vi } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { AuthProvider } from "../api/session/AuthProvider.tsx";
import { RouterProvider } from "../router/RouterProvider.tsx";
import type { Router } from "../router/router.ts";
import { productRouter } from "../routes.tsx";
import { toast } from "../ui/message/toast.ts";
import { startServer } from "./server.ts";

// The first screen of a file loads its code; the machine may have more to do.
configure({
  asyncUtilTimeout: 10_000,
  // Without the whole page, which is longer than what a terminal keeps.
  getElementError: (message) => new Error(message ?? undefined),
});

/** Of the page that was opened last. */
let router: Router | undefined;

/** Listens to nobody: colleagues have no part in a test of one screen. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  send() {}
  close() {}
}

/** Noon of Thursday, November 20, 2025, in India. */
export const testNoon = Date.parse("2025-11-20T06:30:00Z");

/**
 * Prepares a test of whole screens without a browser: the product's own routes, router, queries and forms in jsdom, for
 * a signed-in person at a standing clock (`now`, milliseconds since 1970), with a server of the test's own. `open` goes
 * to an address as a new page does.
 */
export function prepareScreen({ now = testNoon }: { now?: number } = {}) {
  vi.useFakeTimers({ toFake: ["Date"], now });
  const server = startServer();
  // Every list asks for its saved views.
  server.answer(viewRoutes.list, { rows: [] });
  // Whoever is tested works alone, unless a test says otherwise.
  server.answer(coverageRoutes.representatives, { rows: [] });
  // No doctor is like another, unless a test says otherwise.
  server.answer(doctorRoutes.alike, { rows: [] });
  vi.stubGlobal("WebSocket", SilentSocket);
  server.answer(permissionsRoute, { role: "representative", denied: [] });
  server.answer(teamRoutes.permissions, { table: everythingAllowed, is_chosen: true });
  // jsdom has no layout, and says so at each call.
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView ??= () => {};
  // A computer with a mouse: nothing that a query asks for.
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  const user = userEvent.setup();
  onTestFinished(() => {
    cleanup();
    queryClient.clear();
    sessionStorage.clear();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  async function open(address: string) {
    cleanup();
    queryClient.clear();
    toast.closeAll();
    history.pushState(null, "", address);
    router = productRouter();
    void router.ready();
    // However long that takes on a busy machine.
    await router.location.route.screen.preload();
    render(
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </QueryClientProvider>,
    );
    await screen.findByRole("main");
    return router;
  }
  return { server, user, open };
}

/** The address of the page, without its origin. */
export const address = () => location.pathname + location.search;

/** Waits for an address and for its screen. */
export const atAddress = (expected: string) =>
  waitFor(() => {
    if (address() !== expected) throw new Error(`At ${address()}, not ${expected}`);
    if (router?.shown !== router?.location) throw new Error(`The screen of ${expected} is not shown yet`);
  });

const toasts = () => screen.queryByRole("region", { name: "Messages" });

/** A toast by its exact words, or by a pattern, once it is there. */
export const findMessage = (text: string | RegExp) =>
  waitFor(() => within(toasts() ?? document.createElement("div")).getByText(text));

/** The words of all toasts that are shown. */
export const messages = (): string => toasts()?.textContent ?? "";

/** A part of the page by its heading. */
export const region = (name: string) => screen.getByRole("region", { name });

/** The texts of the removable chips of the active filters. */
export function chips(): string[] {
  const list = screen.queryByRole("list", { name: "Active filters" });
  const items = list ? within(list).queryAllByRole("listitem") : [];
  return items
    .filter((item) => within(item).queryByRole("button", { name: /^Remove filter/ }))
    .map((item) => item.textContent ?? "");
}

/** Says to the page that the device has a connection, or none. What the server answers is for the test to say. */
export function setOnline(is: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(is);
  act(() => void dispatchEvent(new Event(is ? "online" : "offline")));
  // Packages are shared with the files that come after this one.
  onTestFinished(() => onlineManager.setOnline(true));
}

/** Lets the page see this time (milliseconds since 1970), as when a laptop is woken. */
export function wakeAt(time: number) {
  vi.setSystemTime(time);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

/** Replaces what a field holds, as somebody who selects it and types. */
export async function typeInto(user: UserEvent, field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

/** The texts of the rows of a list, without its heading. */
export function rowTexts(list: string): string[] {
  const rows = within(screen.getByRole("table", { name: list })).getAllByRole("row");
  return rows.filter((row) => row.querySelector("td")).map((row) => row.textContent ?? "");
}

/** The column headings of a list, in their order. */
export function headings(list: string): (string | null)[] {
  const table = within(screen.getByRole("table", { name: list }));
  return table.getAllByRole("columnheader").map((heading) => heading.textContent);
}

/** The value of a label in a list of details. */
export function detail(label: string): HTMLElement {
  const term = screen.getAllByText(label).find((element) => element.tagName === "DT");
  if (!(term?.nextElementSibling instanceof HTMLElement)) throw new Error(`No detail ${label}`);
  return term.nextElementSibling;
}

/** What a screen reader says about a control besides its name: its hint and its error. */
export function description(control: HTMLElement): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();
}
