import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { detail, message } from "../kit/screen.ts";
import { startServerProcess } from "../kit/server-process.ts";

test.use({ live: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
// The server is a process of its own, not the one of other tests.
test.use({ baseURL: "http://localhost" });
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/**
 * The whole main job, only through the page: a new user signs up, enters a doctor and a product, adds stock, records a
 * visit with sales, and sees the stock fall.
 */
async function mainJob(page: Page, url: string) {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const openScreen = async (name: string) => {
    if (await button("Open menu").isVisible()) await button("Open menu").tap();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).tap();
  };

  await page.goto(url);
  await link("Sign up").tap();
  await page.getByLabel("Email address").fill("new@rounds.example");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await button("Create Account").tap();
  await expect(page.getByText("Welcome, new@rounds.example")).toBeVisible();
  await expect(page.getByText("No visits in this period")).toBeVisible();

  await openScreen("Doctors");
  await link("Add First Doctor").tap();
  await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
  await page.getByLabel("Doctor Class").selectOption("A");
  await page.getByLabel("Address").fill("12 MG Road, Pune");
  await button("Add Doctor").tap();
  await expect(message(page, "Doctor added successfully!")).toBeVisible();

  await openScreen("Products");
  await link("Add First Product").tap();
  await page.getByLabel("Product Name").fill("Paracip 500");
  await page.getByLabel("Category").selectOption("Pain Relief");
  await page.getByLabel("Price").fill("12.50");
  await button("Add Product").tap();
  await expect(message(page, "Product added successfully!")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Low Stock");

  await button("Add Stock: Paracip 500").tap();
  const modal = page.getByRole("dialog", { name: "Add Stock" });
  await modal.getByLabel("Quantity to Add").fill("100");
  await modal.getByRole("button", { name: "Add Stock" }).tap();
  await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Low Stock");

  await openScreen("Visits");
  await link("Add First Visit").tap();
  await page.getByRole("combobox", { name: "Doctor", exact: true }).fill("asha");
  await page.getByRole("option", { name: "Dr. Asha Rao" }).tap();
  await page.getByLabel("Product", { exact: true }).selectOption("Paracip 500 - ₹12.50 (Stock: 100)");
  await page.getByLabel("Quantity", { exact: true }).fill("30");
  await button("Add Item").tap();
  await expect(page.getByRole("list", { name: "Added items" })).toContainText("₹375.00");
  await button("Add Visit").tap();
  await expect(message(page, "Visit added successfully!")).toBeVisible();
  await expect(page.getByText("Showing 1 of 1 visits")).toBeVisible();

  await openScreen("Products");
  await expect(page.getByRole("main").getByText("70", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Paracip 500", exact: true }).tap();
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

test("on a phone from sign-up to the reduced stock, on the server as `npm start` runs it", async ({
  page,
}) => {
  // The server's process first creates its own PostgreSQL.
  test.slow();
  const server = await startServerProcess();
  try {
    await mainJob(page, server.url);
  } finally {
    await server.stop();
  }
});
