import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { colleagueOf, openLive } from "../kit/live.ts";
import { message } from "../kit/screen.ts";

test.use({ loadsAhead: true, live: true, contextOptions: { reducedMotion: "reduce" } });

const changed = (page: Page) => page.getByText("Somebody changed this while you were editing.");
const deleted = (page: Page) => page.getByText("Somebody deleted this while you were editing.");
const question = (page: Page) => page.getByRole("alertdialog", { name: "Which value should be saved?" });

test("a doctor's form says so before saving, moves nothing, and offers the choice by keyboard", async ({
  signedIn: page,
  product,
  make,
}) => {
  test.setTimeout(120_000);
  const { id } = await make.doctor({ name: "Dr. Asha Rao" });
  const { call } = await colleagueOf(product);
  await openLive(page, `/doctors/${id}/edit`);
  const hospital = page.getByLabel("Hospital/Clinic");
  await hospital.fill("KEM");
  const before = await hospital.boundingBox();
  const save = await page.getByRole("button", { name: "Save Changes" }).boundingBox();
  await call(doctorRoutes.update, { params: { id }, body: { name: "Dr. Asha Roy", version: 1 } });
  await expect(changed(page)).toBeInViewport();
  await expect(page.getByRole("status").filter({ has: changed(page) })).toBeVisible();
  await expect(hospital).toBeFocused();
  await expect(hospital).toHaveValue("KEM");
  expect(await hospital.boundingBox()).toEqual(before);
  expect(await page.getByRole("button", { name: "Save Changes" }).boundingBox()).toEqual(save);
  await expectAccessible(page, "a form whose row changed");

  await page.getByRole("button", { name: "Show changes" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Doctor Name")).toHaveValue("Dr. Asha Roy");
  await expect(hospital).toHaveValue("KEM");
  await expect(changed(page)).toBeHidden();

  // A field that both change is asked about, by keyboard too.
  await call(doctorRoutes.update, {
    params: { id },
    body: { name: "Dr. Asha Roy", hospital: "Ruby", version: 2 },
  });
  await expect(changed(page)).toBeVisible();
  await page.getByRole("button", { name: "Show changes" }).press("Enter");
  await expect(question(page)).toContainText("Ruby");
  await expectAccessible(page, "the question about a field that both changed");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(hospital).toHaveValue("KEM");
  await page.getByRole("button", { name: "Save Changes" }).press("Enter");
  await question(page).getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(message(page, "Doctor updated successfully!")).toBeVisible();
  expect(await call(doctorRoutes.read, { params: { id } })).toMatchObject({
    name: "Dr. Asha Roy",
    hospital: "KEM",
  });
});

test("a product's form takes over what only a colleague changed", async ({
  signedIn: page,
  product,
  make,
}) => {
  const { id } = await make.product({ name: "Crocin" });
  await openLive(page, `/products/${id}/edit`);
  await page.getByLabel("Description").fill("For fever");
  await product.database.pool.query("update products set name = 'Crocin Advance', version = version + 1");
  await expect(changed(page)).toBeVisible();
  await page.getByRole("button", { name: "Show changes" }).click();
  await expect(page.getByLabel("Product Name")).toHaveValue("Crocin Advance");
  await expect(page.getByLabel("Description")).toHaveValue("For fever");
  await expect(changed(page)).toBeHidden();
});

test("what is typed stays if the record is deleted in the meantime", async ({
  signedIn: page,
  product,
  make,
}) => {
  const doctor = await make.doctor();
  const visit = await make.visit({ doctor, visit_date: "2025-01-05" });
  const sold = await make.product({ stock: 0 });
  const staysAbout = async (noun: string, field: string, id: string) => {
    await openLive(page, `/${noun}s/${id}/edit`);
    await page.getByLabel(field).fill("Typed with care");
    await product.database.pool.query(`delete from ${noun}s where id = $1`, [id]);
    await expect(deleted(page)).toBeInViewport();
    await expect(page.getByLabel(field)).toHaveValue("Typed with care");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toBeVisible();
    await expect(page.getByLabel(field)).toHaveValue("Typed with care");
  };
  await test.step("a visit", () => staysAbout("visit", "Notes", visit.id));
  await test.step("a product", () => staysAbout("product", "Description", sold.id));
  await test.step("a doctor", () => staysAbout("doctor", "Hospital/Clinic", doctor.id));
});

test("the visit form's stock is always current, and the focus stays", async ({
  signedIn: page,
  context,
  product,
  make,
}) => {
  test.setTimeout(120_000);
  const doctor = await make.doctor();
  const crocin = await make.product({ name: "Crocin", price: "10.00", stock: 20 });
  const { make: theirs } = await colleagueOf(product);
  const sell = (quantity: number) =>
    theirs.visit({ doctor, visit_date: "2025-01-05", lines: [{ product: crocin, quantity }] });
  await openLive(page, `/visits/add?doctor_id=${doctor.id}`);
  const quantity = page.getByLabel("Quantity", { exact: true });
  const chosen = page.getByRole("combobox", { name: "Product", exact: true });
  await chosen.selectOption(await chosen.getByRole("option", { name: /Crocin/ }).innerText());
  await quantity.fill("18");
  await expect(page.getByText("Available: 20", { exact: true })).toBeVisible();
  await sell(5);
  await expect(page.getByText("Available: 15", { exact: true })).toBeVisible();
  await expect(page.getByText("Quantity exceeds available stock")).toBeVisible();
  await expect(quantity).toBeFocused();
  await quantity.press("Enter");
  await expect(page.getByText("Insufficient stock. Available: 15").first()).toBeVisible();
  await quantity.fill("12");
  await quantity.press("Enter");
  // The form leads to the next product a moment after the item was added.
  await expect(chosen).toBeFocused();
  const line = page.getByLabel("Quantity of Crocin");
  await line.focus();
  await sell(4);
  await expect(page.getByRole("list", { name: "Added items" })).toContainText(
    "Insufficient stock. Available: 11",
  );
  await expect(line).toBeFocused();
  await context.setOffline(true);
  await expect(page.getByText("No connection.")).toBeVisible();
  await sell(3);
  await context.setOffline(false);
  await expect(page.getByRole("list", { name: "Added items" })).toContainText(
    "Insufficient stock. Available: 8",
    { timeout: 20_000 },
  );
});

test("the stock modal says what a colleague sold, and recalculates on request", async ({
  signedIn: page,
  product,
  make,
}) => {
  const crocin = await make.product({ name: "Crocin", stock: 20 });
  const doctor = await make.doctor();
  const { make: theirs } = await colleagueOf(product);
  await openLive(page, "/products");
  await page.getByRole("button", { name: "Edit Stock: Crocin" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Stock" });
  await dialog.getByLabel("New Total Quantity").fill("25");
  await theirs.visit({ doctor, visit_date: "2025-01-05", lines: [{ product: crocin, quantity: 4 }] });
  await expect(dialog).toContainText("The stock has changed: it was 20 and is now 16.");
  await expect(dialog.getByLabel("New Total Quantity")).toHaveValue("25");
  await dialog.getByRole("button", { name: "Count from 16" }).click();
  await expect(dialog).toContainText("Difference: +9 from the current stock.");
  await expectAccessible(page, "the stock modal");
  await dialog.getByRole("button", { name: "Update Stock" }).click();
  await expect(message(page, "Stock updated successfully for Crocin!")).toBeVisible();

  await page.getByRole("button", { name: "Add Stock: Crocin" }).click();
  const adding = page.getByRole("dialog", { name: "Add Stock" });
  await adding.getByLabel("Quantity to Add").fill("5");
  await theirs.visit({ doctor, visit_date: "2025-01-05", lines: [{ product: crocin, quantity: 5 }] });
  await expect(adding).toContainText("New total: 25");
  await adding.getByRole("button", { name: "Cancel" }).click();

  const dolo = await make.product({ name: "Dolo", stock: 0 });
  await page.getByRole("button", { name: "Add Stock: Dolo" }).click();
  await adding.getByLabel("Quantity to Add").fill("5");
  await product.database.pool.query("delete from products where id = $1", [dolo.id]);
  await expect(adding).toContainText("Somebody deleted this product.");
  await expect(adding.getByLabel("Quantity to Add")).toHaveValue("5");
});
