import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "./fixtures.ts";
import { withoutDatabase } from "./phone-store.ts";
import { message } from "./screen.ts";
import { loseNextAnswer } from "./trouble.ts";
import {
  addItem,
  chooseDoctor,
  creation,
  items,
  priceField,
  productField,
  quantityField,
  total,
} from "./visit-form.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test.describe("the items of a visit", () => {
  test("shows stock and price of the chosen product, and limits the quantity to its stock", async ({
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

    // What is already added is no longer available.
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

  test("an item that is entered but not added is saved too, or says why it can't be", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await make.doctor();
    await make.product({ stock: 20 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await productField(page).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Please fill in all sale details")).toBeVisible();
    await expect(quantityField(page)).toHaveAccessibleDescription(/Please enter at least 1/);
    await expect(quantityField(page)).toBeFocused();
    await expect(quantityField(page)).toBeInViewport();

    await expect(quantityField(page)).toHaveAccessibleDescription(/Available: 20/);
    await quantityField(page).fill("21");
    await page.keyboard.press("Control+Enter");
    await expect(message(page, "Insufficient stock. Available: 20")).toBeVisible();
    await expect(quantityField(page)).toHaveAccessibleDescription("Insufficient stock. Available: 20");
    expect((await call(visitRoutes.list, { query: {} })).total).toBe(0);

    await quantityField(page).fill("20");
    await expect(page.getByText("Saved with the visit, also without Add Item: ₹250.00")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "250.00" }]);
  });

  test("an item that was only entered stays, as an added one, if the visit could not be saved", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await withoutDatabase(page);
    await make.doctor();
    await make.product({ stock: 20 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await productField(page).selectOption({ index: 1 });
    await quantityField(page).fill("2");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(quantityField(page)).toHaveValue("");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "25.00" }]);
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

  test("sets no limit if the stock can't be loaded, but the server enforces it", async ({
    signedIn: page,
    make,
  }) => {
    await make.doctor();
    await make.product({ stock: 10 });
    // A phone that keeps the product would know its stock.
    await withoutDatabase(page);
    await page.route(/\/availability$/, (route) => route.abort());
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await addItem(page, "Paracip 500", "11");
    await expect(items(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Insufficient stock. Available: 10")).toBeVisible();
  });

  test("asks what a cancelled visit should do with its items", async ({ signedIn: page, make }) => {
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
});
