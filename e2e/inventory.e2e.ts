import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  card,
  days,
  expectCards,
  exportButton,
  figure,
  fill,
  lines,
  lowStock,
  pie,
  productBox,
  rows,
} from "./inventory.ts";
import { chips, colourOf, expectNoSidewaysScroll, headingsOf, message, rowsOf } from "./screen.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test.describe("the inventory report", () => {
  test("without products says what it is for, and suggests the first step", async ({ signedIn: page }) => {
    await page.goto("/");
    await expect(page.getByText("No visits in this period")).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page).toHaveURL("/inventory");
    await expect(page.getByRole("heading", { name: "Inventory", exact: true })).toBeVisible();
    await expect(page.getByText("No products in the inventory yet.")).toBeVisible();
    await expectCards(page, "0", "0", "0", "₹0.00");
    await expect(page.getByText("No purchases or sales in these days")).toBeVisible();
    await expect(page.getByText("No stock of any value")).toBeVisible();
    await expect(page.getByText("No product is low on stock.")).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await page.getByRole("link", { name: "Add First Product" }).click();
    await expect(page).toHaveURL("/products/add");
  });

  test("shows cards, alert and every column, with colours and statuses", async ({
    signedIn: page,
    make,
    product,
  }) => {
    const { calpol } = await fill(product, make);
    await page.goto("/inventory");
    await expect(page.getByText("Jan 01, 2020 to Nov 20, 2025")).toBeVisible();
    await expectCards(page, "3", "83", "17", "₹2,497.50");
    await expect(headingsOf(page, "Inventory Details")).toHaveText([
      "Product",
      "Category",
      "Opening Stock",
      "Purchases",
      "Sales",
      "Adjustments",
      "Closing Stock",
      "Stock Value",
      "Status",
    ]);
    await expect(rows(page)).toHaveText([
      "AmoxilAntibiotics205012-355₹687.50Good Stock",
      "BecosulesOther0180018₹1,800.00NormalGetting low",
      "CalpolPain Relief0155010₹10.00Low Stock",
    ]);
    expect(await colourOf(figure(page, "Closing stock of Amoxil: 55"))).toBe("green");
    expect(await colourOf(figure(page, "Closing stock of Becosules: 18"))).toBe("yellow");
    expect(await colourOf(figure(page, "Closing stock of Calpol: 10"))).toBe("red");

    await expect(lowStock(page)).toHaveText(["Calpol10 units leftCriticalAdd Stock"]);
    await lowStock(page).getByRole("link").click();
    await expect(page).toHaveURL(`/products/${calpol.id}`);
    await page.goBack();
    await rows(page).first().getByText("Antibiotics").click();
    await expect(page.getByRole("heading", { name: "Amoxil", level: 1 })).toBeVisible();
  });

  test("draws what came in and was sold each day, each day linked to its rows", async ({
    signedIn: page,
    make,
    product,
  }) => {
    const { amoxil } = await fill(product, make);
    await page.goto("/inventory");
    await lines(page).getByRole("button", { name: "Show figures as a table" }).click();
    await expect(rowsOf(page, "Stock Movement Over Time")).toHaveText([
      "Nov 10, 2025012",
      "Nov 08, 2025150",
      "Nov 06, 2025180",
      "Nov 05, 2025500",
      "Nov 03, 202505",
    ]);

    // The first day of all is where the axis begins.
    const mark = lines(page).locator("[tabindex='0']");
    await mark.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await expect(mark).toHaveAccessibleName("Nov 03, 2025, Sales: 5");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/sales?start_date=2025-11-03&end_date=2025-11-03");
    await expect(rowsOf(page, "Sales Details")).toHaveText([/Calpol/]);
    await page.goBack();

    await mark.focus();
    await page.keyboard.press("Home");
    for (let day = 3; day < 5; day++) await page.keyboard.press("ArrowRight");
    await expect(mark).toHaveAccessibleName("Nov 05, 2025, Purchases: 50");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/inventory?start_date=2025-11-05&end_date=2025-11-05");
    await expectCards(page, "3", "50", "0", "₹875.00");
    await expect(card(page, "Total Purchases")).toContainText("↑ more than 0 on Nov 04, 2025");
    await expect(card(page, "Total Sales")).toContainText("= the same as 0 on Nov 04, 2025");
    await expect(card(page, "Stock Value")).toContainText("↑ 250% more than ₹250.00 on Nov 04, 2025");

    // For one product, the purchases of a day are entries of its ledger.
    await page.goto(`/inventory?product_id=${amoxil.id}`);
    await mark.focus();
    await page.keyboard.press("Home");
    await expect(mark).toHaveAccessibleName("Nov 05, 2025, Purchases: 50");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(
      `/products/${amoxil.id}?kind=purchase&start_date=2025-11-05&end_date=2025-11-05`,
    );
    await expect(rowsOf(page, "Stock History")).toHaveText([/^Nov 05, 2025Purchase\+50/]);
  });

  test("sums the movement of more than 60 days by week, and says so", async ({
    signedIn: page,
    make,
    product,
  }) => {
    await fill(product, make);
    await page.goto("/inventory?start_date=2025-09-03");
    await expect(card(page, "Stock Movement Over Time")).toContainText(
      "Units purchased and sold per week, Monday to Sunday. The first has 5 days, the last 4 days.",
    );
    await lines(page).getByRole("button", { name: "Show figures as a table" }).click();
    await expect(rowsOf(page, "Stock Movement Over Time")).toHaveText([
      "Nov 10, 2025 to Nov 16, 2025012",
      "Nov 03, 2025 to Nov 09, 2025835",
    ]);
    const mark = lines(page).locator("[tabindex='0']");
    await mark.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
    await expect(mark).toHaveAccessibleName("Nov 10, 2025 to Nov 16, 2025, Sales: 12");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/sales?start_date=2025-11-10&end_date=2025-11-16");
    await expect(rowsOf(page, "Sales Details")).toHaveText([/Amoxil/]);
  });

  test("shows the value of each category; a slice filters by it", async ({
    signedIn: page,
    make,
    product,
  }) => {
    await fill(product, make);
    await page.goto("/inventory");
    const parts = pie(page).getByRole("listitem");
    await expect(parts).toHaveText([
      /^Other ₹1,800\.00 72%/,
      /^Antibiotics ₹687\.50 28%/,
      /^Pain Relief ₹10\.00 <1%/,
    ]);
    // Around the ring only slices over 5 % carry their share.
    await expect(pie(page).locator("svg text").filter({ hasText: "%" })).toHaveText(["72%", "28%"]);
    await expect(pie(page).locator("svg text").filter({ hasText: "₹" })).toHaveText("₹2,497.50");

    await pie(page).getByRole("link", { name: "Other: ₹1,800.00, 72%" }).click();
    await expect(page).toHaveURL("/inventory?category=Other");
    await expect(rows(page)).toHaveText([/^Becosules/]);
    await expectCards(page, "1", "18", "0", "₹1,800.00");
    await expect(chips(page)).toHaveText(["Category: Other"]);
    await page.goBack();
    await expect(rows(page)).toHaveCount(3);
    await page.goForward();
    await page.getByRole("button", { name: "Remove filter Category: Other" }).click();
    await expect(page).toHaveURL("/inventory");
    await expect(rows(page)).toHaveCount(3);
  });

  test("links each number to the rows that it sums", async ({ signedIn: page, make, product }) => {
    const { amoxil } = await fill(product, make);
    const history = rowsOf(page, "Stock History");
    const from = async (address: string, name: string) => {
      await page.goto(address);
      await figure(page, name).click();
    };
    const whole = "start_date=2020-01-01&end_date=2025-11-20";
    await from("/inventory", "Purchases of Amoxil: 50");
    await expect(page).toHaveURL(`/products/${amoxil.id}?kind=purchase&${whole}`);
    await expect(history).toHaveText([/^Nov 05, 2025Purchase\+50/]);
    await from("/inventory", "Adjustments of Amoxil: -3");
    await expect(history).toHaveText([/^Nov 12, 2025Adjustment-3/]);
    await from("/inventory", "Opening stock of Amoxil: 20");
    await expect(history).toHaveText([/^Oct 01, 2025Opening stock\+20/]);
    await from("/inventory", "Sales of Amoxil: 12");
    await expect(page).toHaveURL(`/sales?${whole}&product_id=${amoxil.id}`);
    await expect(rowsOf(page, "Sales Details")).toHaveText([/Amoxil.*12/]);
    await from("/inventory", "Closing stock of Amoxil: 55");
    await expect(page).toHaveURL(`/products/${amoxil.id}`);
    await expect(history).toHaveCount(4);

    // For a range of days, the opening stock sums everything before it.
    const november = "/inventory?start_date=2025-11-06&end_date=2025-11-11";
    await from(november, "Opening stock of Amoxil: 70");
    await expect(history).toHaveText([/\+50\s*70/, /\+20\s*20/]);
    await from(november, "Closing stock of Amoxil: 58");
    await expect(history).toHaveText([/-12\s*58/, /\+50\s*70/, /\+20\s*20/]);
  });

  test("has cards linked to the rows that they sum", async ({ signedIn: page, make, product }) => {
    const { amoxil } = await fill(product, make);
    await page.goto("/inventory");
    for (const title of ["Total Products", "Total Purchases", "Stock Value"]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await card(page, title).getByRole("button").click();
      await expect(card(page, "Inventory Details")).toBeFocused();
      await expect(page.getByRole("heading", { name: /^Inventory Details/ })).toBeInViewport();
    }
    await card(page, "Total Sales").getByRole("link").click();
    await expect(page).toHaveURL("/sales?start_date=2020-01-01&end_date=2025-11-20");
    await expect(card(page, "Total Items Sold")).toContainText("17");

    await page.goto(`/inventory?product_id=${amoxil.id}&end_date=2025-11-06`);
    await card(page, "Total Purchases").getByRole("link").click();
    await expect(page).toHaveURL(
      `/products/${amoxil.id}?kind=purchase&start_date=2020-01-01&end_date=2025-11-06`,
    );
    await expect(rowsOf(page, "Stock History")).toHaveCount(1);
  });

  test("shows separately what was sold before it was received, and links to its movements", async ({
    signedIn: page,
    make,
    product,
  }) => {
    const { calpol } = await fill(product, make);
    const history = rowsOf(page, "Stock History");
    await page.goto("/inventory?start_date=2025-11-01&end_date=2025-11-05");
    const note = page.getByText(
      /^Sold before received: a sale was entered for a day before its stock came in/,
    );
    await expect(rows(page).last()).toHaveText(
      /^CalpolPain Relief00500\+5 sold before received₹0\.00Low Stock$/,
    );
    await expect(note).toBeVisible();
    await figure(page, "Sold before received of Calpol: +5").click();
    await expect(page).toHaveURL(
      `/products/${calpol.id}?kind=sold_before_received&start_date=2025-11-01&end_date=2025-11-05`,
    );
    await expect(history).toHaveText([/Sale-5-5\+5Visit to Dr. Asha Rao/]);
    await page.goto("/inventory?start_date=2025-11-06");
    await expect(rows(page).last()).toHaveText(
      /^CalpolPain Relief0150010-5 sold before received₹10\.00Low Stock$/,
    );
    await expect(note).toBeVisible();
    await figure(page, "Sold before received of Calpol: -5").click();
    await expect(history).toHaveText([/Purchase\+1510-5/]);
    await page.goto("/inventory");
    await expect(rows(page)).toHaveCount(3);
    await expect(note).toHaveCount(0);
  });

  test("is paged by 25, and says how many more products are low", async ({ signedIn: page, make }) => {
    for (let number = 10; number <= 60; number++) await make.product({ name: `Product ${number}`, stock: 0 });
    await page.goto("/inventory");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await expect(pages).toContainText("Showing 25 of 51 products");
    await expect(rows(page)).toHaveCount(25);
    await pages.getByRole("button", { name: "Next" }).click();
    await pages.getByRole("button", { name: "Next" }).click();
    await expect(page).toHaveURL("/inventory?page=3");
    await expect(pages).toContainText("Showing 1 of 51 products");
    await expect(rows(page)).toHaveText([/^Product 60/]);

    await expect(lowStock(page).filter({ visible: true })).toHaveCount(12);
    await page.getByRole("button", { name: "Show all 50" }).click();
    await expect(lowStock(page).filter({ visible: true })).toHaveCount(50);
    await expect(page.getByText("and 1 more, in the table below")).toBeVisible();
    await page.getByRole("button", { name: "Show fewer" }).click();
    await expect(lowStock(page).filter({ visible: true })).toHaveCount(12);
    // A filter starts at the first page again.
    await days(page, "Start Date").fill("2025-11-01");
    await expect(page).toHaveURL("/inventory?start_date=2025-11-01");
  });
});

test("shows at once what is sold, bought and renamed elsewhere", async ({ signedIn: page, make }) => {
  const doctor = await make.doctor();
  const paracip = await make.product({ stock: 60 });
  await make.visit({
    doctor,
    visit_date: "2025-11-20",
    lines: [{ product: paracip, quantity: 5 }],
  });
  await page.goto("/inventory");
  await expect(rows(page)).toHaveText([/^Paracip 500Pain Relief0605055/]);
  await goTo(page, "Products");
  await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
  await page.getByRole("dialog").getByLabel("Quantity to Add").fill("40");
  await page.keyboard.press("Enter");
  await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
  await goTo(page, "Inventory");
  await expect(rows(page)).toHaveText([/^Paracip 500Pain Relief01005095/]);
  await goTo(page, "Visits");
  await page.getByRole("button", { name: /^Delete visit/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(message(page, /^Visit deleted successfully/)).toBeVisible();
  await goTo(page, "Inventory");
  await expect(rows(page)).toHaveText([/^Paracip 500Pain Relief010000100/]);
});

async function goTo(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("low stock comes first, and incoming stock can be entered at once", async ({
    signedIn: page,
    make,
  }) => {
    await make.product({ name: "Insulin", stock: 3 });
    await make.product({ name: "Amoxil", stock: 300 });
    await page.goto("/inventory");
    await expect(lowStock(page)).toHaveText([/^Insulin3 units left.*Add Stock$/]);
    const headings = page.getByRole("main").getByRole("heading", { level: 2 });
    await expect(headings.first()).toHaveText("Low Stock Alert(1)");
    await expect(lowStock(page)).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Add Stock: Insulin" }).tap();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Insulin");
    await dialog.getByLabel("Quantity to Add").fill("40");
    await dialog.getByRole("button", { name: "Add Stock" }).tap();
    await expect(message(page, "Stock added successfully to Insulin!")).toBeVisible();
    await expect(page.getByText(/^No product is low on stock/)).toBeVisible();
  });

  test("rows are cards and the filters one tap away", async ({ signedIn: page, make, product }) => {
    const { amoxil } = await fill(product, make);
    await page.goto("/inventory");
    const cards = page.getByRole("list", { name: "Inventory Details" }).getByRole("listitem");
    await expect(cards).toHaveCount(3);
    await expect(cards.first()).toHaveText(
      "AmoxilAntibioticsClosing stock55Good StockOpening Stock20Purchases50Sales12Adjustments-3Stock Value₹687.50",
    );
    await expect(productBox(page)).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).tap();
    await productBox(page).selectOption("Amoxil");
    await expect(cards).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await figure(page, "Purchases of Amoxil: 50").tap();
    await expect(page).toHaveURL(new RegExp(`/products/${amoxil.id}\\?kind=purchase`));
    // What people come for is in sight.
    await expect(page.getByRole("heading", { name: "Stock History" })).toBeInViewport();
    await expectNoSidewaysScroll(page);
  });
});

test("nothing is wider than the window, at every width and on paper", async ({
  signedIn: page,
  make,
  product,
}) => {
  await fill(product, make);
  await make.product({ name: "W".repeat(200), price: "9999999999.99", stock: 100 });
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/inventory");
    await expect(page.getByText("Amoxil").filter({ visible: true }).first()).toBeVisible();
    await expect(lines(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  // A4 between its margins.
  await page.setViewportSize({ width: 688, height: 900 });
  await page.emulateMedia({ media: "print" });
  await page.goto("/inventory?category=Antibiotics");
  await expect(
    page.getByText("Category: Antibiotics", { exact: true }).filter({ visible: true }),
  ).toHaveCount(1);
  await expect(exportButton(page)).toBeHidden();
  await expectNoSidewaysScroll(page);
});
