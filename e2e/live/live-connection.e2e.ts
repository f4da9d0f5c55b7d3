import type { Page, Request } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { hears, openLive } from "../kit/live.ts";
import type { Product } from "../kit/product.ts";
import { rowsOf } from "../kit/screen.ts";
import { moment } from "../kit/trouble.ts";

test.use({ live: true });

/** How long a page may take to notice that it can connect again, and to reload. */
const caughtUp = { timeout: 30_000 };

const rename = ({ database }: Product, name: string) =>
  database.pool.query("update doctors set name = $1", [name]);
const row = (page: Page, name: string) => rowsOf(page, "Doctors").filter({ hasText: name });

test("a page loads what it missed: before it listened, offline, and while its server restarted", async ({
  signedIn: page,
  product,
  context,
  make,
}) => {
  await make.doctor({ name: "Dr. Asha Rao" });

  await test.step("between its first load and its connection", async () => {
    const code = moment();
    await page.route(/\/assets\/live-[^/]+\.js$/, async (route) => {
      await code.came;
      await route.continue();
    });
    await hears(page, async () => {
      await page.goto("/doctors");
      await expect(row(page, "Dr. Asha Rao")).toBeVisible();
      await rename(product, "Dr. Asha Roy");
      code.come();
    });
    await expect(row(page, "Dr. Asha Roy")).toBeVisible();
  });

  await test.step("offline, which it says", async () => {
    const top = (await row(page, "Dr. Asha Roy").boundingBox())?.y;
    await context.setOffline(true);
    await expect(page.getByRole("status").filter({ hasText: "No connection." })).toBeVisible();
    // It overlays the page, so that nothing moves.
    expect((await row(page, "Dr. Asha Roy").boundingBox())?.y).toBe(top);
    await rename(product, "Dr. Asha Sen");
    await context.setOffline(false);
    await expect(page.getByText("No connection.")).toBeHidden();
    await expect(row(page, "Dr. Asha Sen")).toBeVisible(caughtUp);
  });

  await test.step("while its server restarted, when it says that it reconnects", async () => {
    const comeBack = await product.goAway();
    await expect(page.getByRole("status").filter({ hasText: "Reconnecting…" })).toBeVisible(caughtUp);
    await rename(product, "Dr. Asha Nair");
    await comeBack();
    await expect(row(page, "Dr. Asha Nair")).toBeVisible(caughtUp);
    await expect(page.getByText("Reconnecting…")).toBeHidden();
    await rename(product, "Dr. Asha Roychowdhury");
    await expect(row(page, "Dr. Asha Roychowdhury")).toBeVisible();
  });
});

test("a hidden tab loads nothing, one that slept notices that its connection is dead, and on a slow line changes still show", async ({
  signedIn: page,
  product,
  context,
  make,
}) => {
  await make.doctor({ name: "Dr. Asha Rao" });
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  const settle = (request: Request) => open.delete(request);
  page.on("requestfinished", settle);
  page.on("requestfailed", settle);
  let [isSubscribed, dead] = [false, false];
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    const server = socket.connectToServer();
    const isFirst = !dead;
    socket.onMessage((message) => {
      if (!(dead && isFirst)) server.send(message);
    });
    server.onMessage((message) => {
      isSubscribed ||= String(message).includes("Subscribed to PostgreSQL");
      if (!(dead && isFirst)) socket.send(message);
    });
  });
  await page.goto("/doctors");
  await expect(row(page, "Dr. Asha Rao")).toBeVisible();
  await expect.poll(() => isSubscribed).toBe(true);
  await rename(product, "Dr. Asha Roy");
  await expect(row(page, "Dr. Asha Roy")).toBeVisible();

  await test.step("a hidden tab loads nothing until it is visible again", async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
      Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
      window.dispatchEvent(new Event("visibilitychange"));
    });
    await expect.poll(() => open.size).toBe(0);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const other = await context.newPage();
    await openLive(other, "/doctors");
    await rename(product, "Dr. Asha Gune");
    await expect(row(other, "Dr. Asha Gune")).toBeVisible();
    await rename(product, "Dr. Asha Sen");
    await expect(row(other, "Dr. Asha Sen")).toBeVisible();
    expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
    await other.close();
    await page.evaluate(() => {
      Reflect.deleteProperty(document, "hidden");
      Reflect.deleteProperty(document, "visibilityState");
      window.dispatchEvent(new Event("visibilitychange"));
    });
    await expect(row(page, "Dr. Asha Sen")).toBeVisible();
  });

  await test.step("one that slept notices that its connection is dead", async () => {
    dead = true;
    await rename(product, "Dr. Asha Nair");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(row(page, "Dr. Asha Nair")).toBeVisible(caughtUp);
  });

  await test.step("on a slow line, many changes don't prevent each other from showing", async () => {
    await page.route("**/api/doctors*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue().catch(() => {});
    });
    let changing = true;
    const changes = (async () => {
      for (let at = 1; changing; at++) {
        await rename(product, `Dr. Number ${at}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    await expect(row(page, "Dr. Number")).toBeVisible(caughtUp);
    changing = false;
    await changes;
  });
});
