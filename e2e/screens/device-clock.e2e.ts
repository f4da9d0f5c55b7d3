import type { Browser, Page } from "@playwright/test";
import { expect, signIn, test } from "../kit/fixtures.ts";
import type { Product } from "../kit/product.ts";

const hours = 3_600_000;

/** How long the stored session is valid by the page's clock. */
const secondsLeft = (page: Page) =>
  page.evaluate(() => {
    const stored = localStorage.getItem(`sb-${location.hostname}-auth-token`);
    return JSON.parse(stored ?? "{}").expires_at - Date.now() / 1000;
  });

/** The page of a device whose clock is this many milliseconds ahead; it loads ahead, and counts how often its session is refreshed. */
async function device(browser: Browser, { url }: Product, ahead: number) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.routeWebSocket(/\/realtime\//, () => {});
  const refreshes = { count: 0 };
  await page.route("**/auth/v1/token?grant_type=refresh_token", (route) => {
    refreshes.count++;
    return route.continue();
  });
  await page.clock.install({ time: Date.now() + ahead });
  return { page, refreshes };
}

test("a device whose clock is wrong, or jumps, stays signed in without refreshing its session again and again", async ({
  browser,
  product,
  person,
}) => {
  for (const [name, ahead] of [
    ["two hours ahead", 2 * hours],
    ["two hours behind", -2 * hours],
  ] as const) {
    await test.step(name, async () => {
      const { page, refreshes } = await device(browser, product, ahead);
      await page.goto("/login");
      await page.getByLabel("Email address").fill(person.email);
      await page.getByLabel("Password", { exact: true }).fill(person.password);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
      for (const path of ["/doctors", "/account"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
      expect(refreshes.count).toBe(0);
      // When the token has nearly expired, it is refreshed, once.
      await page.clock.fastForward("59:30");
      await expect.poll(() => secondsLeft(page)).toBeGreaterThan(3000);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
      expect(refreshes.count).toBe(1);
      await page.context().close();
    });
  }

  await test.step("a clock that jumps ahead after signing in costs one refresh", async () => {
    const { page, refreshes } = await device(browser, product, 2 * hours);
    await signIn(page, person);
    for (const path of ["/account", "/doctors", "/account"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // The screen of a known person does not wait for the new token.
      await expect.poll(() => secondsLeft(page)).toBeGreaterThan(3000);
    }
    await expect(page.getByText(person.email).first()).toBeVisible();
    expect(refreshes.count).toBe(1);
    await page.context().close();
  });
});
