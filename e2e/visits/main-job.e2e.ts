import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { detail, message } from "../kit/screen.ts";
import { startServerProcess } from "../kit/server-process.ts";

test.use({ live: true });

type Press = (target: Locator) => Promise<void>;

/**
 * The whole main job, only through the page: a new user signs up, enters a doctor and a product, adds stock, records a
 * visit with sales, and sees the stock fall.
 */
async function mainJob(page: Page, url: string, press: Press) {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const openScreen = async (name: string) => {
    if (await button("Open menu").isVisible()) await press(button("Open menu"));
    await press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }));
  };

  await page.goto(url);
  await press(link("Sign up"));
  await page.getByLabel("Email address").fill("new@rounds.example");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await press(button("Create Account"));
  await expect(page.getByText("Welcome, new@rounds.example")).toBeVisible();
  await expect(page.getByText("No visits in this period")).toBeVisible();

  await openScreen("Doctors");
  await press(link("Add First Doctor"));
  await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
  await page.getByLabel("Doctor Class").selectOption("A");
  await page.getByLabel("Address").fill("12 MG Road, Pune");
  await press(button("Add Doctor"));
  await expect(message(page, "Doctor added successfully!")).toBeVisible();

  await openScreen("Products");
  await press(link("Add First Product"));
  await page.getByLabel("Product Name").fill("Paracip 500");
  await page.getByLabel("Category").selectOption("Pain Relief");
  await page.getByLabel("Price").fill("12.50");
  await press(button("Add Product"));
  await expect(message(page, "Product added successfully!")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Low Stock");

  await press(button("Add Stock: Paracip 500"));
  const modal = page.getByRole("dialog", { name: "Add Stock" });
  await modal.getByLabel("Quantity to Add").fill("100");
  await press(modal.getByRole("button", { name: "Add Stock" }));
  await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Low Stock");

  await openScreen("Visits");
  await press(link("Add First Visit"));
  await page.getByRole("combobox", { name: "Doctor", exact: true }).fill("asha");
  await press(page.getByRole("option", { name: "Dr. Asha Rao" }));
  await page.getByLabel("Product", { exact: true }).selectOption("Paracip 500 - ₹12.50 (Stock: 100)");
  await page.getByLabel("Quantity", { exact: true }).fill("30");
  await press(button("Add Item"));
  await expect(page.getByRole("list", { name: "Added items" })).toContainText("₹375.00");
  await press(button("Add Visit"));
  await expect(message(page, "Visit added successfully!")).toBeVisible();
  await expect(page.getByText("Showing 1 of 1 visits")).toBeVisible();

  await openScreen("Products");
  await expect(page.getByRole("main").getByText("70", { exact: true })).toBeVisible();
  await press(page.getByRole("link", { name: "Paracip 500", exact: true }));
  await expect(detail(page, "Current Stock")).toHaveText("70");
  const ledger = page.getByRole("main");
  await expect(ledger.getByText("-30", { exact: true })).toBeVisible();
  await expect(ledger.getByText("+100", { exact: true })).toBeVisible();
  await expect(ledger.getByText("Manual stock addition")).toBeVisible();

  await openScreen("Dashboard");
  await expect(page.getByRole("region", { name: "Visits This Period" })).toContainText("1");
  await expect(page.getByRole("region", { name: "Sales This Period" })).toContainText("₹375.00");
  await expect(page.getByRole("main")).toContainText("Dr. Asha Rao");
}

test("from sign-up to the reduced stock, on a desk", async ({ page, product }) => {
  await mainJob(page, product.url, (target) => target.click());
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("from sign-up to the reduced stock, on the server as `npm start` runs it", async ({ page }) => {
    // The server's process first creates its own PostgreSQL.
    test.slow();
    const server = await startServerProcess();
    try {
      await mainJob(page, server.url, (target) => target.tap());
    } finally {
      await server.stop();
    }
  });
});
