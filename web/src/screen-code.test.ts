import { afterEach, expect, test, vi } from "vitest";
import { fetchScreenCode, runWhenIdle } from "./screen-code.ts";

afterEach(() => vi.unstubAllGlobals());

const screens = {
  "/": ["/assets/a.js", "/assets/b.js"],
  "/doctors": ["/assets/b.js", "/assets/c.js"],
  "/today/catch-up": ["/assets/c.js", "/assets/e.js"],
  "/team": ["/assets/c.js", "/assets/d.js"],
};

test("every file of the screens of every day is fetched once, but what few days need waits until it is opened", async () => {
  const network = vi.fn(async (url: string) => Response.json(url === "/preloads.json" ? screens : {}));
  vi.stubGlobal("fetch", network);
  await fetchScreenCode();
  expect(network.mock.calls.map(([url]) => url)).toEqual([
    "/preloads.json",
    "/assets/a.js",
    "/assets/b.js",
    "/assets/c.js",
  ]);
});

test("without a connection it stops, without an error", async () => {
  const network = vi.fn(async (url: string) => {
    if (url === "/assets/a.js") throw new TypeError("Failed to fetch");
    return Response.json(screens);
  });
  vi.stubGlobal("fetch", network);
  await fetchScreenCode();
  expect(network).toHaveBeenCalledTimes(2);
});

test("what can't be run does not keep the rest from being run", async () => {
  vi.stubGlobal("window", {});
  const ran: string[] = [];
  await runWhenIdle([() => Promise.reject(new TypeError("Failed to fetch")), () => ran.push("the rest")]);
  expect(ran).toEqual(["the rest"]);
});
