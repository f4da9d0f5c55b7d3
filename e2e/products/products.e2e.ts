import { productRoutes } from "@rounds/domain/products/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { colourOf, detail, message, rowsOf } from "../kit/screen.ts";
import { holdNextAnswer, loseNextAnswer } from "../kit/trouble.ts";

const creation = { method: "POST", path: "/api/products" };

test.describe("adding a product", () => {
  test("with only the keyboard, and returns to the list", async ({ signedIn: page, call }) => {
    await page.goto("/products/add");
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

  test("is safe to repeat after a lost answer, a double click and a reload", async ({
    signedIn: page,
    call,
  }) => {
    await page.goto("/products/add");
    await page.getByLabel("Product Name").fill("Paracip 500");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Product" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toContainText(
      "Not saved. The server can't be reached.",
    );
    await page.reload();
    await expect(page.getByText("What you typed before is still here.")).toBeVisible();
    await page.getByRole("button", { name: "Add Product" }).dblclick();
    await expect(message(page, "Product added successfully!")).toBeVisible();
    expect((await call(productRoutes.list, { query: {} })).total).toBe(1);
  });
});

test.describe("editing a product", () => {
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

test("a product is shown with low stock in red, and deleted", async ({ signedIn: page, make }) => {
  const { id } = await make.product({ stock: 10 });
  await make.product({ name: "Vitamin C", stock: 11 });
  await page.goto("/products");
  expect(await colourOf(rowsOf(page, "Products").getByText("10", { exact: true }))).toBe("red");
  expect(await colourOf(rowsOf(page, "Products").getByText("11", { exact: true }))).toBe("green");
  await page.getByRole("link", { name: "View Paracip 500" }).click();
  await expect(page).toHaveURL(`/products/${id}`);
  await expect(detail(page, "Current Stock")).toHaveText("10Low Stock");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete product" });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(message(page, "Product deleted successfully")).toBeVisible();
  await expect(page).toHaveURL("/products");
  await expect(rowsOf(page, "Products")).toHaveText([/^Vitamin C/]);
});
