import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { message, rowsOf } from "../kit/screen.ts";
import { endSessionsAt, holdNextAnswer, holdNextCall, loseNextAnswer } from "../kit/trouble.ts";
import {
  addItem,
  chooseDoctor,
  creation,
  doctorField,
  items,
  productField,
  quantityField,
  total,
} from "../kit/visit-form.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test.describe("recording a visit", () => {
  test("with only the keyboard, from doctor to saved", async ({ signedIn: page, make, call }) => {
    await make.doctor();
    await make.doctor({ name: "Dr. Vikram Nair" });
    await make.product({ stock: 20 });
    await page.goto("/visits");
    await page.getByRole("heading", { name: "Doctor Visits" }).click();
    await page.keyboard.press("n");
    await expect(doctorField(page)).toBeFocused();
    await page.keyboard.type("vikr");
    await expect(page.getByRole("option", { name: "Dr. Vikram Nair" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(doctorField(page)).toHaveValue("Dr. Vikram Nair");
    // Date and status have the right defaults: next is what was sold.
    await expect(productField(page)).toBeFocused();
    await page.keyboard.type("Parac");
    await page.keyboard.press("Tab");
    await expect(quantityField(page)).toBeFocused();
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await expect(items(page)).toHaveCount(1);
    await expect(productField(page)).toBeFocused();
    await page.getByLabel("Notes").focus();
    await page.keyboard.type("Wants samples");
    await page.keyboard.press("Control+Enter");
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    await expect(page).toHaveURL("/visits");
    await expect(rowsOf(page, "Visits")).toHaveText([/Dr\. Vikram Nair.*Nov 20, 2025.*Completed.*₹37\.50/]);
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ visit_date: "2025-11-20", status: "completed", notes: "Wants samples" }]);
  });

  test("says that it is saving, and a double click records one visit", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await make.doctor();
    await make.product({ stock: 10 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "2");
    const creating = await holdNextCall(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).dblclick();
    await expect(rowsOf(page, "Visits")).toHaveText([/Saving…/]);
    creating.release();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "25.00" }]);
  });

  test("records one visit, after a lost answer, a change and a reload in between", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await withoutDatabase(page);
    await make.doctor();
    await make.product({ stock: 10 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "2");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toContainText("The server can't be reached.");
    const answer = await holdNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await answer.answered;
    await page.reload();
    await page.goto("/visits/add");
    await expect(page.getByText("What you typed before is still here")).toBeVisible();
    await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
    await items(page).getByLabel("Quantity of Paracip 500").fill("3");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "37.50" }]);
    await page.goto("/products");
    await expect(rowsOf(page, "Products")).toContainText("7Low Stock");
  });

  test("survives the end of the session: nothing typed is lost", async ({
    signedIn: page,
    make,
    person,
    product,
  }) => {
    await make.doctor();
    await make.product({ stock: 10 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await page.getByLabel("Notes").fill("Wants samples");
    await endSessionsAt(page, product, { method: "GET", path: /\/availability$/ });
    await productField(page).selectOption({ index: 1 });
    const dialog = page.getByRole("alertdialog", { name: "Sign in again" });
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(dialog).toBeHidden();
    await expect(quantityField(page)).toHaveAccessibleDescription("Available: 10");
    await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
    await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
    await quantityField(page).fill("2");
    await quantityField(page).press("Enter");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a visit like the last one takes six taps", async ({ signedIn: page, make, call }) => {
    const doctor = await make.doctor();
    const product = await make.product({ stock: 10 });
    await make.visit({ doctor, visit_date: "2025-11-10", lines: [{ product, quantity: 2 }] });
    await page.goto("/visits");
    await page.getByRole("link", { name: "Add Visit" }).tap();
    await doctorField(page).tap();
    await page.getByRole("option", { name: "Dr. Asha Rao" }).tap();
    await page.getByRole("button", { name: "Repeat last items" }).tap();
    await expect(total(page)).toHaveText("₹25.00");
    await page.getByRole("button", { name: "Add Visit" }).tap();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows[0]).toMatchObject({ visit_date: "2025-11-20", item_count: 1, total_sales: "25.00" });
  });
});
