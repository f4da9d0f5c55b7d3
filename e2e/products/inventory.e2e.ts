import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { colourOf, expectNoSidewaysScroll, headingsOf, message } from "../kit/screen.ts";
import {
  card,
  expectCards,
  exportButton,
  figure,
  fill,
  lines,
  lowStock,
  productBox,
  rows,
} from "./inventory.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test.describe("the inventory report", () => {
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

  test("has cards that lead to the rows that they sum", async ({ signedIn: page, make, product }) => {
    await fill(product, make);
    await page.goto("/inventory");
    for (const title of ["Total Products", "Total Purchases", "Stock Value"]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await card(page, title).getByRole("button").click();
      await expect(card(page, "Inventory Details")).toBeFocused();
      await expect(page.getByRole("heading", { name: /^Inventory Details/ })).toBeInViewport();
    }
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
