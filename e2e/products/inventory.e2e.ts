import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { colourOf, expectNoSidewaysScroll, goInside, headingsOf, message } from "../kit/screen.ts";
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

test("the inventory report shows its figures at once, leads to their rows, fits every width and paper, and is saved", async ({
  signedIn: page,
  make,
  product,
}) => {
  const { amoxil, calpol } = await fill(product, make);

  await test.step("cards, alert and every column, with colours and statuses", async () => {
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

  await test.step("cards lead to the rows that they sum", async () => {
    await page.goBack();
    for (const title of ["Total Products", "Total Purchases", "Stock Value"]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await card(page, title).getByRole("button").click();
      await expect(card(page, "Inventory Details")).toBeFocused();
      await expect(page.getByRole("heading", { name: /^Inventory Details/ })).toBeInViewport();
    }
  });

  await test.step("what is sold, bought and deleted elsewhere shows at once", async () => {
    const doctor = await make.doctor({ name: "Dr. Bela Shah" });
    const row = rows(page).filter({ hasText: "Paracip 500" });
    const paracip = await make.product({ stock: 60 });
    await make.visit({
      doctor,
      visit_date: "2025-11-20",
      lines: [{ product: paracip, quantity: 5 }],
    });
    await page.goto("/inventory");
    await expect(row).toHaveText(/^Paracip 500Pain Relief0605055/);
    await goTo(page, "Products");
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    await page.getByRole("dialog").getByLabel("Quantity to Add").fill("40");
    await page.keyboard.press("Enter");
    await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
    await goTo(page, "Inventory");
    await expect(row).toHaveText(/^Paracip 500Pain Relief01005095/);
    await goTo(page, "Visits");
    await page.getByRole("button", { name: /^Delete visit to Dr. Bela Shah/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, /^Visit deleted successfully/)).toBeVisible();
    await goTo(page, "Inventory");
    await expect(row).toHaveText(/^Paracip 500Pain Relief010000100/);
  });

  await test.step("Export Data saves all rows under the filters, whatever their names contain", async () => {
    const hindi = 'पैरासिटामोल, "500" ₹';
    await make.product({ name: hindi, price: "123456.5", stock: 30 });
    await make.product({ name: "=1+1", category: "", stock: 0 });
    for (let number = 10; number <= 35; number++) {
      await make.product({ name: `Vitamin ${number}`, category: "Vitamins", stock: 0 });
    }
    await page.goto("/inventory");
    await expect(rows(page)).toHaveCount(25);
    const all = await exported(page);
    expect(all.name).toBe("inventory-report-2025-11-20.csv");
    expect(all.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(all.lines[0]).toBe(
      "Product Name,Category,Opening Stock,Purchases,Sales,Adjustments,Closing Stock,Stock Value,Price,Sold Before Received",
    );
    expect(all.lines).toHaveLength(1 + 32);
    expect(all.lines).toContain('"पैरासिटामोल, ""500"" ₹",Pain Relief,0,30,0,0,30,3703695.00,123456.50,0');
    expect(all.lines.filter((line) => /^"?=/.test(line))).toEqual([]);
    expect(all.lines.filter((line) => line.includes("=1+1"))).toHaveLength(1);
    await expect(message(page, "Inventory data exported successfully")).toBeVisible();

    const days = "start_date=2025-11-06&end_date=2025-11-11";
    await goInside(page, `/inventory?product_id=${amoxil.id}&category=Antibiotics&${days}`);
    await expect(rows(page)).toHaveCount(1);
    const one = await exported(page);
    expect(one.lines.slice(1)).toEqual(["Amoxil,Antibiotics,70,0,12,0,58,725.00,12.50,0"]);
    await goInside(page, "/inventory?category=Vitamins");
    await expect(rows(page)).toHaveCount(25);
    expect((await exported(page)).lines).toHaveLength(1 + 26);
  });

  await test.step("nothing is wider than the window, at every width and on paper", async () => {
    await goInside(page, "/inventory");
    await make.product({ name: `A${"W".repeat(199)}`, price: "9999999999.99", stock: 100 });
    await page.reload();
    await expect(page.getByText(/^AW+$/).filter({ visible: true }).first()).toBeVisible();
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText("Amoxil").filter({ visible: true }).first()).toBeVisible();
      await expect(lines(page)).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    // A4 between its margins.
    await page.setViewportSize({ width: 688, height: 900 });
    await page.emulateMedia({ media: "print" });
    await goInside(page, "/inventory?category=Antibiotics");
    await expect(
      page.getByText("Category: Antibiotics", { exact: true }).filter({ visible: true }),
    ).toHaveCount(1);
    await expect(exportButton(page)).toBeHidden();
    await expectNoSidewaysScroll(page);
  });
});

async function goTo(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
}

/** Presses Export Data and reads the file that the browser saves. */
async function exported(page: Page) {
  const coming = page.waitForEvent("download");
  await exportButton(page).click();
  const download = await coming;
  const bytes = await readFile(await download.path());
  const lines = bytes.subarray(3).toString("utf8").split("\r\n");
  return { name: download.suggestedFilename(), bytes, lines: lines.filter((line) => line !== "") };
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("low stock comes first and is entered at once, rows are cards, and the filters one tap away", async ({
    signedIn: page,
    make,
    product,
  }) => {
    const { amoxil } = await fill(product, make);

    await test.step("low stock comes first, and incoming stock can be entered at once", async () => {
      await page.goto("/inventory");
      await expect(lowStock(page)).toHaveText([/^Calpol10 units left.*Add Stock$/]);
      const headings = page.getByRole("main").getByRole("heading", { level: 2 });
      await expect(headings.first()).toHaveText("Low Stock Alert(1)");
      await expect(lowStock(page)).toBeInViewport();
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Add Stock: Calpol" }).tap();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText("Calpol");
      await dialog.getByLabel("Quantity to Add").fill("40");
      await dialog.getByRole("button", { name: "Add Stock" }).tap();
      await expect(message(page, "Stock added successfully to Calpol!")).toBeVisible();
      await expect(page.getByText(/^No product is low on stock/)).toBeVisible();
    });

    await test.step("rows are cards and the filters one tap away", async () => {
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
});
