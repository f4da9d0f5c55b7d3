import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Call } from "@rounds/testkit/caller.ts";
import { type Builders, buildersOf } from "./builders.ts";
import { callerOf, signUp } from "./person.ts";
import type { Product } from "./product.ts";

/** Waits until the page listens to changes, starting before `open` is called. */
export async function hears(page: Page, open: () => Promise<unknown>) {
  const socket = page.waitForEvent("websocket", { timeout: 30_000 });
  await open();
  await (await socket).waitForEvent("framereceived", {
    predicate: ({ payload }) => String(payload).includes("Subscribed to PostgreSQL"),
    timeout: 30_000,
  });
}

/** Opens a screen and waits until the page listens to changes, and has loaded what it may have missed before. */
export async function openLive(page: Page, path: string) {
  await hears(page, () => page.goto(path));
  await page.waitForLoadState("networkidle");
}

/** Another person, who works through the API. */
export async function colleagueOf(product: Product): Promise<{ call: Call; make: Builders }> {
  const call = callerOf(product.url, await signUp(product.url));
  return { call, make: buildersOf(call) };
}

/** Tests that look at how soon something happens; they are repeated alone, where no other test takes their time. */
export const timing = { tag: "@timing" };

/**
 * Expects something to appear after a change. In a test that runs alone, within a second; on a slow machine within ten
 * times the duration of one of the server's answers.
 */
export async function expectSoon(page: Page, change: () => Promise<unknown>, shown: Locator) {
  const asked = performance.now();
  await page.evaluate(() => fetch("/healthz"));
  const slowness = performance.now() - asked;
  await change();
  const changed = performance.now();
  await shown.waitFor({ timeout: 30_000 });
  const delay = performance.now() - changed;
  test.info().annotations.push({ type: "delay in ms", description: `${Math.round(delay)} (${page.url()})` });
  if (test.info().project.name !== "timing") return;
  expect(delay, `the delay at ${page.url()}`).toBeLessThan(1_000 + 10 * slowness);
}
