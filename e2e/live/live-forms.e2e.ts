import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { colleagueOf, openLive } from "../kit/live.ts";
import { goInside, message } from "../kit/screen.ts";

test.use({ live: true });

const changed = (page: Page) => page.getByText("Somebody changed this while you were editing.");
const deleted = (page: Page) => page.getByText("Somebody deleted this while you were editing.");
const question = (page: Page) => page.getByRole("alertdialog", { name: "Which value should be saved?" });

test("a form says what changed before saving: it takes over a colleague's changes, asks about its own, and keeps what is typed if the record is deleted", async ({
  signedIn: page,
  product,
  make,
}) => {
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const { id } = doctor;
  const crocin = await make.product({ name: "Crocin", stock: 0 });
  const visit = await make.visit({ doctor, visit_date: "2025-01-05" });
  const { call } = await colleagueOf(product);
  const hospital = page.getByLabel("Hospital/Clinic");
  await openLive(page, `/doctors/${id}/edit`);

  await test.step("a doctor's form moves nothing", async () => {
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
  });

  await test.step("a field that both change is asked about, by keyboard", async () => {
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

  await test.step("a product's form takes over what only a colleague changed", async () => {
    await goInside(page, `/products/${crocin.id}/edit`);
    await page.getByLabel("Description").fill("For fever");
    await product.database.pool.query("update products set name = 'Crocin Advance', version = version + 1");
    await expect(changed(page)).toBeVisible();
    await page.getByRole("button", { name: "Show changes" }).click();
    await expect(page.getByLabel("Product Name")).toHaveValue("Crocin Advance");
    await expect(page.getByLabel("Description")).toHaveValue("For fever");
    await expect(changed(page)).toBeHidden();
  });

  const staysAbout = async (noun: string, label: string, id: string) => {
    const field = page.getByLabel(label);
    await field.fill("Typed with care");
    await product.database.pool.query(`delete from ${noun}s where id = $1`, [id]);
    await expect(deleted(page)).toBeInViewport();
    await expect(field).toHaveValue("Typed with care");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toBeVisible();
    await expect(field).toHaveValue("Typed with care");
  };
  await test.step("what is typed about a deleted product stays", () =>
    staysAbout("product", "Description", crocin.id));
  await test.step("what is typed about a deleted visit stays", async () => {
    await openLive(page, `/visits/${visit.id}/edit`);
    await staysAbout("visit", "Notes", visit.id);
  });
  await test.step("what is typed about a deleted doctor stays", async () => {
    await openLive(page, `/doctors/${id}/edit`);
    await staysAbout("doctor", "Hospital/Clinic", id);
  });
});

test("the stock in forms is always current: the visit form keeps the focus, the stock modal recalculates on request", async ({
  signedIn: page,
  context,
  product,
  make,
}) => {
  const doctor = await make.doctor();
  const crocin = await make.product({ name: "Crocin", price: "10.00", stock: 20 });
  const { make: theirs } = await colleagueOf(product);
  const sell = (quantity: number, product = crocin) =>
    theirs.visit({ doctor, visit_date: "2025-01-05", lines: [{ product, quantity }] });

  await test.step("the visit form", async () => {
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

  await test.step("the stock modal", async () => {
    const amoxil = await make.product({ name: "Amoxil", stock: 20 });
    await openLive(page, "/products");
    await page.getByRole("button", { name: "Edit Stock: Amoxil" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Stock" });
    await dialog.getByLabel("New Total Quantity").fill("25");
    await sell(4, amoxil);
    await expect(dialog).toContainText("The stock has changed: it was 20 and is now 16.");
    await expect(dialog.getByLabel("New Total Quantity")).toHaveValue("25");
    await dialog.getByRole("button", { name: "Count from 16" }).click();
    await expect(dialog).toContainText("Difference: +9 from the current stock.");
    await expectAccessible(page, "the stock modal");
    await dialog.getByRole("button", { name: "Update Stock" }).click();
    await expect(message(page, "Stock updated successfully for Amoxil!")).toBeVisible();

    await page.getByRole("button", { name: "Add Stock: Amoxil" }).click();
    const adding = page.getByRole("dialog", { name: "Add Stock" });
    await adding.getByLabel("Quantity to Add").fill("5");
    await sell(5, amoxil);
    await expect(adding).toContainText("New total: 25");
    await adding.getByRole("button", { name: "Cancel" }).click();

    const dolo = await make.product({ name: "Dolo", stock: 0 });
    await page.getByRole("button", { name: "Add Stock: Dolo" }).click();
    await adding.getByLabel("Quantity to Add").fill("5");
    await product.database.pool.query("delete from products where id = $1", [dolo.id]);
    await expect(adding).toContainText("Somebody deleted this product.");
    await expect(adding.getByLabel("Quantity to Add")).toHaveValue("5");
  });
});
