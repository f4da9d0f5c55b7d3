import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { expectUncut, goInside } from "../kit/screen.ts";
import {
  ashaText,
  bars,
  card,
  doctorBox,
  expectCards,
  expectFilters,
  firstSlice,
  pie,
  productBox,
  rows,
  sell,
} from "./sales-screen.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test("the sales are filtered by slices and bars, by mouse or with only the keyboard, and show at once what is deleted", async ({
  signedIn: page,
  make,
}) => {
  const { asha, amoxil, paracip, first } = await sell(make);

  await test.step("a slice links to its category and a bar to its doctor, with the same days and product", async () => {
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

  await test.step("filters, reads the charts and opens a row with only the keyboard", async () => {
    await goInside(page, "/");
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

  await test.step("shows at once what is deleted", async () => {
    await goInside(page, "/sales");
    await rows(page).nth(3).getByRole("link").click();
    await expect(page).toHaveURL(`/visits/${first.id}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page).toHaveURL("/visits");
    await page.getByRole("link", { name: "Sales", exact: true }).click();
    await expectCards(page, "₹1,441.00", "10", "4");
    await expect(rows(page)).toHaveCount(4);
  });

  await test.step("a doctor's name is shown whole beside the bars of a narrow phone", async () => {
    const name = "Dr. Padmavathi Venkataraman";
    const doctor = await make.doctor({ name });
    await make.visit({ doctor, visit_date: "2025-11-13", lines: [{ product: paracip, quantity: 3 }] });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/sales");
    await expectUncut(bars(page).getByText(name, { exact: true }));
  });
});

/** Presses Tab until it arrives. */
async function tabTo(page: Page, target: Locator, key = "Tab") {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}
