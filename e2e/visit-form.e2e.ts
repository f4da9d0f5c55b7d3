import type { Page } from "@playwright/test";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "./fixtures.ts";
import { message, rowsOf } from "./screen.ts";
import { breakTable, endSessions, holdNextAnswer, loseNextAnswer } from "./trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const creation = { method: "POST", path: "/api/visits" };
const doctorField = (page: Page) => page.getByRole("combobox", { name: "Doctor", exact: true });
const productField = (page: Page) => page.getByRole("combobox", { name: "Product", exact: true });
const quantityField = (page: Page) => page.getByLabel("Quantity", { exact: true });
const priceField = (page: Page) => page.getByLabel("Unit Price", { exact: true });
const total = (page: Page) => page.getByRole("form").getByRole("status").filter({ hasText: "₹" });
const items = (page: Page) => page.getByRole("list", { name: "Added items" }).getByRole("listitem");

/** Chooses the doctor by typing a part of the name. */
async function chooseDoctor(page: Page, name: string) {
  await doctorField(page).fill(name);
  await page.getByRole("option", { name }).click();
}

/** Adds an item of the product that has this name. */
async function addItem(page: Page, name: string, quantity: string) {
  await productField(page).selectOption(await page.getByRole("option", { name: `${name} - ` }).innerText());
  await quantityField(page).fill(quantity);
  await page.getByRole("button", { name: "Add Item" }).click();
}

test.describe("recording a visit", () => {
  test("with the keyboard alone, from doctor to saved", async ({ signedIn: page, make, call }) => {
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
    await page.keyboard.press("Tab");
    while (!(await productField(page).evaluate((field) => field === document.activeElement))) {
      await page.keyboard.press("Tab");
    }
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

  test("finds the doctor by name, specialization, type and class", async ({ signedIn: page, make }) => {
    await make.doctor({
      name: "Dr. Asha Rao",
      specialization: "Cardiology",
      doctor_type: "prescriber",
      doctor_class: "A",
    });
    await make.doctor({ name: "Dr. Vikram Nair", specialization: "Dermatology", doctor_type: "dispenser" });
    await page.goto("/visits/add");
    const options = page.getByRole("listbox", { name: "Doctor" }).getByRole("option");
    const field = doctorField(page);
    for (const [text, name] of [
      ["vikram", "Vikram"],
      ["cardio", "Asha"],
      ["dispens", "Vikram"],
      ["prescriber", "Asha"],
    ] as const) {
      await field.fill(text);
      await expect(options).toHaveText([new RegExp(name)]);
    }
    await expect(options).toContainText(["Cardiology · Prescriber · Class A"]);
    await field.fill("nobody");
    await expect(page.getByText("No doctors found")).toBeVisible();
    await field.press("Enter");
    await field.press("Escape");
    await expect(page.getByText("No doctors found")).toBeHidden();
    await expect(page).toHaveURL("/visits/add");

    // Arrow keys lead through the list, round its ends; Escape closes only the list.
    await page.getByRole("button", { name: "Clear Doctor" }).click();
    await field.press("ArrowDown");
    await expect(options).toHaveCount(2);
    await field.press("ArrowDown");
    await field.press("ArrowDown");
    await field.press("ArrowDown");
    await expect(field).toHaveAttribute(
      "aria-activedescendant",
      (await options.first().getAttribute("id")) ?? "",
    );
    await field.press("ArrowUp");
    await field.press("Enter");
    await expect(field).toHaveValue("Dr. Vikram Nair");

    // Clearing the text clears the choice.
    await field.fill("");
    await field.press("Escape");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(field).toHaveAccessibleDescription("Please select a doctor");
  });

  test("asks for a doctor and a date", async ({ signedIn: page, make }) => {
    await make.doctor();
    await page.goto("/visits/add");
    await expect(page.getByLabel("Visit Date")).toHaveValue("2025-11-20");
    await expect(page.getByLabel("Status").getByRole("option")).toHaveText([
      "Completed",
      "Scheduled",
      "Cancelled",
    ]);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Please select a doctor")).toBeVisible();
    await expect(doctorField(page)).toHaveAccessibleDescription("Please select a doctor");
    await chooseDoctor(page, "Dr. Asha Rao");
    await page.getByLabel("Visit Date").fill("");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(page.getByLabel("Visit Date")).toHaveAccessibleDescription("Please enter a date");
    await expect(page.getByLabel("Visit Date")).toBeFocused();
  });

  test("shows stock and price of the chosen product, and holds to its stock", async ({
    signedIn: page,
    make,
  }) => {
    await make.product({ stock: 20 });
    await page.goto("/visits/add");
    await expect(page.getByText("No sales items added yet")).toBeVisible();
    await expect(total(page)).toHaveText("₹0.00");
    await expect(page.getByRole("option", { name: /Paracip/ })).toHaveText(
      "Paracip 500 - ₹12.50 (Stock: 20)",
    );

    await productField(page).selectOption({ index: 1 });
    await expect(priceField(page)).toHaveValue("12.50");
    await expect(priceField(page)).toHaveAttribute("min", "0");
    await expect(priceField(page)).toHaveAttribute("step", "0.01");
    await expect(quantityField(page)).toHaveAccessibleDescription("Available: 20");
    await expect(quantityField(page)).toHaveAttribute("min", "1");
    await expect(quantityField(page)).toHaveAttribute("max", "20");
    await quantityField(page).fill("21");
    await expect(page.getByText("Quantity exceeds available stock")).toBeVisible();
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(message(page, "Insufficient stock. Available: 20")).toBeVisible();
    await quantityField(page).fill("0");
    await priceField(page).fill("0");
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(message(page, "Please fill in all sale details")).toBeVisible();
    await quantityField(page).fill("15");
    await priceField(page).fill("10.05");
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(items(page)).toContainText("₹150.75");
    await expect(total(page)).toHaveText("₹150.75");

    // What is added already is no longer available.
    await productField(page).selectOption({ index: 1 });
    await expect(quantityField(page)).toHaveAccessibleDescription("Available: 5");
    await quantityField(page).fill("5");
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(total(page)).toHaveText("₹213.25");
    // Items are edited in place and removed.
    await items(page).nth(0).getByLabel("Quantity of Paracip 500").fill("1");
    await expect(total(page)).toHaveText("₹72.55");
    await items(page).nth(0).getByRole("button", { name: "Remove Paracip 500" }).click();
    await items(page).nth(0).getByRole("button", { name: "Remove Paracip 500" }).click();
    await expect(page.getByText("No sales items added yet")).toBeVisible();
  });

  test("does not forget an item that was filled in but not added", async ({ signedIn: page, make, call }) => {
    await make.doctor();
    await make.product({ stock: 20 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await productField(page).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(page.getByRole("form")).toContainText("This item is not added yet: add it, or clear it");
    expect((await call(visitRoutes.list, { query: {} })).total).toBe(0);
  });

  test("says when somebody else took the last units, and loses nothing", async ({ signedIn: page, make }) => {
    const doctor = await make.doctor();
    const product = await make.product({ stock: 10 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "8");
    await make.visit({ doctor, visit_date: "2025-11-20", lines: [{ product, quantity: 7 }] });
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Insufficient stock. Available: 3")).toBeVisible();
    const quantity = items(page).getByLabel("Quantity of Paracip 500");
    await expect(quantity).toHaveValue("8");
    await expect(quantity).toHaveAccessibleDescription("Insufficient stock. Available: 3");
    await quantity.fill("3");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
  });

  test("sets no limit when the stock can't be read, but the server holds to it", async ({
    signedIn: page,
    make,
  }) => {
    await make.doctor();
    await make.product({ stock: 10 });
    await page.route(/\/availability$/, (route) => route.abort());
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "11");
    await expect(items(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Insufficient stock. Available: 10")).toBeVisible();
  });

  test("asks what a cancelled visit does with its items", async ({ signedIn: page, make }) => {
    await make.product({ stock: 10 });
    await page.goto("/visits/add");
    await page.getByLabel("Status").selectOption("Cancelled");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await page.getByLabel("Status").selectOption("Completed");
    await addItem(page, "Paracip 500", "2");
    await page.getByLabel("Status").selectOption("Cancelled");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Keep item" }).click();
    await expect(items(page)).toHaveCount(1);
    await page.getByLabel("Status").selectOption("Scheduled");
    await page.getByLabel("Status").selectOption("Cancelled");
    await dialog.getByRole("button", { name: "Remove item" }).click();
    await expect(page.getByText("No sales items added yet")).toBeVisible();
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
    const answer = await holdNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).dblclick();
    await expect(page.getByRole("button", { name: "Adding..." })).toBeDisabled();
    answer.release();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "25.00" }]);
  });

  test("records one visit, after a lost answer, a change and a reload in the middle", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await make.doctor();
    await make.product({ stock: 10 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "2");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Error adding visit. Please try again.")).toBeVisible();
    await expect(page.getByRole("form").getByRole("alert")).toContainText("The server can't be reached.");
    const answer = await holdNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await answer.answered;
    await page.reload();
    await expect(page.getByText("What you typed before is still here.")).toBeVisible();
    await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
    await items(page).getByLabel("Quantity of Paracip 500").fill("3");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "37.50" }]);
    await page.goto("/products");
    await expect(rowsOf(page, "Products")).toContainText("7Low Stock");
  });

  test("outlives the end of the session: nothing typed is lost", async ({
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
    await endSessions(product);
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

  test("says what its choices could not be loaded from, with a Retry", async ({
    signedIn: page,
    make,
    product,
  }) => {
    await make.doctor();
    await make.product();
    const products = await breakTable(product, "products");
    const doctors = await breakTable(product, "doctors");
    await page.goto("/visits/add");
    await expect(message(page, "Error loading products")).toBeVisible();
    await doctorField(page).fill("asha");
    await expect(message(page, "Database error fetching doctors")).toBeVisible();
    await products.repair();
    await doctors.repair();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("option", { name: /Paracip/ })).toBeAttached();
    await chooseDoctor(page, "Dr. Asha Rao");
  });

  test("is left by Cancel and Escape, after a question when something was typed", async ({
    signedIn: page,
    make,
  }) => {
    const { id } = await make.doctor();
    await page.goto("/visits");
    await page.getByRole("link", { name: "Add Visit" }).click();
    await expect(doctorField(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/visits");
    // A doctor named by the link is nothing typed.
    await page.goto(`/visits/add?doctor_id=${id}`);
    await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/visits");
    await page.getByRole("link", { name: "Add Visit" }).click();
    await chooseDoctor(page, "Dr. Asha Rao");
    await page.keyboard.press("Escape");
    await page
      .getByRole("alertdialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Leave" })
      .click();
    await expect(page).toHaveURL("/visits");
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
