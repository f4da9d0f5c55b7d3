import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { headingsOf, rowsOf } from "../kit/screen.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const period = (page: Page) => page.getByRole("combobox", { name: "Period" });

test("the dashboard's cards and recent visits follow the period, which the address keeps", async ({
  signedIn: page,
  make,
}) => {
  await test.step("without products it shows its figures even if the code of the first steps can't be loaded", async () => {
    const asked = page.waitForRequest(/\/dashboard-more-/);
    await page.route(/\/dashboard-more-/, (route) => route.abort());
    await page.goto("/");
    await asked;
    await expect(page.getByRole("region", { name: "Total Products" })).toContainText("0");
    await expect(page.getByRole("heading", { name: /^Dashboard/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toHaveCount(0);
    await page.unrouteAll();
  });

  await test.step("the four cards and the recent visits", async () => {
    const doctor = await make.doctor();
    await make.doctor({ name: "Dr. Vikram Nair" });
    const product = await make.product({ stock: 1000 });
    await make.visit({ doctor, visit_date: "2025-10-31", lines: [{ product, quantity: 100 }] });
    await make.visit({ doctor, visit_date: "2025-11-01", lines: [{ product, quantity: 1 }] });
    await make.visit({ doctor, visit_date: "2025-11-30", status: "scheduled", notes: "x".repeat(51) });
    await page.goto("/");
    await expect(card(page, "Total Doctors")).toContainText("2");
    await expect(card(page, "Visits This Period")).toContainText("2");
    await expect(card(page, "Sales This Period")).toContainText("₹12.50");
    await expect(card(page, "Total Products")).toContainText("1");
    await expect(headingsOf(page, "Recent Visits")).toHaveText([
      "Doctor",
      "Visit Date",
      "Status",
      "Notes",
      "Actions",
    ]);
    const recent = rowsOf(page, "Recent Visits");
    const planned = rowsOf(page, "Planned Visits");
    await expect(recent).toHaveText([/Dr\. Asha Rao.*Nov 01, 2025.*Completed.*No notes$/]);
    await expect(planned).toHaveText([/Dr\. Asha Rao.*Nov 30, 2025.*Scheduled.*x{50}\.\.\.$/]);

    await period(page).selectOption("All Time");
    await expect(card(page, "Total Visits")).toContainText("3");
    await expect(card(page, "Total Sales")).toContainText("₹1,262.50");
    await expect(page).toHaveURL("/?period=all-time");
    await period(page).selectOption("October 2025");
    await expect(card(page, "Visits This Period")).toContainText("1");
    await expect(card(page, "Sales This Period")).toContainText("₹1,250.00");
    await expect(page).toHaveURL("/?period=2025-10");
    await page.reload();
    await expect(recent).toHaveText([/Oct 31, 2025/]);
    await page.getByRole("link", { name: "View visit to Dr. Asha Rao on Oct 31, 2025" }).click();
    await expect(page.getByRole("heading", { name: "Visit Details" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/?period=2025-10");
    await page.getByRole("link", { name: "View all" }).click();
    await expect(page.getByRole("heading", { name: "Doctor Visits" })).toBeVisible();
  });

  await test.step("an amount of lakhs stays in one line on a narrow phone", async () => {
    const doctor = await make.doctor();
    const product = await make.product({ price: "13116.51", stock: 100 });
    await make.visit({ doctor, visit_date: "2025-11-02", lines: [{ product, quantity: 100 }] });
    await page.goto("/");
    const amount = card(page, "Sales This Period").getByText("₹13,11,663.50");
    await expect(amount).toBeVisible();
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      const lines = await amount.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      });
      expect(lines, `at ${width} px`).toBe(1);
    }
  });
});
