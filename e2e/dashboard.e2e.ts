import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { headingsOf, rowsOf } from "./screen.ts";
import { breakTable } from "./trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const bars = (page: Page) => page.getByRole("group", { name: "Daily Sales, bar chart" });
const pie = (page: Page) => page.getByRole("group", { name: "Top Doctors by Sales, pie chart" });
const period = (page: Page) => page.getByRole("combobox", { name: "Period" });

test("an empty product says in three steps where to start, and which of them are done", async ({
  signedIn: page,
  make,
}) => {
  await page.goto("/");
  const steps = page.getByRole("list").filter({ hasText: "Add your doctors" }).getByRole("listitem");
  await expect(steps).toHaveText([/^1Add your doctors/, /^2Add your products/, /^3Record a visit/]);
  await expect(page.getByText("No sales data for this period")).toBeVisible();
  await expect(page.getByText("No doctor sales data for this period")).toBeVisible();
  await expect(page.getByText("No visits in this period")).toBeVisible();
  for (const [label, path] of [
    ["Add a doctor", "/doctors/add"],
    ["Add a product", "/products/add"],
    ["Record a visit", "/visits/add"],
  ] as const) {
    await expect(page.getByRole("link", { name: label })).toHaveAttribute("href", path);
  }
  await make.doctor();
  await page.reload();
  await expect(steps.first()).toContainText("Done");
  await expect(page.getByRole("link", { name: "Add a doctor" })).toHaveCount(0);
  await make.product();
  await page.reload();
  await expect(card(page, "Daily Sales")).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("a dashboard without visits says so, and suggests the first one only in this month", async ({
  signedIn: page,
  make,
}) => {
  await make.doctor();
  await make.product();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /This Month/ })).toBeVisible();
  await expect(page.getByText("No visits in this period")).toBeVisible();
  await expect(card(page, "Daily Sales").getByText("No sales data for this period")).toBeVisible();
  await expect(
    card(page, "Top Doctors by Sales").getByText("No doctor sales data for this period"),
  ).toBeVisible();
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

test("lists the five latest visits", async ({ signedIn: page, make }) => {
  const doctor = await make.doctor();
  for (let day = 1; day <= 6; day++) await make.visit({ doctor, visit_date: `2025-11-0${day}` });
  await page.goto("/");
  await expect(rowsOf(page, "Recent Visits")).toHaveText([/Nov 06/, /Nov 05/, /Nov 04/, /Nov 03/, /Nov 02/]);
});

test("shows scheduled visits under their own heading, soonest first", async ({ signedIn: page, make }) => {
  const doctor = await make.doctor();
  for (const visit_date of ["2025-11-20", "2025-12-24", "2025-11-21"])
    await make.visit({ doctor, visit_date, status: "scheduled" });
  await make.visit({ doctor, visit_date: "2025-11-25", status: "cancelled" });
  await page.goto("/");
  await expect(rowsOf(page, "Recent Visits")).toHaveText([/Nov 20/]);
  await expect(rowsOf(page, "Planned Visits")).toHaveText([/Nov 21/, /Dec 24/]);
  await page.getByRole("link", { name: "View planned" }).click();
  await expect(page.getByRole("button", { name: "Upcoming 3", pressed: true })).toBeVisible();
  await expect(rowsOf(page, "Visits")).toHaveText([/Dec 24/, /Nov 25/, /Nov 21/]);
});

test("daily sales are bars of the last ten days, each linked to the sales of its day", async ({
  signedIn: page,
  make,
}) => {
  const doctor = await make.doctor();
  const product = await make.product({ stock: 1000 });
  await make.visit({ doctor, visit_date: "2025-11-10", lines: [{ product, quantity: 100 }] });
  await make.visit({ doctor, visit_date: "2025-11-11", lines: [{ product, quantity: 2 }] });
  await make.visit({ doctor, visit_date: "2025-11-20", lines: [{ product, quantity: 1 }, { product }] });
  await page.goto("/");
  await expect(card(page, "Daily Sales")).toContainText("Nov 11, 2025 to Nov 20, 2025");
  const days = bars(page).getByRole("link");
  await expect(days).toHaveCount(10);
  await expect(days.first()).toHaveAccessibleName("Nov 11, 2025: ₹25.00");
  await expect(days.nth(1)).toHaveAccessibleName("Nov 12, 2025: ₹0.00");
  await expect(days.last()).toHaveAccessibleName("Nov 20, 2025: ₹25.00");
  await days.last().click();
  await expect(page).toHaveURL("/sales?start_date=2025-11-20&end_date=2025-11-20");
  await expect(rowsOf(page, "Sales Details")).toHaveCount(2);
  await page.goBack();
  await bars(page).getByRole("button", { name: "Show figures as a table" }).click();
  await expect(rowsOf(page, "Daily Sales").first()).toHaveText("Nov 11, 2025₹25.00");
  // In another month, they end with its last day that had sales.
  await period(page).selectOption("October 2025");
  await expect(card(page, "Daily Sales").getByText("No sales data for this period")).toBeVisible();
});

test("the five doctors with the highest sales are slices, each linked to the doctor's sales in the period", async ({
  signedIn: page,
  make,
}) => {
  const product = await make.product({ price: "10", stock: 1000 });
  const ids = [];
  for (const [place, quantity] of [50, 25, 15, 6, 4, 3].entries()) {
    const doctor = await make.doctor({ name: `Dr. ${"ABCDEF"[place]}` });
    ids.push(doctor.id);
    await make.visit({ doctor, visit_date: "2025-11-05", lines: [{ product, quantity }] });
    await make.visit({ doctor, visit_date: "2025-10-05", lines: [{ product }] });
  }
  await page.goto("/");
  await expect(pie(page).getByRole("listitem")).toHaveText([
    /^Dr\. A ?₹500\.00 – 48\.5% of all sales ?50%/,
    /^Dr\. B ?₹250\.00 – 24\.3% of all sales ?25%/,
    /^Dr\. C ?₹150\.00 – 14\.6% of all sales ?15%/,
    /^Dr\. D ?₹60\.00 – 5\.8% of all sales ?6%/,
    /^Dr\. E ?₹40\.00 – 3\.9% of all sales ?4%/,
  ]);
  const percents = pie(page).locator("svg text").filter({ hasText: "%" });
  await expect(percents).toHaveText(["50%", "25%", "15%", "6%", "4%"]);
  await pie(page)
    .getByRole("link", { name: "Dr. B: ₹250.00, 24.3% of all sales, 25% of these five" })
    .click();
  await expect(page).toHaveURL(`/sales?doctor_id=${ids[1]}&start_date=2025-11-01&end_date=2025-11-30`);
  await expect(rowsOf(page, "Sales Details")).toHaveText([/Nov 05, 2025.*Dr\. B/]);
  await page.goto("/?period=all-time");
  await pie(page)
    .getByRole("link", { name: /^Dr\. A/ })
    .click();
  await expect(page).toHaveURL(`/sales?doctor_id=${ids[0]}`);
  await expect(rowsOf(page, "Sales Details")).toHaveCount(2);
});

test("each card links to what it counts", async ({ signedIn: page, make }) => {
  const doctor = await make.doctor();
  const product = await make.product();
  await make.visit({ doctor, visit_date: "2025-10-31", lines: [{ product }] });
  await make.visit({ doctor, visit_date: "2025-11-30", status: "scheduled", lines: [{ product }] });
  const open = async (address: string, title: string) => {
    await page.goto(address);
    await card(page, title).getByRole("link").click();
  };
  await open("/", "Total Doctors");
  await expect(page).toHaveURL("/doctors");
  await open("/", "Total Products");
  await expect(page).toHaveURL("/products");
  await open("/", "Visits This Period");
  await expect(page).toHaveURL("/visits?start_date=2025-11-01&end_date=2025-11-30");
  await expect(rowsOf(page, "Visits")).toHaveText([/Nov 30, 2025/]);
  await open("/?period=all-time", "Total Visits");
  await expect(rowsOf(page, "Visits")).toHaveCount(2);
  await open("/?period=2025-10", "Sales This Period");
  await expect(page).toHaveURL("/sales?start_date=2025-10-01&end_date=2025-10-31");
  await expect(rowsOf(page, "Sales Details")).toHaveCount(1);
  await open("/?period=all-time", "Total Sales");
  await expect(page).toHaveURL("/sales");
  await expect(rowsOf(page, "Sales Details")).toHaveCount(2);
});

test("a dashboard that can't be loaded says so without a toast, with a Retry", async ({
  signedIn: page,
  product,
}) => {
  const visits = await breakTable(product, "visits");
  await page.goto("/");
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("could not be loaded");
  await expect(card(page, "Daily Sales")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Messages" }).getByRole("paragraph")).toHaveCount(0);
  await visits.repair();
  await failed.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(page.getByText("No visits in this period")).toBeVisible();
  await expect(page.getByText("No sales data for this period")).toBeVisible();
});

test("without products shows its figures even if the code of the first steps can't be loaded", async ({
  signedIn: page,
}) => {
  const asked = page.waitForRequest(/\/FirstSteps-/);
  await page.route(/\/FirstSteps-/, (route) => route.abort());
  await page.goto("/");
  await asked;
  await expect(page.getByRole("region", { name: "Total Products" })).toContainText("0");
  await expect(page.getByRole("heading", { name: /^Dashboard/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toHaveCount(0);
});
