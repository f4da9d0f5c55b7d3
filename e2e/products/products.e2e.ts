import { productRoutes } from "@rounds/domain/products/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { colourOf, detail, goInside, message, rowsOf } from "../kit/screen.ts";
import { holdNextAnswer, loseNextAnswer } from "../kit/trouble.ts";

const creation = { method: "POST", path: "/api/products" };

test("a product is added with only the keyboard, or after a lost answer once; shown with low stock in red; deleted", async ({
  signedIn: page,
  make,
  call,
}) => {
  await test.step("added with only the keyboard, which returns to the list", async () => {
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

  await test.step("safe to repeat after a lost answer, a double click and a reload", async () => {
    await goInside(page, "/products/add");
    await page.getByLabel("Product Name").fill("Vitamin C");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Product" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toContainText(
      "It is not known whether this was saved. The server can't be reached.",
    );
    await page.reload();
    await expect(page.getByText("What you typed before is still here.")).toBeVisible();
    await page.getByRole("button", { name: "Add Product" }).dblclick();
    await expect(message(page, "Product added successfully!")).toBeVisible();
    expect((await call(productRoutes.list, { query: {} })).total).toBe(2);
  });

  await test.step("shown with low stock in red, and deleted", async () => {
    const { id } = await make.product({ name: "Azee 250", stock: 10 });
    await make.product({ name: "Brufen", stock: 11 });
    await page.goto("/products");
    expect(await colourOf(rowsOf(page, "Products").getByText("10", { exact: true }))).toBe("red");
    expect(await colourOf(rowsOf(page, "Products").getByText("11", { exact: true }))).toBe("green");
    await page.getByRole("link", { name: "View Azee 250" }).click();
    await expect(page).toHaveURL(`/products/${id}`);
    await expect(detail(page, "Current Stock")).toHaveText("10Low Stock");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete product" });
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Product deleted successfully")).toBeVisible();
    await expect(page).toHaveURL("/products");
    await expect(rowsOf(page, "Products")).toHaveText([/^Brufen/, /^Paracip 500/, /^Vitamin C/]);
  });
});
