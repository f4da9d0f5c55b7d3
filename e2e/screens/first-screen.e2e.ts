import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { goInside, rowsOf, watchShifts } from "../kit/screen.ts";
import { moment } from "../kit/trouble.ts";
import { skipWhereFailuresStay } from "./failed-code.ts";

test.use({ loadsAhead: true });

/** All further requests of the page, by path and search parameters. */
async function requestsOf(page: Page): Promise<{ paths: string[]; all: Request[] }> {
  const paths: string[] = [];
  const all: Request[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    paths.push(pathname + search);
    all.push(request);
  });
  return { paths, all };
}

/** How many bytes a built file takes as it is sent: compressed, unless it is too small. */
function bytesSent(path: string): number {
  const file = fileURLToPath(new URL(`../../web/dist${path}`, import.meta.url));
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

const authClient = /\/assets\/auth-client-[^/]+\.js$/;
const sessionKey = "sb-localhost-auth-token";

/**
 * The most bytes of script and style, as sent, until a screen is shown with an empty cache. The names of files stand in them, so any
 * change moves them by up to some 130: that much is left to each.
 */
const mostCode = {
  "/doctors": 109_550,
  "/": 113_350,
  "/today": 118_750,
  "/visits": 115_200,
  "/products": 111_400,
  "/login": 111_750,
};

test("first screens need few requests and bytes, none twice; the list's starts before the page's code", async ({
  signedIn: page,
  make,
  request,
}) => {
  const { paths } = await requestsOf(page);

  await test.step("all that the product needs is there after few requests, none of the API twice", async () => {
    await page.goto("/doctors");
    // The phone's report comes after the code of all screens.
    await expect.poll(() => paths.filter((path) => path === "/api/sync/devices")).toHaveLength(1);
    await page.waitForLoadState("networkidle");
    const api = paths.filter((path) => path.startsWith("/api/"));
    expect(api).toEqual([...new Set(api)]);
    // What is run later comes from the browser's cache: nothing goes over the network twice.
    const transferred = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ transferSize }) => transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    );
    expect(transferred.filter((path, at) => transferred.indexOf(path) < at)).toEqual([]);
    const asked = new Set(paths);
    expect(asked.size).toBeLessThanOrEqual(44);
    let bytes = 0;
    for (const path of asked) if (path.startsWith("/assets/")) bytes += bytesSent(path);
    expect(bytes).toBeLessThanOrEqual(324_600);
  });

  await test.step("every first screen sends its first request once", async () => {
    await make.doctor();
    await make.product();
    for (const [address, api] of [
      ["/", "/api/dashboard"],
      ["/today", "/api/today"],
      ["/doctors?search=asha", "/api/doctors?"],
      ["/visits", "/api/visits?"],
      ["/products?search=para", "/api/products?"],
    ] as const) {
      await test.step(address, async () => {
        paths.length = 0;
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForLoadState("networkidle");
        expect(paths.filter((path) => path.startsWith(api))).toHaveLength(1);
      });
    }
  });

  await test.step("the list's request starts before the page's code, is sent once, and the auth client waits", async () => {
    paths.length = 0;
    const code = moment();
    await page.route("**/assets/libraries-*.js", async (route) => {
      await code.came;
      await route.continue();
    });
    await page.goto("/doctors?city=&page=1", { waitUntil: "commit" });
    // The code is still loading.
    await expect.poll(() => paths.filter((path) => path.startsWith("/api/"))).toEqual(["/api/doctors"]);
    // The screen's own code is requested with the rest, not after it.
    expect(paths.some((path) => /\/assets\/doctors-[^/]+\.js$/.test(path))).toBe(true);
    code.come();
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    await expect.poll(() => paths.some((path) => authClient.test(path))).toBe(true);
    expect(paths.filter((path) => path === "/api/doctors")).toEqual(["/api/doctors"]);
  });

  await test.step("no first screen needs more bytes of script and style than it may", async () => {
    for (const [address, most] of Object.entries(mostCode)) {
      const html = await (await request.get(address, { headers: { accept: "text/html" } })).text();
      // The page names all that its screen needs, so that nothing is found out later.
      const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, path = ""]) => path,
      );
      expect.soft(files.length, address).toBeGreaterThan(4);
      const bytes = files.reduce((sum, file) => sum + bytesSent(file), 0);
      expect.soft(bytes, address).toBeLessThanOrEqual(most);
    }
  });
});

test("nothing of a list moves when what it has besides its rows arrives", async ({
  signedIn: page,
  make,
}) => {
  for (let number = 0; number < 10; number++) await make.doctor({ address: "12 MG Road, Pune" });
  const shifted = await watchShifts(page);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("/doctors");
  await expect(page.getByRole("button", { name: /^Plan a visit/ })).toHaveCount(10);
  await page.waitForLoadState("networkidle");
  expect(await shifted()).toBeLessThan(0.02);
});

test("a session that has expired is refreshed first, one that has ended leads to the sign-in page and back, all tabs end as one", async ({
  page,
  person,
  make,
  product,
  context,
}) => {
  await make.doctor();

  await test.step("an expired session sends nothing early: the auth client refreshes it first", async () => {
    await page.addInitScript(
      ([key, session]) => {
        if (!localStorage.getItem("test-signed-in")) localStorage.setItem(key, session);
        localStorage.setItem("test-signed-in", "yes");
      },
      [sessionKey, JSON.stringify({ ...person.session, expires_at: 1_000 })] as const,
    );
    const { paths, all } = await requestsOf(page);
    await page.goto("/doctors");
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    expect(paths.filter((path) => path.startsWith("/auth/v1/"))).toEqual([
      "/auth/v1/token?grant_type=refresh_token",
    ]);
    const lists = all.filter((request) => new URL(request.url()).pathname === "/api/doctors");
    expect(lists).toHaveLength(1);
    const bearer = (await lists[0]?.allHeaders())?.authorization;
    expect(bearer).not.toBe(`Bearer ${person.session.access_token}`);
  });

  await test.step("a session that the server has ended leads to the sign-in page, and back afterwards", async () => {
    await fetch(`${product.url}/auth/v1/logout?scope=global`, {
      method: "POST",
      headers: { authorization: `Bearer ${person.session.access_token}` },
    });
    await page.goto("/doctors?city=Pune");
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/doctors\?city=Pune/);
  });

  await test.step("signing out in one tab signs out the other, although its auth client was loaded late", async () => {
    await goInside(page, "/doctors");
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    const other = await context.newPage();
    await other.goto("/doctors");
    await expect(rowsOf(other, "Doctors")).toHaveCount(1);
    await other.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(other).toHaveURL(/\/login/);
  });

  await test.step("the dark theme is set before the page's code runs", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.route("**/assets/libraries-*.js", (route) => route.abort());
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
});

test.describe("where code that failed is requested again", () => {
  skipWhereFailuresStay();

  test("an auth client that fails to load at first is loaded later", async ({ signedIn: page, make }) => {
    await make.doctor();
    let refused = 0;
    await page.route(authClient, async (route) => {
      refused += 1;
      if (refused === 1) await route.abort();
      else await route.continue();
    });
    await page.goto("/doctors");
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    await expect.poll(() => refused).toBe(1);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
  });
});
