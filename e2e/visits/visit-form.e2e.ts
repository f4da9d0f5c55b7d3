import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";
import { endSessionsAt, holdNextAnswer, holdNextCall, loseNextAnswer } from "../kit/trouble.ts";
import {
  addItem,
  chooseDoctor,
  chooseProduct,
  creation,
  doctorField,
  items,
  productField,
  quantityField,
} from "../kit/visit-form.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test("a visit is recorded with only the keyboard, once by a double click, and over the end of the session", async ({
  signedIn: page,
  make,
  call,
  person,
  product,
}) => {
  await make.doctor();
  await make.doctor({ name: "Dr. Vikram Nair" });
  await make.product({ stock: 20 });

  await test.step("with only the keyboard, from doctor to saved", async () => {
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

  await test.step("says that it is saving, and a double click records one visit", async () => {
    await page.getByRole("button", { name: "Close message" }).click();
    await goInside(page, "/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "2");
    const creating = await holdNextCall(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).dblclick();
    await expect(rowsOf(page, "Visits")).toHaveText([/Saving…/, /Dr\. Vikram Nair/]);
    creating.release();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "25.00" }, { total_sales: "37.50" }]);
  });

  await test.step("an item that can't be saved has the focus, in view", async () => {
    await make.product({ name: "Azee 250", stock: 10 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await chooseProduct(page, "Paracip 500");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Please fill in all sale details")).toBeVisible();
    await expect(quantityField(page)).toBeFocused();
    await expect(quantityField(page)).toBeInViewport();
  });

  await test.step("the session ends: nothing typed is lost", async () => {
    await page.getByLabel("Notes").fill("Wants samples");
    await endSessionsAt(page, product, { method: "GET", path: /\/availability$/ });
    await chooseProduct(page, "Azee 250");
    const dialog = page.getByRole("alertdialog", { name: "Sign in again" });
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(dialog).toBeHidden();
    await expect(quantityField(page)).toHaveAccessibleDescription(/^Available: 10/);
    await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
    await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
    await quantityField(page).fill("2");
    await quantityField(page).press("Enter");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
  });
});

test("a visit whose answer was lost is recorded once: by another try, after a change and a reload, or automatically", async ({
  signedIn: page,
  make,
  call,
}) => {
  await withoutDatabase(page);
  await make.doctor();
  await make.product({ stock: 20 });

  await test.step("an item that was only entered stays, as an added one; a change and a reload in between", async () => {
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await productField(page).selectOption({ index: 1 });
    await quantityField(page).fill("2");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(quantityField(page)).toHaveValue("");
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
    await expect(page).toHaveURL("/visits");
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "37.50" }]);
    await goInside(page, "/products");
    await expect(rowsOf(page, "Products")).toContainText("17");
  });

  await test.step("automatically, when the server answers again", async () => {
    await goInside(page, "/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "1");
    await page.getByLabel("Notes").fill("Wants samples");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toContainText(
      "will be saved when the connection is back",
    );
    await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
    await expect(message(page, "Visit added successfully!")).toBeVisible({ timeout: 20_000 });
    await expect(rowsOf(page, "Visits")).toHaveCount(2);
    expect((await call(visitRoutes.list, { query: {} })).total).toBe(2);
  });
});
