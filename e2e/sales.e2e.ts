import type { Page } from "@playwright/test";
import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import { expect, test } from "./fixtures.ts";
import { withoutDatabase } from "./phone-store.ts";
import {
  ashaText,
  bars,
  card,
  days,
  doctorBox,
  expectCards,
  expectFilters,
  expectNames,
  failed,
  firstSlice,
  pie,
  productBox,
  retries,
  rows,
  sell,
} from "./sales-screen.ts";
import { chips, headingsOf, message } from "./screen.ts";
import { breakTable } from "./trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test("without any sale, says so and suggests the next step", async ({ signedIn: page }) => {
  await page.goto("/sales");
  await expect(page.getByRole("heading", { name: "Sales Analytics", exact: true })).toBeVisible();
  await expect(page.getByText("No sales recorded yet.", { exact: true })).toBeVisible();
  await expectCards(page, "₹0.00", "0", "0");
  await expect(page.getByText("No sales to show")).toHaveCount(2);
  await page.getByRole("link", { name: "Add Visit" }).click();
  await expect(page).toHaveURL("/visits/add");
});

test("shows cards, charts and every column, the latest day first", async ({ signedIn: page, make }) => {
  const { first } = await sell(make);
  await page.goto("/sales");
  await expectCards(page, "₹1,566.00", "20", "5");
  await expect(headingsOf(page, "Sales Details")).toHaveText([
    "Date",
    "Doctor",
    "Product",
    "Category",
    "Quantity",
    "Unit Price",
    "Total Amount",
  ]);
  await expect(rows(page)).toHaveText([
    /^Nov 20, 2025visit on Nov 30, 2025Dr\. Vikram NairDermatologyParacip 500Pain Relief4₹12\.50₹50\.00$/,
    /^Nov 12, 2025Dr\. Vikram NairDermatologySample kitOther1₹1,000\.00₹1,000\.00$/,
    /^Nov 11, 2025Dr\. Vikram NairDermatologyAmoxilAntibiotics3₹80\.00₹240\.00$/,
    /^Nov 05, 2025Dr\. Asha RaoCardiologyParacip 500Pain Relief10₹12\.50₹125\.00$/,
    /^Oct 31, 2025Dr\. Asha RaoCardiologyAmoxilAntibiotics2₹75\.50₹151\.00$/,
  ]);
  await expect(page.getByText("Showing 5 of 5 sales", { exact: true })).toBeVisible();
  await expectNames(pie(page).getByRole("listitem").getByRole("link"), [
    "Other: ₹1,000.00, 64%",
    "Antibiotics: ₹391.00, 25%",
    "Pain Relief: ₹175.00, 11%",
  ]);
  await expectNames(bars(page).getByRole("link"), ["Dr. Vikram Nair: ₹1,290.00", "Dr. Asha Rao: ₹276.00"]);
  await rows(page).nth(3).getByText("₹125.00").click();
  await expect(page).toHaveURL(`/visits/${first.id}`);
});

test("a range applies if both dates are set, and otherwise says why not", async ({
  signedIn: page,
  make,
}) => {
  await sell(make);
  await page.goto("/sales");
  await expect(rows(page)).toHaveCount(5);
  await days(page, "Start Date").fill("2025-11-05");
  await expect(page.getByText("Select end date to apply the date range.", { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await days(page, "Start Date").fill("");
  await days(page, "End Date").fill("2025-11-12");
  await expect(page.getByText("Select start date to apply the date range.", { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await days(page, "Start Date").fill("2025-11-05");
  await expect(rows(page)).toHaveText([/Nov 12/, /Nov 11/, /Nov 05/]);
  await expectCards(page, "₹1,365.00", "14", "3");
  await expect(chips(page)).toHaveText(["Dates: Nov 05, 2025 to Nov 12, 2025"]);
  await expect(days(page, "Start Date")).toHaveAttribute("max", "2025-11-12");
  await expect(days(page, "End Date")).toHaveAttribute("min", "2025-11-05");
  await expectFilters(page, { start_date: "2025-11-05", end_date: "2025-11-12" });

  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await days(page, "End Date").fill("2025-11-04");
  await expect(page.getByText("End date cannot be earlier than start date.", { exact: true })).toBeVisible();
  await expect(page.getByText("No sales found matching your filters.", { exact: true })).toBeVisible();
  await expectCards(page, "₹0.00", "0", "0");
  await expect(page.getByText("No sales to show")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Show all dates" })).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/api/sales"))).toEqual([]);
  await page.reload();
  await expect(page.getByText("No sales found matching your filters.", { exact: true })).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/api/sales"))).toEqual([]);

  await days(page, "Start Date").fill("2025-11-01");
  await days(page, "End Date").fill("2025-11-01");
  await expect(chips(page)).toHaveText(["Dates: Nov 01, 2025"]);
  await expect(page.getByText("No sales found matching your filters.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show all dates" }).click();
  await expect(page).toHaveURL("/sales");
  await expect(rows(page)).toHaveCount(5);
});

test("the doctor's box finds, is filled by a choice, and clears it", async ({ signedIn: page, make }) => {
  const { asha, vikram } = await sell(make);
  await page.goto("/sales");
  const options = page.getByRole("listbox", { name: "Doctor" }).getByRole("option");
  for (const text of ["asha", "CARDIO", "prescriber", "a"]) {
    await doctorBox(page).fill(text);
    await expect(options.filter({ hasText: "Dr. Asha Rao" })).toHaveText(
      "Dr. Asha RaoCardiology · Prescriber · Class A",
    );
  }
  await doctorBox(page).fill("nobody");
  await expect(page.getByText("No doctors found", { exact: true })).toBeVisible();
  await doctorBox(page).fill("asha");
  await options.click();
  await expect(doctorBox(page)).toHaveValue(ashaText);
  await expect(page).toHaveURL(`/sales?doctor_id=${asha.id}`);
  await expect(rows(page)).toHaveText([/Dr\. Asha Rao.*Paracip/, /Dr\. Asha Rao.*Amoxil/]);
  await expectCards(page, "₹276.00", "12", "2");
  await expect(chips(page)).toHaveText(["Doctor: Dr. Asha Rao"]);

  // Opened by its address, the box says the same.
  await page.reload();
  await expect(doctorBox(page)).toHaveValue(ashaText);
  await expect(rows(page)).toHaveCount(2);

  await doctorBox(page).click();
  await expect(options).toHaveCount(2);
  await doctorBox(page).fill("");
  await expect(options).toHaveCount(0);
  await expect(doctorBox(page)).toHaveAttribute("aria-expanded", "false");
  await expect(page).toHaveURL("/sales");
  await expect(rows(page)).toHaveCount(5);

  await page.goto(`/sales?doctor_id=${vikram.id}`);
  await expect(doctorBox(page)).toHaveValue("Dr. Vikram Nair · Dermatology");
  await page.getByRole("button", { name: "Clear Doctor" }).click();
  await expect(page).toHaveURL("/sales");
  await page.goto("/sales?doctor_id=0197a3b0-0000-7000-8000-000000000001");
  await expect(page.getByText("No sales found matching your filters.", { exact: true })).toBeVisible();
  await expect(doctorBox(page)).toHaveValue("Unknown");
  await page.getByRole("button", { name: "Remove filter Doctor: Unknown" }).click();
  await expect(doctorBox(page)).toHaveValue("");
  await expect(rows(page)).toHaveCount(5);
});

test("is filtered by product and category, each with a removable chip", async ({ signedIn: page, make }) => {
  const { amoxil } = await sell(make);
  await page.goto("/sales");
  await expect(productBox(page).getByRole("option")).toHaveText([
    "All Products",
    "Amoxil",
    "Paracip 500",
    "Sample kit",
  ]);
  await productBox(page).selectOption("Amoxil");
  await expect(rows(page)).toHaveText([/Nov 11.*Amoxil/, /Oct 31.*Amoxil/]);
  await expectCards(page, "₹391.00", "5", "2");
  await expect(page).toHaveURL(`/sales?product_id=${amoxil.id}`);
  await page.goto(
    `/sales?product_id=${amoxil.id}&category=Antibiotics&start_date=2025-10-01&end_date=2025-10-31`,
  );
  await expect(rows(page)).toHaveText([/Oct 31.*Amoxil/]);
  await expect(chips(page)).toHaveText([
    "Dates: Oct 01, 2025 to Oct 31, 2025",
    "Product: Amoxil",
    "Category: Antibiotics",
  ]);
  await page.getByRole("button", { name: /^Remove filter Dates/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: /^Remove filter Product/ }).click();
  await expect(page).toHaveURL("/sales?category=Antibiotics");
  await expect(productBox(page)).toHaveValue("");
  await page.goto("/sales?category=Other");
  await expect(rows(page)).toHaveText([/Sample kit.*Other/]);
  await page.getByRole("button", { name: "Clear All Filters" }).click();
  await expect(page).toHaveURL("/sales");
  await expect(rows(page)).toHaveCount(5);
  await expect(chips(page)).toHaveCount(0);
});

test("a slice links to its category and a bar to its doctor, with the same days and product", async ({
  signedIn: page,
  make,
}) => {
  const { asha, amoxil } = await sell(make);
  const range = { start_date: "2025-10-01", end_date: "2025-11-30" };
  await page.goto(`/sales?${new URLSearchParams(range)}`);
  await pie(page)
    .locator("svg")
    .first()
    .click(firstSlice(1000 / 1566));
  await expectFilters(page, { ...range, category: "Other" });
  await expect(rows(page)).toHaveText([/Sample kit.*Other/]);
  await expectCards(page, "₹1,000.00", "1", "1");
  await page.goBack();
  await expectFilters(page, range);
  await expect(rows(page)).toHaveCount(5);

  await productBox(page).selectOption("Amoxil");
  await bars(page)
    .getByRole("link", { name: /^Dr\. Asha Rao/ })
    .click();
  await expectFilters(page, { ...range, product_id: amoxil.id, doctor_id: asha.id });
  await expect(doctorBox(page)).toHaveValue(ashaText);
  await expect(rows(page)).toHaveText([/Oct 31.*Dr\. Asha Rao.*Amoxil/]);
  await page.goBack();
  await expect(doctorBox(page)).toHaveValue("");
  await expect(rows(page)).toHaveCount(2);
});

test("has pages of 10; a filter starts on the first; reload and back keep the place", async ({
  signedIn: page,
  make,
}) => {
  const doctor = await make.doctor();
  const product = await make.product();
  const lines = [{ product }, { product, quantity: 2 }];
  for (let day = 1; day <= 12; day++) {
    await make.visit({ doctor, visit_date: `2025-11-${String(day).padStart(2, "0")}`, lines });
  }
  await page.goto("/sales");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("Showing 10 of 24 sales");
  await expect(pages).toContainText("Page 1 of 3");
  await expect(pages.getByRole("button", { name: "Previous" })).toBeDisabled();
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(rows(page).first()).toContainText("Nov 07");
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(pages).toContainText("Showing 4 of 24 sales");
  await expect(pages.getByRole("button", { name: "Next" })).toBeDisabled();
  await expect(page).toHaveURL("/sales?page=3");
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Visit Information" })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  await productBox(page).selectOption("Paracip 500");
  await expect(page).toHaveURL(`/sales?product_id=${product.id}`);
  await page.goto("/sales?page=9");
  await expect(page).toHaveURL("/sales?page=3");
});

test("the cards are the sums of the rows, under any filters", async ({ signedIn: page, make }) => {
  const { asha, paracip } = await sell(make);
  const lines = Array.from({ length: 12 }, (_, place) => ({
    product: paracip,
    quantity: 1 + place,
    unit_price: `${place}.37`,
  }));
  await make.visit({ doctor: asha, visit_date: "2025-11-19", lines });
  const range = { start_date: "2025-11-01", end_date: "2025-11-19" };
  for (const filters of [
    {},
    range,
    { doctor_id: asha.id },
    { product_id: paracip.id, ...range },
    { category: "Antibiotics", doctor_id: asha.id },
  ]) {
    await page.goto(`/sales?${new URLSearchParams(filters as Record<string, string>)}`);
    await expect(rows(page).first()).toBeVisible();
    const found = await allRows(page);
    const revenue = toRupees(found.reduce((sum, { amount }) => sum + toPaise(amount), 0n));
    const items = found.reduce((sum, { quantity }) => sum + quantity, 0);
    await expect(card(page, "Total Items Sold").getByRole("button")).toHaveText(String(items));
    await expect(card(page, "Total Transactions").getByRole("button")).toHaveText(String(found.length));
    expect(plain(await card(page, "Total Revenue").getByRole("button").innerText())).toBe(revenue);
  }
});

/** "₹1,250.50" as "1250.50". */
function plain(rupees: string): string {
  return rupees.replaceAll(/[₹,]/g, "");
}

/** Quantity and amount of every row, through all pages. */
async function allRows(page: Page): Promise<{ quantity: number; amount: string }[]> {
  const found: { quantity: number; amount: string }[] = [];
  const next = page.getByRole("button", { name: "Next" });
  for (let number = 2; ; number++) {
    for (const row of await rows(page).all()) {
      const [, , , , quantity = "", , amount = ""] = await row.getByRole("cell").allInnerTexts();
      found.push({ quantity: Number(quantity), amount: plain(amount) });
    }
    if (!(await next.isVisible()) || (await next.isDisabled())) return found;
    await next.click();
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`Page ${number} of`);
  }
}

test("shows at once what is recorded and deleted", async ({ signedIn: page, make }) => {
  const { first } = await sell(make);
  await page.goto("/sales");
  await rows(page).nth(3).getByRole("link").click();
  await expect(page).toHaveURL(`/visits/${first.id}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL("/visits");
  await page.getByRole("link", { name: "Sales", exact: true }).click();
  await expectCards(page, "₹1,441.00", "10", "4");
  await expect(rows(page)).toHaveCount(4);
});

test("says what could not be loaded, with a Retry in each panel", async ({
  signedIn: page,
  make,
  product,
}) => {
  await withoutDatabase(page);
  await sell(make);
  const products = await breakTable(product, "products");
  await page.goto("/sales");
  await expect(message(page, failed)).toHaveCount(1);
  await expect(page.getByRole("main").getByText(failed, { exact: true })).toHaveCount(3);
  await expect(retries(page)).toHaveCount(3);
  await products.repair();
  await retries(page).first().click();
  await expect(rows(page)).toHaveCount(5);
  await expectCards(page, "₹1,566.00", "20", "5");
  await expect(retries(page)).toHaveCount(0);

  // One panel alone, and then all of them without a connection.
  await page.route("**/api/sales?*", (route) => route.abort());
  await page.goto("/sales?category=Antibiotics");
  await expectCards(page, "₹391.00", "5", "2");
  await expect(message(page, failed)).toBeVisible();
  await expect(page.getByRole("region", { name: "Sales Details" }).getByRole("alert")).toContainText(failed);
  await expect(retries(page)).toHaveCount(1);
  await page.unroute("**/api/sales?*");
  await retries(page).click();
  await expect(rows(page)).toHaveCount(2);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Clear All Filters" }).click();
  await expect(retries(page)).toHaveCount(3);
  // The connection returns, and each panel loads without a press.
  await page.context().setOffline(false);
  await expectCards(page, "₹1,566.00", "20", "5");
  await expect(rows(page)).toHaveCount(5);
});
