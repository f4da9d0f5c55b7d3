import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Builders } from "../kit/builders.ts";
import { expect } from "../kit/fixtures.ts";
import type { Product } from "../kit/product.ts";
import { rowsOf } from "../kit/screen.ts";

/** What the tests of the inventory report look at. */
export const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
export const rows = (page: Page) => rowsOf(page, "Inventory Details");
export const productBox = (page: Page) => page.getByRole("combobox", { name: "Product", exact: true });
export const lines = (page: Page) =>
  page.getByRole("group", { name: "Stock Movement Over Time, line chart" });
export const lowStock = (page: Page) =>
  page.getByRole("list", { name: "Low Stock Alert" }).getByRole("listitem");
export const exportButton = (page: Page) => page.getByRole("button", { name: "Export Data" });
/** A number of the table, which leads to its rows. */
export const figure = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

type Entry = { type: "opening" | "purchase" | "adjustment"; quantity: number; day: string };

/** Enters movements of past days, which the product itself would date today, directly into the ledger. */
async function enter({ database }: Product, product_id: string, entries: readonly Entry[]) {
  for (const { type, quantity, day } of entries) {
    await database.pool.query(
      `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
       values ($1, $2, $3, $4, $5)`,
      [randomUUID(), product_id, type, quantity, day],
    );
  }
}

/** Three products: one in good supply, one without category that is getting low, one sold before it was received. */
export async function fill(product: Product, make: Builders) {
  const doctor = await make.doctor();
  const amoxil = await make.product({ name: "Amoxil", category: "Antibiotics", stock: 0 });
  const becosules = await make.product({ name: "Becosules", category: "", price: "100", stock: 0 });
  const calpol = await make.product({ name: "Calpol", price: "1", stock: 0 });
  await enter(product, amoxil.id, [
    { type: "opening", quantity: 20, day: "2025-10-01" },
    { type: "purchase", quantity: 50, day: "2025-11-05" },
    { type: "adjustment", quantity: -3, day: "2025-11-12" },
  ]);
  await enter(product, becosules.id, [{ type: "purchase", quantity: 18, day: "2025-11-06" }]);
  await enter(product, calpol.id, [{ type: "purchase", quantity: 15, day: "2025-11-08" }]);
  await make.visit({ doctor, visit_date: "2025-11-10", lines: [{ product: amoxil, quantity: 12 }] });
  await make.visit({ doctor, visit_date: "2025-11-03", lines: [{ product: calpol, quantity: 5 }] });
  return { amoxil, becosules, calpol };
}

/** A card ends with how its figure changed compared with the days before, if there are any. */
const compared = "([↑↓=] .+ 20\\d\\d)?$";

export async function expectCards(
  page: Page,
  products: string,
  purchases: string,
  sales: string,
  value: string,
) {
  await expect(card(page, "Total Products")).toHaveText(`Total Products${products}active inventory items`);
  await expect(card(page, "Total Purchases")).toHaveText(
    new RegExp(`^Total Purchases${purchases}units purchased since Jan 01, 2020${compared}`),
  );
  await expect(card(page, "Total Sales")).toHaveText(
    new RegExp(`^Total Sales${sales}units sold since Jan 01, 2020${compared}`),
  );
  await expect(card(page, "Stock Value")).toContainText(`Stock Value${value}`);
}
