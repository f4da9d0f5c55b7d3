import { createMemoryHistory } from "@tanstack/history";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Fragment, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openAt, title } from "../testing/open-router.tsx";
import { shownAtOnce } from "../testing/render-page.tsx";
import { RouterProvider, usePath, useSearch } from "./RouterProvider.tsx";
import { route } from "./route.ts";
import { createRouter } from "./router.ts";

const scrolledTo: number[] = [];
beforeEach(() => {
  scrolledTo.length = 0;
  vi.stubGlobal("scrollTo", (_: number, top: number) => {
    scrolledTo.push(top);
    vi.stubGlobal("scrollY", top);
  });
  vi.stubGlobal("scrollY", 0);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A screen whose code arrives when the test says so. */
function comingScreen(name: string) {
  let arrive = () => {};
  let isHere = false;
  const code = new Promise<void>((resolve) => {
    arrive = () => {
      isHere = true;
      resolve();
    };
  });
  const Screen = Object.assign(() => <h1>{isHere ? name : "Loading"}</h1>, { preload: vi.fn(() => code) });
  return { screen: Screen, arrive: () => act(async () => arrive()) };
}

test("the screen before stays until the next one's code is there, and its rows are read meanwhile", async () => {
  const doctor = comingScreen("Doctor");
  const read = vi.fn();
  const Path = () => <p>{usePath()}</p>;
  const list = shownAtOnce(() => (
    <>
      <h1>Doctors</h1>
      <Path />
    </>
  ));
  const { router, go } = await openAt(
    [
      { path: "/doctors", screen: list },
      route({ path: "/doctors/$id", search: () => ({ page: 2 }), read, screen: doctor.screen }),
    ],
    "/doctors",
  );
  expect(router.shown).toBe(router.location);
  await go("/doctors/7");
  expect([title(), screen.getByText("/doctors/7").textContent]).toEqual(["Doctors", "/doctors/7"]);
  expect(read).toHaveBeenCalledExactlyOnceWith({ params: { id: "7" }, search: { page: 2 } });
  expect(router.shown).not.toBe(router.location);
  await doctor.arrive();
  expect(title()).toBe("Doctor");
  expect(router.shown).toBe(router.location);
});

test("a screen whose code takes long says so in its place", async () => {
  const doctor = comingScreen("Doctor");
  const routes = [
    { path: "/doctors", screen: shownAtOnce(() => <h1>Doctors</h1>) },
    { path: "/doctors/$id", screen: doctor.screen },
  ];
  const { go } = await openAt(routes, "/doctors");
  await go("/doctors/7");
  expect(title()).toBe("Doctors");
  await screen.findByRole("heading", { name: "Loading" });
});

test("the first screen waits for its code, but not for long, and Back before it leads where it should", async () => {
  const doctor = comingScreen("Doctor");
  const history = createMemoryHistory({ initialEntries: ["/visits", "/doctors/7"] });
  const read = vi.fn();
  const router = createRouter({
    routes: [{ path: "/doctors/$id", read, screen: doctor.screen }, visits],
    root: Fragment,
    crashed: () => "Crashed",
    history,
  });
  await router.ready();
  expect([doctor.screen.preload.mock.calls.length, read.mock.calls.length, router.shown]).toEqual([
    1,
    1,
    undefined,
  ]);
  history.back();
  await act(async () => void render(<RouterProvider router={router} />));
  expect([title(), router.shown]).toEqual(["{}", router.location]);
});

test("who goes on before a screen's code is there never sees that screen", async () => {
  const doctor = comingScreen("Doctor");
  const seen: string[] = [];
  const noting = (name: string) =>
    shownAtOnce(() => {
      seen.push(name);
      return <h1>{name}</h1>;
    });
  const { go } = await openAt(
    [
      { path: "/doctors", screen: noting("Doctors") },
      { path: "/doctors/$id", screen: doctor.screen },
      { path: "/visits", screen: noting("Visits") },
    ],
    "/doctors",
  );
  await go("/doctors/7");
  await go("/visits");
  await doctor.arrive();
  expect(title()).toBe("Visits");
  expect(seen).toEqual(["Doctors", "Visits"]);
});

test("a link that will probably be followed loads its screen's code and reads its rows", async () => {
  const doctor = comingScreen("Doctor");
  const read = vi.fn();
  const { router } = await openAt(
    [
      { path: "/", screen: shownAtOnce(() => null) },
      { path: "/doctors/$id", read, screen: doctor.screen },
    ],
    "/",
  );
  router.preload({ to: "/doctors/7", search: { page: 3 } });
  expect(doctor.screen.preload).toHaveBeenCalledOnce();
  expect(read).toHaveBeenCalledExactlyOnceWith({ params: { id: "7" }, search: { page: "3" } });
  expect(router.location.pathname).toBe("/");
});

const visits = route({
  path: "/visits",
  search: (raw) => ({ status: raw.status === "completed" ? "completed" : undefined }),
  screen: shownAtOnce(() => <h1>{JSON.stringify(useSearch())}</h1>),
});

test("what an address says wrongly is left out of it, and the rest stays", async () => {
  const { router } = await openAt([visits], "/visits?status=odd&from=mail#end");
  expect(title()).toBe('{"from":"mail"}');
  expect(router.location.href).toBe("/visits?from=mail#end");
  expect(router.history.length).toBe(1);
});

test("the same parameters are the same object, whatever else the address changes", async () => {
  const { router, go } = await openAt([visits], "/visits?status=completed");
  const { search } = router.location;
  await go("/visits", { search: { status: "completed", page: undefined }, state: {} });
  expect(router.location.search).toBe(search);
  await go(".", { search: (present: object) => ({ ...present, page: 2 }) });
  expect(router.location.href).toBe("/visits?status=completed&page=2");
});

test("a screen and a frame that don't look at the address are not rendered again for it", async () => {
  const rendered = vi.fn();
  const Frame = ({ children }: { children: ReactNode }) => {
    rendered("frame");
    return <main>{children}</main>;
  };
  const routes = [{ path: "/visits", frame: Frame, screen: shownAtOnce(() => rendered("screen")) }];
  const { go } = await openAt(routes, "/visits");
  const before = rendered.mock.calls.length;
  await go("/visits", { search: { page: 2 } });
  expect(rendered).toHaveBeenCalledTimes(before);
});

test("going where one is reads again, but is no step back for the reader", async () => {
  const read = vi.fn();
  const { router, go } = await openAt([{ path: "/", read, screen: shownAtOnce(() => null) }], "/");
  await go("/");
  expect(read).toHaveBeenCalledTimes(2);
  expect(router.history.length).toBe(1);
});

test("a new screen begins at the top, Back returns to where one was, and a filter moves nothing", async () => {
  const { go, back } = await openAt(
    [visits, { path: "/doctors", screen: shownAtOnce(() => null) }],
    "/visits",
  );
  vi.stubGlobal("scrollY", 700);
  await go("/doctors");
  expect(scrolledTo.at(-1)).toBe(0);
  await back();
  expect(scrolledTo.at(-1)).toBe(700);
  const before = scrolledTo.length;
  await go(".", { search: { status: "completed" }, replace: true, resetScroll: false });
  expect(scrolledTo).toHaveLength(before);
  await go("/doctors");
  await back();
  expect(scrolledTo.at(-1)).toBe(700);
});

test("an entry keeps its place while people go past its screen that is still coming", async () => {
  const doctor = comingScreen("Doctor");
  const { router, go, back } = await openAt(
    [visits, { path: "/doctors/$id", screen: doctor.screen }, { path: "/", screen: shownAtOnce(() => null) }],
    "/visits",
  );
  vi.stubGlobal("scrollY", 700);
  await go("/doctors/7");
  await go("/");
  await back();
  await doctor.arrive();
  expect([router.shown?.pathname, scrolledTo.at(-1)]).toEqual(["/doctors/7", 0]);
});

test("a second click on a link leaves the screen where it is until the next one comes", async () => {
  const doctor = comingScreen("Doctor");
  const { go } = await openAt([visits, { path: "/doctors/$id", screen: doctor.screen }], "/visits");
  const before = scrolledTo.length;
  await go("/doctors/7");
  await go("/doctors/7");
  expect(scrolledTo).toHaveLength(before);
});

test("a screen that is being left changes no parameters of the next one", async () => {
  const doctor = comingScreen("Doctor");
  const { router, go } = await openAt([visits, { path: "/doctors/$id", screen: doctor.screen }], "/visits");
  await go("/doctors/7");
  await go(".", { search: (present: object) => ({ ...present, search: "rao" }), replace: true });
  expect(router.location.href).toBe("/doctors/7");
});

test("the first address loses capitals of its path and the slash at its end", async () => {
  const { router } = await openAt([visits], "/Visits/?status=completed");
  expect(router.location.href).toBe("/visits?status=completed");
});

describe("a page that is too short for the place to return to", () => {
  let height = 0;
  let grow = () => {};
  beforeEach(() => {
    height = 1000;
    vi.stubGlobal("scrollTo", (_: number, top: number) => vi.stubGlobal("scrollY", Math.min(top, height)));
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(onResize: () => void) {
          grow = onResize;
        }
        observe() {}
        disconnect() {
          grow = () => {};
        }
      },
    );
  });
  const growTo = (to: number) => {
    height = to;
    grow();
  };

  /** Goes back to a list that was scrolled to 700, and whose rows are not there yet. */
  async function backToShortList() {
    const shown = await openAt([visits, { path: "/doctors", screen: shownAtOnce(() => null) }], "/visits");
    vi.stubGlobal("scrollY", 700);
    await shown.go("/doctors");
    height = 50;
    await shown.back();
    return shown;
  }

  test("is scrolled there once its rows are in it, and then no more", async () => {
    await backToShortList();
    expect(scrollY).toBe(50);
    growTo(400);
    growTo(900);
    expect(scrollY).toBe(700);
    vi.stubGlobal("scrollY", 300);
    growTo(1000);
    expect(scrollY).toBe(300);
  });

  test("keeps the place when it is left before", async () => {
    const { go, back } = await backToShortList();
    await go("/doctors");
    growTo(1000);
    expect(scrollY).toBe(0);
    await back();
    expect(scrollY).toBe(700);
  });

  test.each(["wheel", "pointerdown", "keydown"])("stays where it is after a %s", async (act) => {
    await backToShortList();
    dispatchEvent(new Event(act));
    growTo(1000);
    expect(scrollY).toBe(50);
  });
});

test("who waits for a screen goes on once it is shown", async () => {
  const doctor = comingScreen("Doctor");
  const { router } = await openAt(
    [
      { path: "/", screen: shownAtOnce(() => null) },
      { path: "/doctors/$id", screen: doctor.screen },
    ],
    "/",
  );
  const landed: string[] = [];
  const stop = router.onArrival(({ pathname }) => landed.push(pathname));
  let isThere = false;
  await act(
    async () =>
      void router.navigate({ to: "/doctors/7" }).then(() => {
        isThere = true;
      }),
  );
  expect([isThere, landed]).toEqual([false, []]);
  await doctor.arrive();
  expect([isThere, landed]).toEqual([true, ["/doctors/7"]]);
  stop();
  await act(async () => router.history.back());
  expect(landed).toEqual(["/doctors/7"]);
});
