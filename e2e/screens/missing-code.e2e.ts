import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { colleagueOf, hears, openLive } from "../kit/live.ts";
import { rowsOf } from "../kit/screen.ts";
import { moment } from "../kit/trouble.ts";
import { skipWhereFailuresStay } from "./failed-code.ts";

// What a screen loads on its own may not arrive: the screen stays, and the part that is missing says so.

/** What screens load later: filters and dialogs. */
const later = /\/assets\/[\w-]+-(more|schemas)-[^/]+\.js$/;
/** What keeps the rows of a list in their places. */
const keepsRows = "**/assets/daily-more-*.js";
const notLoaded = (page: Page) => page.getByRole("alertdialog", { name: "Not loaded" });
const reload = (page: Page) => notLoaded(page).getByRole("button", { name: "Retry", exact: true });

test("a screen is not shown without its style", async ({ signedIn: page }) => {
  await page.goto("/doctors");
  await page.route("**/assets/later-*.css", (route) => route.abort());
  await page.reload();
  await page.getByRole("link", { name: "Add Doctor" }).first().click();
  const retry = page.getByRole("button", { name: "Retry", exact: true });
  await expect(retry).toBeVisible();
  await expect(page.getByLabel("Doctor Name")).toBeHidden();
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByLabel("Doctor Name")).toBeVisible();
});

test.describe("where code that failed is requested again", () => {
  skipWhereFailuresStay();

  test("each part that could not be loaded says so in its place, and is requested again", async ({
    signedIn: page,
    context,
    make,
  }) => {
    await test.step("the visit list stays when the connection is lost before the city filter is there", async () => {
      await page.route(later, async (route) => {
        await context.setOffline(true);
        await route.abort("internetdisconnected");
      });
      await page.goto("/visits");
      const city = page.getByRole("button", { name: "City: Not loaded. Retry" });
      await expect(city).toBeVisible();
      await page.getByLabel("Start Date").fill("2025-11-02");
      await expect(page.getByRole("heading", { name: "Doctor Visits" })).toBeVisible();
      await page.unrouteAll({ behavior: "wait" });
      await context.setOffline(false);
      await expect(page.getByRole("combobox", { name: "City" })).toBeVisible();
    });

    await test.step("a screen says so as a whole, and shows once there is a connection", async () => {
      const screens = "**/assets/*.js";
      await page.route(screens, (route) => route.abort("internetdisconnected"));
      await context.setOffline(true);
      await page.getByRole("link", { name: "Account", exact: true }).click();
      await expect(page.getByText("This could not be loaded. Please check your connection.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Visits", exact: true })).toBeVisible();
      await page.unroute(screens);
      await context.setOffline(false);
      await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
    });

    await page.route(later, (route) => route.abort());

    await test.step("a question before deleting", async () => {
      await make.doctor();
      await page.goto("/doctors");
      const press = page.getByRole("button", { name: "Delete Dr. Asha Rao" });
      await press.click();
      await expect(notLoaded(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(notLoaded(page)).toBeHidden();
      await expect(press).toBeFocused();
      await press.click();
      await reload(page).click();
      await expect(reload(page)).toBeEnabled();
      await page.unroute(later);
      await reload(page).click();
      await expect(page.getByRole("alertdialog", { name: "Delete doctor" })).toBeVisible();
      await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    });

    await test.step("the stock modal", async () => {
      await make.product();
      await page.route(later, (route) => route.abort());
      await page.goto("/products");
      await page.getByRole("button", { name: /^Add Stock/ }).click();
      await expect(notLoaded(page)).toContainText("This could not be loaded. Please check your connection.");
      await notLoaded(page).getByRole("button", { name: "Cancel" }).click();
      await expect(rowsOf(page, "Products")).toHaveCount(1);
      await page.unroute(later);
      await page.getByRole("button", { name: /^Add Stock/ }).click();
      await expect(page.getByRole("dialog", { name: "Add Stock" })).toBeVisible();
    });
  });
});

test.describe("with colleagues", () => {
  test.use({ live: true });

  test("newer rows wait until it is known whether they would disturb somebody, and show if that can't be known", async ({
    signedIn: page,
    make: own,
    product,
  }) => {
    await own.doctor({ name: "Dr. Meera" });
    const { make } = await colleagueOf(product);

    await test.step("until it is known", async () => {
      const code = moment();
      await page.route(keepsRows, async (route) => {
        await code.came;
        await route.continue();
      });
      const first = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/doctors");
      await hears(page, () => page.goto("/doctors"));
      await first;
      await expect(rowsOf(page, "Doctors")).toHaveCount(1);
      const again = page.waitForResponse(
        async (answer) =>
          new URL(answer.url()).pathname === "/api/doctors" && (await answer.text()).includes("Dr. Aarti"),
      );
      await make.doctor({ name: "Dr. Aarti" });
      await again;
      // By then the answer would be on the screen.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      });
      await expect(rowsOf(page, "Doctors")).toHaveCount(1);
      code.come();
      await expect(rowsOf(page, "Doctors")).toHaveCount(2);
    });

    await test.step("if it can't be known", async () => {
      await page.unroute(keepsRows);
      await page.route(keepsRows, (route) => route.abort());
      await openLive(page, "/doctors");
      await make.doctor({ name: "Dr. Aadya" });
      await expect(rowsOf(page, "Doctors")).toHaveCount(3);
      await make.doctor({ name: "Dr. Aakash" });
      await expect(rowsOf(page, "Doctors")).toHaveCount(4);
    });
  });
});
