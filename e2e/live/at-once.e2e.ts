import { expect, test } from "../kit/fixtures.ts";
import { detail, rowsOf } from "../kit/screen.ts";
import { holdNextAnswer } from "../kit/trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ loadsAhead: true, now: Date.parse("2025-11-20T06:30:00Z") });

test("a doctor and a product are there at once, as their list has shown them", async ({
  signedIn: page,
  make,
}) => {
  await make.doctor({ name: "Dr. Asha Rao", hospital: "Ruby Hall" });
  await make.product({ name: "Amoxil", category: "Antibiotics" });

  await page.goto("/doctors");
  const doctor = await holdNextAnswer(page, { method: "GET", path: /^\/api\/doctors\/[0-9a-f-]{36}$/ });
  await page.getByRole("link", { name: "Dr. Asha Rao", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Dr. Asha Rao", level: 1 })).toBeVisible();
  await expect(detail(page, "Hospital/Clinic")).toHaveText("Ruby Hall");
  await doctor.answered;
  doctor.release();

  await page.goto("/products");
  const product = await holdNextAnswer(page, { method: "GET", path: /^\/api\/products\/[0-9a-f-]{36}$/ });
  await page.getByRole("link", { name: "Amoxil", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Amoxil", level: 1 })).toBeVisible();
  await expect(detail(page, "Category")).toHaveText("Antibiotics");
  await product.answered;
  product.release();
});

test("what a colleague changed since the list was read is shown when the answer arrives", async ({
  signedIn: page,
  make,
  product,
}) => {
  await make.doctor({ name: "Dr. Asha Rao" });
  await page.goto("/doctors");
  await expect(rowsOf(page, "Doctors")).toHaveCount(1);
  await product.database.pool.query("update doctors set name = 'Dr. Asha Roy'");
  await page.getByRole("link", { name: "Dr. Asha Rao", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Dr. Asha Roy", level: 1 })).toBeVisible();
});

test("a visit's facts are there at once, and its sales in the place kept for them", async ({
  signedIn: page,
  make,
}) => {
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const sold = await make.product({ price: "100.00" });
  const lines = [{ product: sold, quantity: 2 }];
  await make.visit({ doctor, visit_date: "2025-11-05", notes: "Wants samples", lines });
  await page.goto("/visits");
  const visit = await holdNextAnswer(page, { method: "GET", path: /^\/api\/visits\/[0-9a-f-]{36}$/ });
  await rowsOf(page, "Visits").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Visit Details", level: 1 })).toBeVisible();
  await expect(detail(page, "Notes")).toHaveText("Wants samples");
  await expect(detail(page, "Total Sales")).toHaveText("₹200.00 (1 item)");
  const title = page.getByRole("heading", { name: "Sales" });
  const place = await title.boundingBox();
  await visit.answered;
  visit.release();
  await expect(rowsOf(page, "Sales")).toHaveCount(1);
  expect(await title.boundingBox()).toEqual(place);
});

test("a row is read from the press on, before the finger lifts", async ({ signedIn: page, make }) => {
  const { id } = await make.doctor({ name: "Dr. Asha Rao", hospital: "Ruby Hall" });
  await page.goto("/doctors");
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === `/api/doctors/${id}`);
  await rowsOf(page, "Doctors").getByText("Ruby Hall").hover();
  await page.mouse.down();
  await asked;
  await expect(page).toHaveURL("/doctors");
  await page.mouse.up();
  await expect(page).toHaveURL(`/doctors/${id}`);
});
