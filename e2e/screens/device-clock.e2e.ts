import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";

test.use({ loadsAhead: true });

const hours = 3_600_000;

/** How long the stored session is valid by the page's clock. */
const secondsLeft = (page: Page) =>
  page.evaluate(() => {
    const stored = localStorage.getItem(`sb-${location.hostname}-auth-token`);
    return JSON.parse(stored ?? "{}").expires_at - Date.now() / 1000;
  });

for (const [name, ahead] of [
  ["two hours ahead", 2 * hours],
  ["two hours behind", -2 * hours],
] as const) {
  test(`a device whose clock is ${name} stays signed in without refreshing its session again and again`, async ({
    page,
    person,
  }) => {
    let renewals = 0;
    await page.route("**/auth/v1/token?grant_type=refresh_token", (route) => {
      renewals++;
      return route.continue();
    });
    await page.clock.install({ time: Date.now() + ahead });
    await page.goto("/login");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
    for (const path of ["/doctors", "/visits", "/account"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    expect(renewals).toBe(0);
    // When the token has nearly expired, it is refreshed, once.
    await page.clock.fastForward("59:30");
    await expect.poll(() => secondsLeft(page)).toBeGreaterThan(3000);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
    expect(renewals).toBe(1);
  });
}

test("a clock that jumps ahead after signing in costs one refresh", async ({ signedIn: page, person }) => {
  let renewals = 0;
  await page.route("**/auth/v1/token?grant_type=refresh_token", (route) => {
    renewals++;
    return route.continue();
  });
  await page.clock.install({ time: Date.now() + 2 * hours });
  for (const path of ["/account", "/doctors", "/account"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The screen of a known person does not wait for the new token.
    await expect.poll(() => secondsLeft(page)).toBeGreaterThan(3000);
  }
  await expect(page.getByText(person.email).first()).toBeVisible();
  expect(renewals).toBe(1);
});
