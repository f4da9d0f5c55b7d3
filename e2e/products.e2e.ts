import { randomUUID } from "node:crypto";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { expect, test } from "./fixtures.ts";
import { callerOf, signUp } from "./person.ts";
import { colourOf, detail, headingsOf, message, rowsOf } from "./screen.ts";
import { breakTable, holdNextAnswer, loseNextAnswer } from "./trouble.ts";

const creation = { method: "POST", path: "/api/products" };

test.describe("the product list", () => {
  test("says that it is empty and suggests the first step", async ({ signedIn: page }) => {
    await page.goto("/products");
    await expect(page.getByText("No products added yet.")).toBeVisible();
    await expect(page.getByText("Showing 0 of 0 products")).toBeVisible();
    await page.getByRole("link", { name: "Add First Product" }).click();
    await expect(page.getByRole("heading", { name: "Add Product" })).toBeVisible();
  });

  test("shows every column, and low stock in red with a tag", async ({ signedIn: page, make }) => {
    const low = await make.product({ name: "Amoxil", description: "Strip of 10", stock: 10 });
    await make.product({ name: "Paracip 500", price: "123456.5", stock: 11 });
    await page.goto("/products");
    await expect(headingsOf(page, "Products")).toHaveText([
      "Product Name",
      "Category",
      "Price",
      "Current Stock",
      "Stock Actions",
      "Description",
      "Actions",
    ]);
    await expect(rowsOf(page, "Products")).toHaveText([
      /Amoxil.*Pain Relief.*₹12\.50.*10Low Stock.*Add Stock.*Edit Stock.*Strip of 10/,
      /Paracip 500.*₹1,23,456\.50.*11Add Stock/,
    ]);
    expect(await colourOf(page.getByText("10", { exact: true }))).toBe("red");
    expect(await colourOf(page.getByText("11", { exact: true }))).toBe("green");
    await expect(page.getByText("Showing 2 of 2 products")).toBeVisible();

    await page.getByRole("link", { name: "Edit Amoxil" }).click();
    await expect(page).toHaveURL(`/products/${low.id}/edit`);
    await page.goBack();
    await page.getByRole("link", { name: "View Amoxil" }).click();
    await expect(page).toHaveURL(`/products/${low.id}`);
  });

  test("is searched by name, description and category", async ({ signedIn: page, make }) => {
    await make.product({ name: "Amoxil", category: "Antibiotics", description: "Strip of 10", stock: 0 });
    await make.product({ name: "Insulin", category: "Diabetes", description: "Vial", stock: 0 });
    await page.goto("/products");
    const search = page.getByLabel("Search", { exact: true });
    for (const [text, name] of [
      ["amox", "Amoxil"],
      ["DIABET", "Insulin"],
      ["strip", "Amoxil"],
    ] as const) {
      await search.fill(text);
      await expect(rowsOf(page, "Products")).toHaveText([new RegExp(name)]);
    }
    await expect(page.getByText("Showing 1 of 1 products (filtered from 2 total)")).toBeVisible();
    await expect(page).toHaveURL("/products?search=strip");
    await page.reload();
    await expect(search).toHaveValue("strip");
    await search.fill("nothing like it");
    await expect(page.getByText("No products found matching your search.")).toBeVisible();
    await page.getByRole("button", { name: /^Clear/ }).click();
    await expect(rowsOf(page, "Products")).toHaveCount(2);
  });

  test("goes to the last page when the only row of its page is deleted", async ({ signedIn: page, make }) => {
    for (let number = 10; number <= 35; number++) await make.product({ name: `Product ${number}`, stock: 0 });
    await page.goto("/products");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await expect(pages).toContainText("Showing 25 of 26 products");
    await pages.getByRole("button", { name: "Next" }).click();
    await expect(pages).toContainText("Page 2 of 2");
    await page.getByRole("button", { name: "Delete Product 35" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete product" });
    await expect(dialog).toContainText("Are you sure you want to delete this product?");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Product deleted successfully")).toBeVisible();
    await expect(page).toHaveURL("/products");
    await expect(rowsOf(page, "Products")).toHaveCount(25);
    await expect(pages).toHaveCount(0);
  });

  test("does not offer to delete a product that was sold, and says why", async ({ signedIn: page, make }) => {
    const product = await make.product();
    await make.visit({ doctor: await make.doctor(), visit_date: "2025-03-01", lines: [{ product }] });
    const why = "It has sales. Only a product without sales can be deleted.";
    const dialog = page.getByRole("alertdialog", { name: "Delete product" });
    for (const [path, name] of [
      ["/products", "Delete Paracip 500"],
      [`/products/${product.id}`, "Delete"],
    ] as const) {
      await page.goto(path);
      const button = page.getByRole("button", { name, exact: true });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(why);
      await button.focus();
      await expect(button).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(message(page, why)).toBeVisible();
      await expect(dialog).toHaveCount(0);
    }
  });

  test("says how many sales prevent a deletion if the product was sold in the meantime", async ({
    signedIn: page,
    make,
  }) => {
    const product = await make.product();
    const doctor = await make.doctor();
    await page.goto("/products");
    await page.getByRole("button", { name: "Delete Paracip 500" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete product" });
    const confirm = dialog.getByRole("button", { name: "Delete", exact: true });
    await expect(confirm).toBeEnabled();
    await make.visit({ doctor, visit_date: "2025-03-01", lines: [{ product }] });
    await confirm.click();
    await expect(message(page, "This product has 1 sale and can't be deleted.")).toBeVisible();
    await expect(dialog).toContainText("It has 1 sale.");
    await expect(confirm).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(rowsOf(page, "Products")).toHaveCount(1);
  });

  test("says what could not be loaded or deleted, and continues afterwards", async ({
    signedIn: page,
    make,
    product,
  }) => {
    await make.product();
    const products = await breakTable(product, "products");
    await page.goto("/products");
    const words = "Error loading products. Please try again.";
    await expect(message(page, words)).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words);
    await products.repair();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(rowsOf(page, "Products")).toHaveCount(1);

    await page.getByRole("button", { name: "Delete Paracip 500" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete product" });
    await expect(dialog).toContainText("1 entry of its stock history will be deleted too.");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Error deleting product. Please try again.")).toBeVisible();
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Product deleted successfully")).toBeVisible();
    await expect(page.getByText("No products added yet.")).toBeVisible();
  });
});

test.describe("adding a product", () => {
  test("with only the keyboard, and returns to the list", async ({ signedIn: page, call }) => {
    await page.goto("/products/add");
    await expect(page.getByLabel("Category").getByRole("option")).toHaveText([
      "Select a category",
      "Antibiotics",
      "Pain Relief",
      "Cardiovascular",
      "Diabetes",
      "Respiratory",
      "Vitamins",
      "Supplements",
      "Other",
    ]);
    const price = page.getByLabel("Price");
    await expect(price).toHaveAttribute("min", "0");
    await expect(price).toHaveAttribute("step", "0.01");
    await expect(page.getByLabel("Description")).toHaveAttribute("rows", "4");
    await page.getByLabel("Product Name").focus();
    for (const typed of ["Paracip 500", "Pain", "12.5"]) {
      await page.keyboard.type(typed);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("Strip of 10");
    const answer = await holdNextAnswer(page, creation);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("button", { name: "Adding..." })).toBeDisabled();
    answer.release();
    await expect(message(page, "Product added successfully!")).toBeVisible();
    await expect(page).toHaveURL("/products");
    const { rows } = await call(productRoutes.list, { query: {} });
    expect(rows).toMatchObject([
      { name: "Paracip 500", category: "Pain Relief", price: "12.50", description: "Strip of 10" },
    ]);
  });

  test("asks for the name and for a valid price, and saves 0 for an empty price", async ({
    signedIn: page,
  }) => {
    await page.goto("/products/add");
    await expect(page.getByText("Without a price, ₹0.00 is saved.")).toBeVisible();
    await page.getByLabel("Product Name").fill("Sample");
    for (const [typed, problem] of [
      ["-5", "The price can't be negative"],
      ["99999999999", "Please enter at most 9999999999.99"],
    ] as const) {
      await page.getByLabel("Price").fill(typed);
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Price")).toHaveAccessibleDescription(problem);
      await expect(page.getByLabel("Price")).toBeFocused();
      await expect(page.getByLabel("Price")).toHaveValue(typed);
      await expect(page).toHaveURL("/products/add");
    }
    await page.getByLabel("Price").fill("");
    await page.getByLabel("Product Name").fill("");
    await page.getByRole("button", { name: "Add Product" }).click();
    await expect(message(page, "Error adding product. Please try again.")).toBeVisible();
    await expect(page.getByLabel("Product Name")).toBeFocused();
    await expect(page.getByLabel("Product Name")).toHaveAccessibleDescription(
      "Please enter the product's name",
    );
    await page.getByLabel("Product Name").fill("Sample");
    await page.keyboard.press("Enter");
    await expect(message(page, "Product added successfully!")).toBeVisible();
    await expect(rowsOf(page, "Products")).toContainText("₹0.00");
  });

  test("is safe to repeat after a lost answer, a double click and a reload", async ({
    signedIn: page,
    call,
  }) => {
    await page.goto("/products/add");
    await page.getByLabel("Product Name").fill("Paracip 500");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Product" }).click();
    await expect(message(page, "Error adding product. Please try again.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("What you typed before is still here.")).toBeVisible();
    await page.getByRole("button", { name: "Add Product" }).dblclick();
    await expect(message(page, "Product added successfully!")).toBeVisible();
    expect((await call(productRoutes.list, { query: {} })).total).toBe(1);
  });

  test("is left by Cancel, after a question if something was typed", async ({ signedIn: page }) => {
    await page.goto("/products/add");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/products");
    await page.getByRole("link", { name: "Add Product" }).click();
    await page.getByLabel("Description").fill("half typed");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page
      .getByRole("alertdialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Leave" })
      .click();
    await expect(page).toHaveURL("/products");
  });
});

test.describe("editing a product", () => {
  test("starts with the stored values and returns to the list", async ({ signedIn: page, make }) => {
    const { id } = await make.product({ description: "Strip of 10" });
    await page.goto(`/products/${id}/edit`);
    await expect(page.getByLabel("Product Name")).toHaveValue("Paracip 500");
    await expect(page.getByLabel("Category")).toHaveValue("Pain Relief");
    await expect(page.getByLabel("Price")).toHaveValue("12.50");
    await expect(page.getByLabel("Description")).toHaveValue("Strip of 10");
    await page.getByLabel("Price").fill("15.75");
    const answer = await holdNextAnswer(page, { method: "PUT", path: `/api/products/${id}` });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
    answer.release();
    await expect(message(page, "Product updated successfully!")).toBeVisible();
    await expect(page).toHaveURL("/products");
    await expect(rowsOf(page, "Products")).toContainText("₹15.75");
  });

  test("says why it was not saved; Cancel leads to the list", async ({ signedIn: page, make, product }) => {
    const { id } = await make.product();
    await page.goto(`/products/${id}/edit`);
    await page.getByLabel("Price").fill("20");
    const products = await breakTable(product, "products");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(message(page, "Error updating product. Please try again.")).toBeVisible();
    await expect(page.getByLabel("Price")).toHaveValue("20");
    await products.repair();
    await page.getByLabel("Price").fill("12.50");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/products");
  });

  test("of a product that can't be loaded says so and returns to the list", async ({ signedIn: page }) => {
    const path = `/products/${randomUUID()}`;
    await page.goto(`${path}/edit`);
    await expect(message(page, "Error loading product details")).toBeVisible();
    await expect(page).toHaveURL("/products");
    await page.goto(path);
    await expect(message(page, "Error fetching product details")).toBeVisible();
    await expect(page).toHaveURL("/products");
  });

  test("by two at once is merged; only what both changed is asked about", async ({
    signedIn: page,
    make,
    call,
    product,
  }) => {
    const { id, name, version } = await make.product();
    const colleague = await signUp(product.url, "colleague@rounds.example");
    await page.goto(`/products/${id}/edit`);
    await page.getByLabel("Price").fill("14");
    const body = { name, price: "13.00", category: "Other" as const, version };
    await callerOf(product.url, colleague)(productRoutes.update, { params: { id }, body });
    await page.getByRole("button", { name: "Save Changes" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Which value should be saved?" });
    await expect(dialog).toContainText("colleague@rounds.example saved this on");
    await expect(dialog.getByRole("group")).toHaveText(["PriceYours ₹14.00Saved meanwhile ₹13.00"]);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(message(page, "Product updated successfully!")).toBeVisible();
    const saved = await call(productRoutes.read, { params: { id } });
    expect(saved).toMatchObject({ price: "14.00", category: "Other" });
  });
});

test.describe("the screen of a product", () => {
  test("shows its fields, its stock and its deletion", async ({ signedIn: page, make, product }) => {
    const { id } = await make.product({ category: "", stock: 10 });
    await page.goto(`/products/${id}`);
    await expect(detail(page, "Product Name")).toHaveText("Paracip 500");
    await expect(detail(page, "Category")).toHaveText("N/A");
    await expect(detail(page, "Price")).toHaveText("₹12.50");
    await expect(detail(page, "Description")).toHaveText("N/A");
    await expect(detail(page, "Current Stock")).toHaveText("10Low Stock");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete product" });
    const confirm = dialog.getByRole("button", { name: "Delete", exact: true });
    await expect(confirm).toBeEnabled();
    const products = await breakTable(product, "products");
    await confirm.click();
    await expect(message(page, "Error deleting product")).toBeVisible();
    await products.repair();
    await confirm.click();
    await expect(message(page, "Product deleted successfully")).toBeVisible();
    await expect(page).toHaveURL("/products");
  });
});
