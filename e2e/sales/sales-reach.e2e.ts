import { expect, test } from "../kit/fixtures.ts";
import { chips, expectNoSidewaysScroll, goInside, headingsOf } from "../kit/screen.ts";
import { ashaText, days, doctorBox, expectFilters, pie, productBox, sell } from "./sales-screen.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

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
  await page.goto("/sales");
  for (const width of [1024, 820, 768, 640, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByText("Showing 6 of 6 sales")).toBeVisible();
    await expect(pie(page).getByRole("link")).not.toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
  await goInside(page, "/sales?category=Antibiotics");
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
  await goInside(page, "/sales");
  await expect(page.getByText(name, { exact: true }).last()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
