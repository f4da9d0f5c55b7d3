import { expect, test } from "../kit/fixtures.ts";
import {
  ashaText,
  bars,
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
