import { expect, test } from "../kit/fixtures.ts";
import { detail, goInside, rowsOf } from "../kit/screen.ts";
import { holdNextAnswer } from "../kit/trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ loadsAhead: true, now: Date.parse("2025-11-20T06:30:00Z") });

test("what a list has shown is there at once when it is opened, and what is newer once the answer arrives", async ({
  signedIn: page,
  make,
  product: { database },
}) => {
  const asha = await make.doctor({ name: "Dr. Asha Rao", hospital: "Ruby Hall" });
  const sold = await make.product({ name: "Amoxil", category: "Antibiotics", price: "100.00" });
  const lines = [{ product: sold, quantity: 2 }];
  await make.visit({ doctor: asha, visit_date: "2025-11-05", notes: "Wants samples", lines });
  const nextOf = (noun: string) =>
    holdNextAnswer(page, { method: "GET", path: new RegExp(`^/api/${noun}/[0-9a-f-]{36}$`) });

  await test.step("a doctor", async () => {
    await page.goto("/doctors");
    const doctor = await nextOf("doctors");
    await page.getByRole("link", { name: "Dr. Asha Rao", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Dr. Asha Rao", level: 1 })).toBeVisible();
    await expect(detail(page, "Hospital/Clinic")).toHaveText("Ruby Hall");
    await doctor.answered;
    doctor.release();
  });

  await test.step("a product", async () => {
    await goInside(page, "/products");
    await expect(rowsOf(page, "Products")).toHaveCount(1);
    const product = await nextOf("products");
    await page.getByRole("link", { name: "Amoxil", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Amoxil", level: 1 })).toBeVisible();
    await expect(detail(page, "Category")).toHaveText("Antibiotics");
    await product.answered;
    product.release();
  });

  await test.step("a visit's facts, and its sales in the place kept for them", async () => {
    await goInside(page, "/visits");
    await expect(rowsOf(page, "Visits")).toHaveCount(1);
    const visit = await nextOf("visits");
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

  await test.step("a row is read from the press on, before the finger lifts; what a colleague changed shows", async () => {
    await page.goto("/doctors");
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    await database.pool.query("update doctors set name = 'Dr. Asha Roy'");
    const asked = page.waitForRequest(
      (request) => new URL(request.url()).pathname === `/api/doctors/${asha.id}`,
    );
    await rowsOf(page, "Doctors").getByText("Ruby Hall").hover();
    await page.mouse.down();
    await asked;
    await expect(page).toHaveURL("/doctors");
    await page.mouse.up();
    await expect(page).toHaveURL(`/doctors/${asha.id}`);
    await expect(page.getByRole("heading", { name: "Dr. Asha Roy", level: 1 })).toBeVisible();
  });
});
