import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { headingsOf, rowsOf } from "./screen.ts";
import { breakTable } from "./trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const period = (page: Page) => page.getByRole("combobox", { name: "Period" });

test("a dashboard without visits says so, and offers the first one in this month only", async ({
  signedIn: page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /This Month/ })).toBeVisible();
  await expect(page.getByText("No visits in this period")).toBeVisible();
  await expect(card(page, "Sales This Period")).toContainText("₹0.00");
  await expect(page.getByRole("link", { name: "Add Doctor" })).toHaveAttribute("href", "/doctors/add");
  await expect(page.getByRole("link", { name: "Add Visit" })).toHaveAttribute("href", "/visits/add");
  await expect(page.getByRole("link", { name: "Add First Visit" })).toHaveAttribute("href", "/visits/add");
  for (const other of ["All Time", "October 2025"]) {
    await period(page).selectOption(other);
    await expect(page.getByRole("heading", { name: new RegExp(other) })).toBeVisible();
    await expect(page.getByText("No visits in this period")).toBeVisible();
    await expect(page.getByRole("link", { name: "Add First Visit" })).toHaveCount(0);
  }
});

test("the period offers this month, all time and the year's earlier months", async ({ signedIn: page }) => {
  await page.goto("/");
  await expect(period(page)).toHaveValue("this-month");
  const group = (label: string) => period(page).locator(`optgroup[label="${label}"]`).getByRole("option");
  await expect(group("Quick Select")).toHaveText(["This Month", "All Time"]);
  const months = group("2025 Months");
  await expect(months).toHaveCount(10);
  await expect(months.first()).toHaveText("October 2025");
  await expect(months.first()).toHaveAttribute("value", "2025-10");
  await expect(months.last()).toHaveAttribute("value", "2025-01");
});

test("the four cards and the recent visits follow the period, which the address keeps", async ({
  signedIn: page,
  make,
}) => {
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
  await expect(recent).toHaveText([
    /Dr\. Asha Rao.*Nov 30, 2025.*Scheduled.*x{50}\.\.\.$/,
    /Dr\. Asha Rao.*Nov 01, 2025.*Completed.*No notes$/,
  ]);

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

test("lists the five latest visits", async ({ signedIn: page, make }) => {
  const doctor = await make.doctor();
  for (let day = 1; day <= 6; day++) await make.visit({ doctor, visit_date: `2025-11-0${day}` });
  await page.goto("/");
  await expect(rowsOf(page, "Recent Visits")).toHaveText([/Nov 06/, /Nov 05/, /Nov 04/, /Nov 03/, /Nov 02/]);
});

test("a dashboard that can't be loaded says so without a toast, with a Retry", async ({
  signedIn: page,
  product,
}) => {
  const visits = await breakTable(product, "visits");
  await page.goto("/");
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("could not be loaded");
  await expect(page.getByRole("region", { name: "Messages" }).getByRole("paragraph")).toHaveCount(0);
  await visits.repair();
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("No visits in this period")).toBeVisible();
});
