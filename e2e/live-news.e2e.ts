import type { Page, Request } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expect, test } from "./fixtures.ts";
import { colleagueOf, openLive } from "./live.ts";
import { rowsOf } from "./screen.ts";

test.use({ loadsAhead: true, live: true });

/**
 * Opens a screen, waits until it listens and has read everything again that it asked for before, and returns the paths
 * of the API that it asks for from then on. A request that is given up for a later one has no answer.
 */
async function openCaughtUp(page: Page, path: string): Promise<string[]> {
  let early: string[] | undefined;
  let asked: string[] = [];
  let open = 0;
  const pathOf = (request: Request) => {
    const { pathname } = new URL(request.url());
    // What the phone keeps, and the saved views, are read apart from the screens; a history grows with each change, and
    // no message has its words.
    const isOfScreen = /^\/api\/(?!sync|views|history)/.test(pathname);
    return isOfScreen ? pathname : undefined;
  };
  const settle = (request: Request) => {
    if (pathOf(request)) open--;
  };
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (early || !String(payload).includes("Subscribed to PostgreSQL")) return;
      early = asked;
      asked = [];
    }),
  );
  page.on("request", (request) => {
    const asking = pathOf(request);
    if (!asking) return;
    asked.push(asking);
    open++;
  });
  page.on("requestfinished", settle);
  page.on("requestfailed", settle);
  await openLive(page, path);
  const isCaughtUp = () => open === 0 && early?.every((path) => asked.includes(path));
  await expect.poll(isCaughtUp).toBe(true);
  asked.length = 0;
  return asked;
}

/** Expects that a page asks for nothing, in more time than it takes to ask. */
async function expectNothingAsked(page: Page, asked: string[]) {
  await page.clock.runFor(2_000);
  expect(asked).toEqual([]);
}

test.beforeEach(async ({ signedIn: page }) => {
  await page.clock.install();
});

test("a colleague's edit shows in the list, which is not read again", async ({
  signedIn: page,
  product,
  make,
}) => {
  const { id } = await make.doctor({ name: "Dr. Asha Rao" });
  const { call } = await colleagueOf(product);
  const asked = await openCaughtUp(page, "/doctors");
  await call(doctorRoutes.update, {
    params: { id },
    body: { name: "Dr. Asha Rao", hospital: "KEM", version: 1 },
  });
  await expect(rowsOf(page, "Doctors").filter({ hasText: "KEM" })).toBeVisible();
  await expectNothingAsked(page, asked);
});

test("a colleague's edit shows in the detail, which is not read again", async ({
  signedIn: page,
  product,
  make,
}) => {
  const { id } = await make.doctor({ name: "Dr. Asha Rao" });
  const { call } = await colleagueOf(product);
  const asked = await openCaughtUp(page, `/doctors/${id}`);
  await call(doctorRoutes.update, {
    params: { id },
    body: { name: "Dr. Asha Rao", hospital: "KEM", version: 1 },
  });
  await expect(page.getByText("KEM").first()).toBeVisible();
  await expectNothingAsked(page, asked);
});

test("a colleague's visit moves the stock in the product list, which is not read again", async ({
  signedIn: page,
  product,
  make,
}) => {
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const crocin = await make.product({ name: "Crocin", price: "10.00", stock: 60 });
  const colleague = await colleagueOf(product);
  const asked = await openCaughtUp(page, "/products");
  const lines = [{ product: crocin, quantity: 15 }];
  await colleague.make.visit({ doctor, visit_date: "2025-01-05", lines });
  await expect(rowsOf(page, "Products").filter({ hasText: /Crocin.*45/ })).toBeVisible();
  await expectNothingAsked(page, asked);
});

test("a colleague's visit stands in the list before the list is answered again", async ({
  signedIn: page,
  product,
  make,
}) => {
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const crocin = await make.product({ name: "Crocin", price: "10.00", stock: 60 });
  await make.visit({ doctor, visit_date: "2025-01-04", notes: "Before" });
  const colleague = await colleagueOf(product);
  await openCaughtUp(page, "/visits?start_date=&end_date=");
  await page.route("**/api/visits*", () => {});
  const lines = [{ product: crocin, quantity: 15 }];
  await colleague.make.visit({ doctor, visit_date: "2025-01-05", lines });
  await expect(rowsOf(page, "Visits").first()).toContainText("₹150.00");
  await expect(rowsOf(page, "Visits")).toHaveCount(2);
});

test("who looks at doctors reads nothing because of a colleague's visit", async ({
  signedIn: page,
  product,
  make,
}) => {
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const colleague = await colleagueOf(product);
  const asked = await openCaughtUp(page, "/doctors");
  await colleague.make.visit({ doctor, visit_date: "2025-01-05" });
  // What is heard after it, shows.
  await product.database.pool.query("update doctors set hospital = 'KEM'");
  await expect(rowsOf(page, "Doctors").filter({ hasText: "KEM" })).toBeVisible();
  await expectNothingAsked(page, asked);
});

test("a page that nobody has looked at for a minute hears nothing, and catches up when it is seen", async ({
  signedIn: page,
  product,
  make,
}) => {
  await make.doctor({ name: "Dr. Asha Rao" });
  const frames: string[] = [];
  const count = (part: string) => frames.filter((frame) => frame.includes(part)).length;
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => frames.push(`sent ${payload}`));
    socket.on("framereceived", ({ payload }) => frames.push(`received ${payload}`));
  });
  await openCaughtUp(page, "/doctors");
  const look = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
      Object.defineProperty(document, "visibilityState", {
        get: () => (hidden ? "hidden" : "visible"),
        configurable: true,
      });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, hidden);
  const row = (name: string) => rowsOf(page, "Doctors").filter({ hasText: name });
  await look(true);
  for (let minute = 0; minute < 61_000; minute += 12_200) {
    await page.clock.runFor(12_200);
    // A heartbeat without an answer would end the connection.
    await expect.poll(() => count('"heartbeat"') <= count('"phoenix","phx_reply"')).toBe(true);
  }
  await expect.poll(() => count('"phx_leave"')).toBe(1);
  await product.database.pool.query("update doctors set name = 'Dr. Asha Roy'");
  await page.clock.runFor(10_000);
  await expect(row("Dr. Asha Rao")).toBeVisible();
  await expect(page.getByText("Reconnecting…")).toBeHidden();
  await look(false);
  await expect(row("Dr. Asha Roy")).toBeVisible({ timeout: 20_000 });
  await product.database.pool.query("update doctors set name = 'Dr. Asha Sen'");
  await expect(row("Dr. Asha Sen")).toBeVisible();
});
