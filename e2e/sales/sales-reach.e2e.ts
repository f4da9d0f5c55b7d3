import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { chips, expectNoSidewaysScroll, headingsOf } from "../kit/screen.ts";
import {
  ashaText,
  bars,
  card,
  days,
  doctorBox,
  expectFilters,
  pie,
  productBox,
  rows,
  sell,
} from "./sales-screen.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test("filters, reads the charts and opens a row with only the keyboard", async ({ signedIn: page, make }) => {
  const { asha, paracip } = await sell(make);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^Dashboard/ })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL("/sales");
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press("/");
  await expect(doctorBox(page)).toBeFocused();
  await page.keyboard.type("asha");
  await expect(page.getByRole("listbox", { name: "Doctor" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expectFilters(page, { doctor_id: asha.id });
  await expect(rows(page)).toHaveCount(2);

  await tabTo(page, card(page, "Total Items Sold").getByRole("button"));
  await page.keyboard.press("Enter");
  const details = page.getByRole("region", { name: "Sales Details" });
  await expect(details).toBeFocused();
  await expect(details).toBeInViewport({ ratio: 0.5 });

  await tabTo(page, pie(page).getByRole("link").first(), "Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectFilters(page, { doctor_id: asha.id, category: "Pain Relief" });
  await expect(rows(page)).toHaveText([/Paracip 500/]);
  await tabTo(page, page.getByRole("button", { name: "Remove filter Doctor: Dr. Asha Rao" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await tabTo(page, productBox(page), "Shift+Tab");
  await page.keyboard.type("Paracip");
  await expectFilters(page, { product_id: paracip.id, category: "Pain Relief" });
  await tabTo(page, bars(page).getByRole("link").first());
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(doctorBox(page)).toHaveValue("Dr. Vikram Nair · Dermatology");
  await expect(rows(page)).toHaveText([/Nov 20.*Dr\. Vikram Nair/]);
  await tabTo(page, rows(page).getByRole("link"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Visit Information" })).toBeVisible();
});

/** Presses Tab until it arrives. */
async function tabTo(page: Page, target: Locator, key = "Tab") {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

test("on a phone filters are one tap away and rows are cards; no width is too narrow; paper has no filters", async ({
  signedIn: page,
  make,
}) => {
  const { asha } = await sell(make);
  const name = "Dr. Sebastian Puthenpurackal Balakrishnan, MD (Gold Medallist)";
  const doctor = await make.doctor({ name, specialization: "Gastroenterologist" });
  const product = await make.product({
    name: "Chlorpheniramine Suspension 100 ml",
    category: "Cardiovascular",
    price: "9999.99",
  });
  await make.visit({ doctor, visit_date: "2025-11-30", lines: [{ product, quantity: 100 }] });
  for (const width of [1024, 820, 768, 640, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/sales");
    await expect(page.getByText("Showing 6 of 6 sales")).toBeVisible();
    await expect(pie(page).getByRole("link")).not.toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
  await page.goto("/sales?category=Antibiotics");
  await expect(doctorBox(page)).toBeHidden();
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await doctorBox(page).fill("asha");
  await page.getByRole("listbox", { name: "Doctor" }).getByRole("option").click();
  await expect(doctorBox(page)).toHaveValue(ashaText);
  await expect(days(page, "Start Date")).toBeVisible();
  await expect(productBox(page)).toBeVisible();
  await expect(page.getByRole("list", { name: "Sales Details" }).getByRole("listitem")).toHaveText([
    "Dr. Asha RaoCardiology₹151.00DateOct 31, 2025ProductAmoxilCategoryAntibioticsQuantity2Unit Price₹75.50",
  ]);

  // As wide as A4 between its margins.
  await page.setViewportSize({ width: 718, height: 1016 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(doctorBox(page)).toBeHidden();
  await expect(chips(page)).toBeHidden();
  await expect(page.getByText("All dates · Dr. Asha Rao · Antibiotics")).toBeVisible();
  await expect(headingsOf(page, "Sales Details").filter({ visible: true })).toHaveCount(7);
  await expectFilters(page, { category: "Antibiotics", doctor_id: asha.id });
  await page.goto("/sales");
  await expect(page.getByText(name, { exact: true }).last()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
