import type { ProductView } from "@rounds/domain/products/product-list.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import {
  address,
  atAddress,
  findMessage,
  headings,
  prepareScreen,
  rowTexts,
} from "../../testing/render-screen.tsx";
import { aProduct } from "../../testing/rows.ts";
import type { StandInServer } from "../../testing/server.ts";
import { letUnitsWait } from "../../testing/units-waiting.ts";

const view = (given: Partial<ProductView> = {}): ProductView => ({
  ...aProduct(given),
  has_sales: false,
  ...given,
});

/** A list of these products, in pages of 25; of a search, those with it in their name. */
function answerProducts(server: StandInServer, products: ProductView[]) {
  server.answer(productRoutes.list, ({ query }) => {
    const found = products.filter(({ name }) => name.toLowerCase().includes(query.search ?? ""));
    const page = Math.max(1, Math.min(Number(query.page ?? 1), Math.ceil(found.length / 25)));
    return {
      rows: found.slice(25 * (page - 1), 25 * page),
      total: found.length,
      unfiltered: products.length,
      page,
      page_size: 25,
    };
  });
}

function list(products: ProductView[]) {
  const prepared = prepareScreen();
  answerProducts(prepared.server, products);
  return prepared;
}

const rows = () => rowTexts("Products");
const showRows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const link = (name: string) => screen.getByRole("link", { name });
const deletion = () => screen.findByRole("alertdialog", { name: "Delete product" });
const confirmButton = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete" });

/** Opens the question whether to delete the product, once it says what else will be deleted. */
async function askToDelete(name: string) {
  fireEvent.click(button(`Delete ${name}`));
  const dialog = await deletion();
  await waitFor(() => expect(confirmButton(dialog).ariaDisabled).toBeNull());
  return dialog;
}

test("an empty list says so and suggests the first steps", async () => {
  const { user, open } = list([]);
  await open("/products");
  await screen.findByText("No products added yet.");
  expect(screen.getByText("Showing 0 of 0 products")).toBeTruthy();
  expect(link("Import a list").getAttribute("href")).toBe("/data/import?of=products");
  await user.click(link("Add First Product"));
  await screen.findByRole("heading", { name: "Add Product" });
  expect(address()).toBe("/products/add");
});

test("the list shows every column, tags low stock, and links to each row's screens", async () => {
  const low = view({ name: "Amoxil", description: "Strip of 10", current_stock: 10 });
  const { open } = list([low, view({ price: "123456.50", current_stock: 11 })]);
  await open("/products");
  await showRows(2);
  expect(headings("Products")).toEqual([
    "Product Name",
    "Category",
    "Price",
    "Current Stock",
    "Stock Actions",
    "Description",
    "Actions",
  ]);
  expect(rows()).toEqual([
    expect.stringMatching(/^Amoxil.*Pain Relief.*₹12\.50.*10Low Stock.*Add Stock.*Edit Stock.*Strip of 10/),
    expect.stringMatching(/^Paracip 500.*₹1,23,456\.50.*11Add Stock/),
  ]);
  expect(screen.getByText("Showing 2 of 2 products")).toBeTruthy();
  expect(link("Edit Amoxil").getAttribute("href")).toBe(`/products/${low.id}/edit`);
  expect(link("View Amoxil").getAttribute("href")).toBe(`/products/${low.id}`);
});

test("on a phone each product has its description and what changes or deletes it, and nothing for what is missing", async () => {
  const described = view({ name: "Amoxil", description: "Strip of 10", current_stock: 10 });
  const plain = view({ category: null });
  const { server, open } = list([described, plain]);
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes("max-width: 639") }),
  );
  server.answer(productRoutes.deletionEffect, { sales: 0, stock_transactions: 0, version: 1 });
  await open("/products");
  await screen.findByRole("link", { name: "Amoxil" });
  const texts = within(screen.getByRole("list", { name: "Products" }))
    .getAllByRole("listitem")
    .map((card) => [...card.querySelectorAll("p")].map(({ textContent }) => textContent));
  expect(texts).toEqual([["Pain Relief · ₹12.50", "Strip of 10"], ["₹12.50"]]);
  expect(link("Edit Amoxil").getAttribute("href")).toBe(`/products/${described.id}/edit`);
  expect(screen.queryByRole("link", { name: "View Amoxil" })).toBeNull();
  await askToDelete("Amoxil");
});

test("the list says how many units wait on this phone, and what is left of the server's stock", async () => {
  const [sold, other] = [view({ name: "Amoxil", current_stock: 10 }), view()];
  const { open } = list([sold, other]);
  await open("/products");
  await showRows(2);
  expect(rows()[0]).not.toContain("this phone");
  letUnitsWait(sold, 3);
  expect(rows()).toEqual([
    expect.stringContaining("10Low Stock7 left, 3 wait on this phone"),
    expect.not.stringContaining("this phone"),
  ]);
});

test("the list is searched while typing, and the address keeps the search", async () => {
  const { server, user, open } = list([view({ name: "Amoxil" }), view({ name: "Insulin" })]);
  await open("/products");
  await showRows(2);
  const search = () => screen.getByLabelText<HTMLInputElement>("Search");
  await user.type(search(), "amox");
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Amoxil/)]));
  expect(server.asked(productRoutes.list).at(-1)?.query).toMatchObject({ search: "amox" });
  expect(screen.getByText("Showing 1 of 1 products (filtered from 2 total)")).toBeTruthy();
  expect(address()).toBe("/products?search=amox");

  await open(address());
  await showRows(1);
  expect(search().value).toBe("amox");
  await user.type(search(), "x");
  await screen.findByText("No products found matching your search.");
  await user.click(button(/^Clear/));
  await showRows(2);
  expect(address()).toBe("/products");
});

test("the list goes to the last page when the only row of its page is deleted", async () => {
  const products = Array.from({ length: 26 }, (_, n) => view({ name: `Product ${10 + n}` }));
  const { server, user, open } = list(products);
  const effect = { sales: 0, stock_transactions: 0 };
  server.answer(productRoutes.deletionEffect, { ...effect, version: 1 });
  server.answer(productRoutes.delete, () => {
    answerProducts(server, products.slice(0, 25));
    return effect;
  });
  await open("/products");
  await showRows(25);
  const pages = () => screen.queryByRole("navigation", { name: "Pages" });
  expect(pages()?.textContent).toContain("Showing 25 of 26 products");
  await user.click(button("Next"));
  await showRows(1);
  expect(pages()?.textContent).toContain("Page 2 of 2");
  const dialog = await askToDelete("Product 35");
  expect(dialog.textContent).toContain("Are you sure you want to delete this product?");
  await user.click(confirmButton(dialog));
  await findMessage("Product deleted successfully");
  await findMessage("Product 35");
  await showRows(25);
  expect(server.asked(productRoutes.delete)).toMatchObject([{ params: { id: products[25]?.id } }]);
  await atAddress("/products");
  expect(pages()).toBeNull();
});

test("a product that was sold can't be deleted: its button says why, and a press of how many sales", async () => {
  const { server, user, open } = list([view({ has_sales: true })]);
  await open("/products");
  await showRows(1);
  const why = "It has sales. Only a product without sales can be deleted.";
  const refused = screen.getByRole("button", { name: "Delete Paracip 500", description: why });
  expect(refused.getAttribute("aria-disabled")).toBe("true");
  refused.focus();
  expect(document.activeElement).toBe(refused);
  server.answer(productRoutes.deletionEffect, { sales: 1240, stock_transactions: 3, version: 1 });
  const release = server.hold(productRoutes.deletionEffect);
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("alertdialog", { name: "Delete product" });
  await within(dialog).findByText(why);
  release();
  await within(dialog).findByText("It has 1,240 sales. Only a product without sales can be deleted.");
  expect(confirmButton(dialog).ariaDisabled).toBe("true");
});

test("a product that was sold in the meantime stays, and the dialog says how many sales it has", async () => {
  const { server, user, open } = list([view()]);
  server.answer(productRoutes.deletionEffect, { sales: 0, stock_transactions: 1, version: 1 });
  await open("/products");
  await showRows(1);
  const dialog = await askToDelete("Paracip 500");
  const effect = { sales: 1, stock_transactions: 2 };
  const message = "This product has 1 sale and can't be deleted.";
  server.refuse(productRoutes.delete, "product_has_sales", { message, details: effect });
  server.answer(productRoutes.deletionEffect, { ...effect, version: 1 });
  await user.click(confirmButton(dialog));
  await findMessage(message);
  await within(dialog).findByText(/It has 1 sale\./);
  expect(confirmButton(dialog).ariaDisabled).toBe("true");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(rows()).toHaveLength(1);
});

test("a list that can't be loaded says so, and continues with Retry", async () => {
  const { server, user, open } = prepareScreen();
  server.refuse(productRoutes.list, "not_found");
  await open("/products");
  const words = "Error loading products. Please try again.";
  await findMessage(words);
  expect(within(screen.getByRole("main")).getByRole("alert").textContent).toContain(words);
  answerProducts(server, [view()]);
  await user.click(button("Retry"));
  await showRows(1);
});

test("a shown list that can't be read again stays, and says so", async () => {
  const { server, user, open } = list([view({ name: "Amoxil" }), view({ name: "Insulin" })]);
  await open("/products");
  await showRows(2);
  server.refuse(productRoutes.list, "not_found");
  void queryClient.invalidateQueries();
  const words = "Error fetching products. Please try again.";
  await findMessage(words);
  expect(rows()).toHaveLength(2);
  expect(within(screen.getByRole("main")).getByRole("alert").textContent).toContain(words);
  answerProducts(server, [view()]);
  await user.click(button("Retry"));
  await showRows(1);
});

test("a deletion that fails says so, and can be repeated", async () => {
  const { server, user, open } = list([view()]);
  const effect = { sales: 0, stock_transactions: 1 };
  server.answer(productRoutes.deletionEffect, { ...effect, version: 1 });
  server.refuse(productRoutes.delete, "internal");
  await open("/products");
  await showRows(1);
  const dialog = await askToDelete("Paracip 500");
  expect(dialog.textContent).toContain("1 entry of its stock history will be deleted too.");
  await user.click(confirmButton(dialog));
  await findMessage("Error deleting product. Please try again.");
  expect(rows()).toHaveLength(1);
  server.cutOff(productRoutes.delete);
  await user.click(confirmButton(dialog));
  await within(dialog).findByText(/^The server can't be reached\./);
  server.answer(productRoutes.delete, () => {
    answerProducts(server, []);
    return effect;
  });
  await waitFor(() => expect(confirmButton(dialog).ariaDisabled).toBeNull());
  await user.click(confirmButton(dialog));
  await findMessage("Product deleted successfully");
  await screen.findByText("No products added yet.");
});
