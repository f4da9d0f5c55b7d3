import { historyRoutes } from "@rounds/domain/history/routes.ts";
import type { ProductView } from "@rounds/domain/products/product-list.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { address, atAddress, detail, findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { aProduct } from "../../testing/rows.ts";

/** The page of a product without movements. */
function page(given: Partial<ProductView> = {}) {
  const prepared = prepareScreen();
  const product = { ...aProduct(), has_sales: false, ...given };
  prepared.server.answer(productRoutes.read, product);
  prepared.server.answer(stockRoutes.ledger, { rows: [], total: 0, page: 1, page_size: 10 });
  prepared.server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  return { ...prepared, product, path: `/products/${product.id}` };
}

test("the page of a product shows its fields and its stock, N/A for what is not known", async () => {
  const { open, path } = page({ category: null, current_stock: 10 });
  await open(path);
  await screen.findByRole("heading", { name: "Product Information" });
  const shown = (label: string) => detail(label).textContent;
  expect(["Product Name", "Category", "Price", "Description", "Current Stock"].map(shown)).toEqual([
    "Paracip 500",
    "N/A",
    "₹12.50",
    "N/A",
    "10Low Stock",
  ]);
});

test("a deletion that fails says so, and once it succeeds leads to the list", async () => {
  const { server, user, open, path } = page();
  server.answer(productRoutes.deletionEffect, { sales: 0, stock_transactions: 1, version: 1 });
  server.refuse(productRoutes.delete, "internal");
  await open(path);
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete product" });
  const confirm = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete" });
  await waitFor(() => expect(confirm.ariaDisabled).toBeNull());
  await user.click(confirm);
  await findMessage("Error deleting product");
  expect(address()).toBe(path);
  server.answer(productRoutes.delete, { sales: 0, stock_transactions: 1 });
  server.answer(productRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 25 });
  await waitFor(() => expect(confirm.ariaDisabled).toBeNull());
  await user.click(confirm);
  await findMessage("Product deleted successfully");
  await atAddress("/products");
});

test("a product that was sold can't be deleted: its button says why, and a press of how many sales", async () => {
  const { server, user, open, path } = page({ has_sales: true });
  await open(path);
  const why = "It has sales. Only a product without sales can be deleted.";
  const refused = await screen.findByRole("button", { name: "Delete", description: why });
  expect(refused.getAttribute("aria-disabled")).toBe("true");
  refused.focus();
  expect(document.activeElement).toBe(refused);
  server.answer(productRoutes.deletionEffect, { sales: 1, stock_transactions: 2, version: 1 });
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("alertdialog", { name: "Delete product" });
  await within(dialog).findByText("It has 1 sale. Only a product without sales can be deleted.");
  expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete" }).ariaDisabled).toBe("true");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  // Without an answer it is still said that it has some.
  server.cutOff(productRoutes.deletionEffect);
  await user.click(refused);
  await within(await screen.findByRole("alertdialog")).findByText(why);
});
