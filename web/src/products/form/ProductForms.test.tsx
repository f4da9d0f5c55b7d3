import type { Product } from "@rounds/domain/products/product.ts";
import type { ProductView } from "@rounds/domain/products/product-list.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  address,
  atAddress,
  description,
  findMessage,
  prepareScreen,
  rowTexts,
  typeInto,
} from "../../testing/render-screen.tsx";
import { anId, aProduct } from "../../testing/rows.ts";
import type { StandInServer } from "../../testing/server.ts";

const view = (given: Partial<ProductView> = {}): ProductView => ({
  ...aProduct(),
  has_sales: false,
  ...given,
});
const answerList = (server: StandInServer, rows: ProductView[]) =>
  server.answer(productRoutes.list, {
    ...{ rows, total: rows.length, unfiltered: rows.length, page: 1, page_size: 25 },
  });

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole("button", { name });

test("the form of a new product offers every category, and a price from 0 in paise", async () => {
  const { open } = prepareScreen();
  await open("/products/add");
  const category = screen.getByLabelText<HTMLSelectElement>("Category");
  expect([...category.options].map(({ text }) => text)).toEqual([
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
  const { min, step } = await field("Price");
  expect([min, step]).toEqual(["0", "0.01"]);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Description").rows).toBe(4);
});

test("a new product needs a name and a valid price; an empty price is saved as 0", async () => {
  const { server, user, open } = prepareScreen();
  await open("/products/add");
  await screen.findByText("Without a price, ₹0.00 is saved.");
  const name = await field("Product Name");
  const price = await field("Price");
  await typeInto(user, name, "Sample");
  for (const [typed, problem] of [
    ["-5", "The price can't be negative"],
    ["99999999999", "Please enter at most 9999999999.99"],
    ["12,50", "Is the comma a decimal point? Please write 12.50, or 1,250 for thousands"],
  ] as const) {
    await typeInto(user, price, `${typed}{Enter}`);
    await waitFor(() => expect(description(price)).toBe(problem));
    expect(document.activeElement).toBe(price);
    expect(price.value).toBe(typed);
    expect(address()).toBe("/products/add");
  }
  await user.clear(price);
  await user.clear(name);
  await user.click(button("Add Product"));
  await findMessage("Error adding product. Please try again.");
  await waitFor(() => expect(description(name)).toBe("Please enter the product's name"));
  expect(document.activeElement).toBe(name);
  expect(server.asked(productRoutes.create)).toEqual([]);

  server.answer(productRoutes.create, ({ body }) => {
    const product = aProduct(body as Product);
    answerList(server, [{ ...product, has_sales: false }]);
    return product;
  });
  await user.type(name, "Sample{Enter}");
  await findMessage("Product added successfully!");
  await waitFor(() => expect(rowTexts("Products")).toEqual([expect.stringContaining("₹0.00")]));
  expect(server.asked(productRoutes.create)).toMatchObject([{ body: { name: "Sample", price: "0.00" } }]);
});

test.each([
  ["₹1,25,000/-", "125000.00", "₹1,25,000.00 will be saved."],
  ["Rs. 450/-", "450.00", "₹450.00 will be saved."],
  ["१२.५०", "12.50", "₹12.50 will be saved."],
  ["1,250", "1250.00", "₹1,250.00 will be saved."],
])("a price typed as %j is saved as that amount", async (typed, price, hint) => {
  const { server, user, open } = prepareScreen();
  answerList(server, []);
  server.answer(productRoutes.create, ({ body }) => aProduct(body as Product));
  await open("/products/add");
  await typeInto(user, await field("Product Name"), "Sample");
  await typeInto(user, await field("Price"), typed);
  await waitFor(async () => expect(description(await field("Price"))).toBe(hint));
  await user.click(button("Add Product"));
  await findMessage("Product added successfully!");
  expect(server.asked(productRoutes.create)).toMatchObject([{ body: { name: "Sample", price } }]);
});

test("an edit that is not saved says so and keeps what was typed; Cancel leads to the list", async () => {
  const { server, user, open } = prepareScreen();
  const product = view();
  answerList(server, [product]);
  server.answer(productRoutes.read, product);
  server.refuse(productRoutes.update, "internal");
  await open(`/products/${product.id}/edit`);
  const price = await field("Price");
  await typeInto(user, price, "20");
  await user.click(button("Save Changes"));
  await findMessage("Error updating product. Please try again.");
  expect(price.value).toBe("20");
  expect(server.asked(productRoutes.update)).toMatchObject([{ body: { price: "20.00", version: 1 } }]);
  await typeInto(user, price, "12.50");
  await user.click(button("Cancel"));
  await atAddress("/products");
});

test("a product that can't be loaded is reported, and its screens return to the list", async () => {
  const { server, open } = prepareScreen();
  answerList(server, []);
  server.refuse(productRoutes.read, "not_found");
  const path = `/products/${anId()}`;
  await open(`${path}/edit`);
  await findMessage("Error loading product details");
  await atAddress("/products");
  await open(path);
  await findMessage("Error fetching product details");
  await atAddress("/products");
});

test("an edit starts with the stored values, says that it is saving, and leads to the list", async () => {
  const { server, user, open } = prepareScreen();
  const product = aProduct({ description: "Strip of 10" });
  const saved = { ...product, price: "15.75", version: 2 };
  answerList(server, [{ ...saved, has_sales: false }]);
  server.answer(productRoutes.read, { ...product, has_sales: false });
  server.answer(productRoutes.update, saved);
  await open(`/products/${product.id}/edit`);
  const labels = ["Product Name", "Category", "Price", "Description"];
  const values = await Promise.all(labels.map(async (label) => (await field(label)).value));
  expect(values).toEqual(["Paracip 500", "Pain Relief", "12.50", "Strip of 10"]);
  await typeInto(user, await field("Price"), "15.75");
  const release = server.hold(productRoutes.update);
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("button", { name: "Saving..." })).toHaveProperty("ariaDisabled", "true");
  release();
  await findMessage("Product updated successfully!");
  await atAddress("/products");
  expect(server.asked(productRoutes.update)).toMatchObject([{ body: { price: "15.75", version: 1 } }]);
  await waitFor(() => expect(rowTexts("Products")).toEqual([expect.stringContaining("₹15.75")]));
});

test("a price that two people changed at once is asked about; what only the other changed stays", async () => {
  const { server, user, open } = prepareScreen();
  const stored = aProduct();
  const product = { ...stored, has_sales: false };
  const theirs = { ...stored, price: "13.00", category: "Other" as const, version: 2 };
  answerList(server, [product]);
  server.answer(productRoutes.read, product);
  server.refuse(productRoutes.update, "changed_meanwhile", {
    details: {
      current: theirs,
      changed_by: "colleague@rounds.example",
      changed_at: "2025-11-20T06:30:00.000Z",
    },
  });
  await open(`/products/${product.id}/edit`);
  await typeInto(user, await field("Price"), "14{Enter}");
  const dialog = await screen.findByRole("alertdialog", { name: "Which value should be saved?" });
  expect(dialog.textContent).toContain("colleague@rounds.example saved this on");
  const groups = within(dialog).getAllByRole("group");
  expect(groups.map(({ textContent }) => textContent)).toEqual(["PriceYours ₹14.00Saved meanwhile ₹13.00"]);
  server.answer(productRoutes.update, { ...theirs, price: "14.00", version: 3 });
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await findMessage("Product updated successfully!");
  expect(server.asked(productRoutes.update).at(-1)?.body).toMatchObject({
    ...{ price: "14.00", category: "Other", version: 2 },
  });
});
