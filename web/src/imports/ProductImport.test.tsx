import "../testing/signed-in.ts";
import type { ImportRow } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { prepareDenied } from "../testing/denied.ts";
import { anImport, answerImports, aRow, readOnPage } from "../testing/import-answers.ts";
import { description, findMessage, prepareScreen, typeInto } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const select = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
const list = [
  "SRI BALAJI AGENCIES,,,,,",
  "Sr,Product,Pack,MRP,PTR,Cl. Stk",
  "1,Atorsudha 10,10x10,60,Rs 45/-,40",
  '2,Dolo 650,15s,40,"30,5",12',
  "3,Tab Calpol 500,10s,20,15,7",
  "TOTAL,,,,,59",
].join("\n");

const calpol = { id: anId(), name: "Calpol 500", where: "₹14.00, 3 in stock" };

/** As the server would. */
function judge({ cells, decision }: ImportRow): Partial<ImportRow> {
  if (cells.price?.includes(","))
    return {
      verdict: "refused",
      reasons: [{ field: "price", code: "validation_failed", message: "Is the comma a decimal point?" }],
    };
  if (cells.name?.startsWith("Tab") && !decision)
    return {
      verdict: "look",
      reasons: [
        { field: "name", code: "alike", message: "A product may be the same." },
        { field: "stock", code: "stock_kept", message: "The stock stays at 3." },
      ],
      ...{ target: calpol, candidates: [calpol] },
    };
  return { verdict: "create" };
}

async function open(before: Parameters<typeof answerImports>[2] = []) {
  const prepared = prepareScreen();
  readOnPage();
  answerImports(prepared.server, judge, before);
  await prepared.open("/data");
  await prepared.user.click(await screen.findByRole("link", { name: /^Import products/ }));
  const input = await screen.findByLabelText<HTMLInputElement>("Choose a file, or drop it here");
  const upload = (text: string) =>
    prepared.user.upload(input, new File([text], "stock.csv", { type: "text/csv" }));
  return { ...prepared, upload };
}

test("a price list becomes products, with the words and the columns of products", async () => {
  const { server, user, upload } = await open();
  expect(await screen.findByRole("heading", { name: "Import products" })).toBeTruthy();
  expect(screen.getByText(/with one product in each row/)).toBeTruthy();
  await upload(list);

  expect((await select("Product")).value).toBe("name");
  expect((await select("Cl. Stk")).value).toBe("stock");
  // Which of two prices is meant, a person says.
  expect([(await select("MRP")).value, (await select("PTR")).value]).toEqual(["", ""]);
  expect(screen.getByText("No column is the price, so new products will cost ₹0.00.")).toBeTruthy();
  await user.selectOptions(await select("PTR"), "Price");
  expect(screen.queryByText(/No column is the price/)).toBeNull();
  expect(within(await select("MRP")).queryByRole("option", { name: "City" })).toBeNull();
  await user.click(button("Check 4 rows"));

  await screen.findByRole("button", { name: "Import 1 product" });
  expect(server.asked(importRoutes.create)[0]?.body).toMatchObject({
    noun: "products",
    file_name: "stock.csv",
  });
  expect(server.asked(importRoutes.send)[0]?.body).toEqual({
    rows: [
      { line: 3, cells: { name: "Atorsudha 10", price: "Rs 45/-", stock: "40" } },
      { line: 4, cells: { name: "Dolo 650", price: "30,5", stock: "12" } },
      { line: 5, cells: { name: "Tab Calpol 500", price: "15", stock: "7" } },
    ],
  });

  expect(await screen.findByText("Price 15 · Opening stock 7")).toBeTruthy();
  expect(screen.getByText(/The stock stays at 3/)).toBeTruthy();
  await user.click(button("Another product, line 5"));
  await user.click(button("Same product as Calpol 500 ₹14.00, 3 in stock, line 5"));
  await user.click(button("Can't 1"));
  await user.click(await screen.findByRole("button", { name: "Correct line 4" }));
  const price = await screen.findByLabelText<HTMLInputElement>("Price");
  expect(description(price)).toBe("Is the comma a decimal point?");
  expect(await screen.findByLabelText("Opening stock")).toBeTruthy();
  await typeInto(user, price, "30.50");
  await user.keyboard("{Enter}");
  await findMessage("Line 4: Create");

  await user.click(await screen.findByRole("button", { name: "Import 3 products" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/2 products will be created, and 1 product will be updated./)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Import" }));
  expect(await screen.findByText("3 products imported.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to products" }).getAttribute("href")).toBe("/products");
  expect(screen.getByRole("link", { name: "Import another list" }).getAttribute("href")).toBe(
    "/data/import?of=products",
  );
  expect(screen.getByRole("link", { name: "Atorsudha 10" }).getAttribute("href")).toMatch(/^\/products\//);
});

test("the template has the headings of products", async () => {
  const { user } = await open();
  const saved: Blob[] = [];
  const createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return "blob:x";
  };
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  await user.click(button("Template"));
  expect(await saved[0]?.text()).toMatch(/Product Name,Category,Price,Opening stock,Description\r\n$/);
});

test("an import says by itself what it is of, and the mapping of doctors is not used for products", async () => {
  const mapping = [
    { heading: "Product", field: "hospital" as const },
    { heading: "Price", field: "name" as const },
  ];
  const doctors = anImport({ id: anId(), state: "applied", mapping, file_name: "doctors.csv" });
  const products = anImport({ id: anId(), noun: "products", file_name: "stock.csv" });
  const {
    user,
    open: go,
    upload,
  } = await open([
    { state: doctors, rows: [aRow({ line: 2 })] },
    { state: products, rows: [aRow({ line: 2, cells: { name: "Dolo 650" } })] },
  ]);
  expect((await screen.findByRole("link", { name: /stock.csv/ })).textContent).toContain("Products ·");
  expect(screen.getByRole("link", { name: /doctors.csv/ }).textContent).toContain("Doctors ·");
  await upload("Product,Price\nDolo 650,30");
  expect((await select("Product")).value).toBe("name");
  expect(screen.queryByText(/as you chose them last time/)).toBeNull();
  await go(`/data/import?id=${products.id}`);
  expect(await screen.findByRole("heading", { name: "Import products" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Throw away" }));
  expect(await screen.findByText(/No product is changed/)).toBeTruthy();
});

test("who may not change products is told before choosing a list", async () => {
  const { server, open: go } = prepareDenied(["change_products"]);
  answerImports(server);
  await go("/data/import?of=products");
  expect(await screen.findByText(/You may not change products and prices/)).toBeTruthy();
  await go("/data/import");
  await screen.findByRole("heading", { name: "Import doctors" });
  expect(screen.queryByText(/You may not change/)).toBeNull();
});
