import { expect, test } from "../kit/fixtures.ts";
import { colourOf, goInside, message, rowsOf } from "../kit/screen.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test("a status has its colour; the last visit of the last page is opened and deleted with its sales, then the first page is shown", async ({
  signedIn: page,
  make,
}) => {
  const doctor = await make.doctor();
  const product = await make.product({ stock: 10 });
  const lines = [{ product, quantity: 4 }, { product }];
  const { id } = await make.visit({ doctor, visit_date: "2025-11-01", lines });
  for (let day = 2; day <= 10; day++) {
    await make.visit({ doctor, visit_date: `2025-11-${String(day).padStart(2, "0")}` });
  }
  await make.visit({ doctor, visit_date: "2025-11-11", status: "cancelled" });
  await page.goto("/visits");
  expect(await colourOf(page.getByText("Completed", { exact: true }).last())).toBe("green");
  expect(await colourOf(rowsOf(page, "Visits").getByText("Cancelled", { exact: true }))).toBe("yellow");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("Page 1 of 2");
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL("/visits?page=2");
  await expect(rowsOf(page, "Visits")).toHaveText([
    /^Dr. Asha Rao.*Nov 01, 2025.*Completed.*₹62\.50.*2 items/,
  ]);
  await page.getByRole("link", { name: "View visit to Dr. Asha Rao on Nov 01, 2025" }).click();
  await expect(page).toHaveURL(`/visits/${id}`);
  await expect(rowsOf(page, "Sales")).toHaveCount(2);
  await page.goBack();

  await page.getByRole("button", { name: /^Delete visit to Dr. Asha Rao/ }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete visit" });
  await expect(dialog).toContainText("2 sales will be deleted, and 5 units come back into stock.");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(
    message(page, "Visit deleted successfully: Dr. Asha Rao, Nov 01, 2025, 2 associated sales"),
  ).toBeVisible();
  await expect(page).toHaveURL("/visits");
  await expect(rowsOf(page, "Visits")).toHaveCount(10);
  await expect(pages).toHaveCount(0);
  await goInside(page, "/products");
  await expect(rowsOf(page, "Products")).toContainText("10Low Stock");
});
