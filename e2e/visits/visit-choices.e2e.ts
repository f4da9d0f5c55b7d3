import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside, message } from "../kit/screen.ts";
import {
  chooseDoctor,
  chooseProduct,
  doctorField,
  priceField,
  productField,
  quantityField,
  total,
} from "../kit/visit-form.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test("the visit form says where to start, adds doctor and product, and completes a scheduled visit instead", async ({
  signedIn: page,
  make,
  call,
}) => {
  await test.step("with nothing to choose from it adds both without leaving", async () => {
    await page.goto("/visits/add");
    await page.getByLabel("Notes").fill("Wants samples");
    await expect(page.getByText("No doctors added yet.")).toBeVisible();
    await doctorField(page).fill("Dr. Asha Rao");
    await expect(page.getByText("No doctors found")).toBeVisible();
    await page.keyboard.press("Enter");
    const doctor = page.getByRole("dialog", { name: "Add Doctor" });
    await expect(doctor.getByLabel("Doctor Name")).toHaveValue("Dr. Asha Rao");
    await expect(doctor.getByLabel("Doctor Name")).toBeFocused();
    await doctor.getByLabel("Address").fill("12 MG Road, Pune");
    await page.keyboard.press("Control+Enter");
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    await expect(doctor).toBeHidden();
    await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
    await expect(productField(page)).toBeFocused();

    await page.getByRole("button", { name: "Add your first product" }).click();
    const product = page.getByRole("dialog", { name: "Add Product" });
    await product.getByLabel("Product Name").fill("Paracip 500");
    await product.getByLabel("Price").fill("12.50");
    await product.getByRole("button", { name: "Add Product" }).click();
    await expect(product).toBeHidden();
    await expect(page.getByRole("option", { name: "Paracip 500 - ₹12.50 (Stock: 0)" })).toBeAttached();
    await expect(productField(page).locator("option:checked")).toContainText("Paracip 500");
    await expect(priceField(page)).toHaveValue("12.50");
    await expect(quantityField(page)).toBeFocused();
    await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");

    // Nothing of it is in stock yet: the visit is saved without the item.
    await productField(page).selectOption("Select a product");
    await page.keyboard.press("Control+Enter");
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    await expect(page).toHaveURL("/visits");
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ notes: "Wants samples", doctor: { name: "Dr. Asha Rao" } }]);
  });

  await test.step("a new doctor's address starts with the last city, which does not count as typed", async () => {
    await goInside(page, "/doctors/add");
    await expect(page.getByLabel("Address")).toHaveValue("Pune");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/doctors");
    await goInside(page, "/doctors/add");
    await expect(page.getByLabel("Address")).toHaveValue("Pune");
    await expect(page.getByText(/What you typed/)).toHaveCount(0);
    await page.getByLabel("Doctor Name").fill("Dr. Vikram Nair");
    await page.getByLabel("Email").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("4 Baner Road");
    await page.keyboard.press("Control+Enter");
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    const { rows } = await call(doctorRoutes.list, { query: { search: "vikram" } });
    expect(rows).toMatchObject([{ address: "4 Baner Road, Pune" }]);
  });

  await test.step("offers to complete a doctor's scheduled visit, with what is already typed", async () => {
    const doctor = await make.doctor({ name: "Dr. Bela Shah" });
    const product = await make.product({ name: "Azee 250" });
    const { id } = await make.visit({
      doctor,
      visit_date: "2025-11-19",
      status: "scheduled",
      notes: "Bring samples",
      lines: [{ product, quantity: 2 }],
    });
    await goInside(page, "/visits/add");
    await chooseDoctor(page, "Dr. Bela Shah");
    const notice = page.getByText("A visit to this doctor is scheduled for Nov 19, 2025.");
    await expect(notice).toBeVisible();
    // Only while recording a visit for today.
    await page.getByLabel("Visit Date").fill("2025-11-10");
    await expect(notice).toBeHidden();
    await page.getByLabel("Visit Date").fill("2025-11-20");
    await page.getByLabel("Notes").fill("Wants more");
    await chooseProduct(page, "Azee 250");
    await quantityField(page).fill("3");
    await page.getByRole("button", { name: "Complete that one" }).click();

    await expect(page).toHaveURL(`/visits/${id}/edit`);
    await expect(page.getByLabel("Visit Date")).toHaveValue("Nov 20, 2025");
    await expect(page.getByLabel("Status")).toHaveValue("completed");
    await expect(page.getByLabel("Notes")).toHaveValue("Bring samples\nWants more");
    await expect(quantityField(page)).toHaveValue("3");
    await page.reload();
    await expect(page.getByLabel("Notes")).toHaveValue("Bring samples\nWants more");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(message(page, "Visit updated successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.ofDoctor, { params: { id: doctor.id }, query: {} });
    expect(rows).toMatchObject([
      { id, visit_date: "2025-11-20", status: "completed", item_count: 2, total_sales: "62.50" },
    ]);
    // Nothing is left of the visit that was started.
    await goInside(page, "/visits/add");
    await expect(doctorField(page)).toHaveValue("");
    await expect(page.getByLabel("Notes")).toHaveValue("");
    await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a visit with an item takes six taps, each on what is in view, and so does one like the last", async ({
    signedIn: page,
    make,
    call,
  }) => {
    const doctor = await make.doctor();
    const product = await make.product();
    await make.visit({ doctor, visit_date: "2025-11-18", lines: [{ product }] });
    await page.goto("/visits");

    await test.step("with an item", async () => {
      await page.getByRole("link", { name: "Add Visit" }).tap();
      await doctorField(page).tap();
      await page.getByRole("option", { name: "Dr. Asha Rao" }).tap();
      await expect(productField(page)).toBeFocused();
      await expect(page.getByRole("button", { name: "Repeat last items" })).toBeInViewport();
      const bar = await page.getByRole("button", { name: "Add Visit" }).boundingBox();
      const field = await productField(page).boundingBox();
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
      // Two taps: the browser's list, and one of its choices.
      await productField(page).selectOption({ index: 1 });
      await expect(quantityField(page)).toBeFocused();
      await page.keyboard.type("3");
      await page.getByRole("button", { name: "Add Visit" }).tap();
      await expect(message(page, "Visit added successfully!")).toBeVisible();
      const { rows } = await call(visitRoutes.list, { query: {} });
      expect(rows[0]).toMatchObject({ visit_date: "2025-11-20", total_sales: "37.50" });
    });

    await test.step("like the last one", async () => {
      // It closes by itself, on a busy machine before it could be closed.
      await expect(message(page, "Visit added successfully!")).toBeHidden();
      await page.getByRole("link", { name: "Add Visit" }).tap();
      await doctorField(page).tap();
      await page.getByRole("option", { name: "Dr. Asha Rao" }).tap();
      await page.getByRole("button", { name: "Repeat last items" }).tap();
      await expect(total(page)).toHaveText("₹37.50");
      await page.getByRole("button", { name: "Add Visit" }).tap();
      await expect(message(page, "Visit added successfully!")).toBeVisible();
      const { rows } = await call(visitRoutes.list, { query: {} });
      const like = { visit_date: "2025-11-20", item_count: 1, total_sales: "37.50" };
      expect(rows).toMatchObject([like, like, { visit_date: "2025-11-18" }]);
    });
  });
});
