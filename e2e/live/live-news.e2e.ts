import type { Page, Request } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { colleagueOf, openLive } from "../kit/live.ts";
import { rowsOf } from "../kit/screen.ts";

test.use({ live: true });

/**
 * Opens a screen, waits until it listens and has read everything again that it asked for before, and returns the paths
 * of the API that it asks for from then on. A request that is given up for a later one has no answer.
 */
async function openCaughtUp(page: Page, path: string): Promise<string[]> {
  let early: string[] | undefined;
  let asked: string[] = [];
  const open = new Set<Request>();
  const pathOf = (request: Request) => {
    const { pathname } = new URL(request.url());
    // What the phone keeps, and the saved views, are read apart from the screens; a history grows with each change, and
    // no message has its words.
    const isOfScreen = /^\/api\/(?!sync|views|history)/.test(pathname);
    return isOfScreen ? pathname : undefined;
  };
  // Those of the screen before may still end.
  const settle = (request: Request) => open.delete(request);
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
    open.add(request);
  });
  page.on("requestfinished", settle);
  page.on("requestfailed", settle);
  await openLive(page, path);
  const isCaughtUp = () => open.size === 0 && early?.every((path) => asked.includes(path));
  await expect.poll(isCaughtUp).toBe(true);
  asked.length = 0;
  return asked;
}

/** Expects that a page asks for these and nothing else, in more time than it takes to ask. */
async function expectOnlyAsked(page: Page, asked: string[], ...paths: string[]) {
  await page.clock.runFor(2_000);
  expect([...new Set(asked)].sort()).toEqual(paths);
}

test.beforeEach(async ({ signedIn: page }) => {
  await page.clock.install();
});

test("a colleague's edits and sales are read where they are in view, and nothing else is", async ({
  signedIn: page,
  product,
  make,
}) => {
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const { id } = doctor;
  const crocin = await make.product({ name: "Crocin", price: "10.00", stock: 60 });
  const colleague = await colleagueOf(product);
  const edit = (hospital: string, version: number) =>
    colleague.call(doctorRoutes.update, {
      params: { id },
      body: { name: "Dr. Asha Rao", hospital, version },
    });
  const sell = (quantity: number) =>
    colleague.make.visit({ doctor, visit_date: "2025-01-05", lines: [{ product: crocin, quantity }] });

  await test.step("the list of doctors follows an edit, and the last visit", async () => {
    const asked = await openCaughtUp(page, "/doctors");
    await edit("KEM", 1);
    await expect(rowsOf(page, "Doctors").filter({ hasText: "KEM" })).toBeVisible();
    await expectOnlyAsked(page, asked, "/api/doctors", "/api/doctors/places");
    asked.length = 0;
    await sell(5);
    await expect.poll(() => asked).toContain("/api/doctors");
    await expectOnlyAsked(page, asked, "/api/doctors");
  });

  await test.step("a doctor follows an edit", async () => {
    const asked = await openCaughtUp(page, `/doctors/${id}`);
    await edit("Ruby", 2);
    await expect(page.getByText("Ruby").first()).toBeVisible();
    // The history, which is no part of these, may tell of it first.
    await expect.poll(() => asked).toContain(`/api/doctors/${id}`);
  });

  await test.step("the list of products follows the stock", async () => {
    const asked = await openCaughtUp(page, "/products");
    await sell(10);
    await expect(rowsOf(page, "Products").filter({ hasText: /Crocin.*45/ })).toBeVisible();
    await expectOnlyAsked(page, asked, "/api/products");
  });
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
