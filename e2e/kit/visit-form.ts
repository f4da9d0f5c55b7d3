import type { Locator, Page } from "@playwright/test";

// The fields of the visit form, and people's actions on them.

export const creation = { method: "POST", path: "/api/visits" };

export function doctorField(page: Page): Locator {
  return page.getByRole("combobox", { name: "Doctor", exact: true });
}

export function productField(page: Page): Locator {
  return page.getByRole("combobox", { name: "Product", exact: true });
}

export function quantityField(page: Page): Locator {
  return page.getByLabel("Quantity", { exact: true });
}

export function priceField(page: Page): Locator {
  return page.getByLabel("Unit Price", { exact: true });
}

/** The running total of the items. */
export function total(page: Page): Locator {
  return page.getByRole("form").getByRole("status").filter({ hasText: "₹" });
}

export function items(page: Page): Locator {
  return page.getByRole("list", { name: "Added items" }).getByRole("listitem");
}

/** Chooses the doctor by typing part of the name. */
export async function chooseDoctor(page: Page, name: string) {
  await doctorField(page).fill(name);
  await page.getByRole("option", { name }).click();
}

/** Chooses the product with this name. */
export async function chooseProduct(page: Page, name: string) {
  await productField(page).selectOption(await page.getByRole("option", { name: `${name} - ` }).innerText());
}

/** Adds an item of the product with this name. */
export async function addItem(page: Page, name: string, quantity: string) {
  await chooseProduct(page, name);
  await quantityField(page).fill(quantity);
  await page.getByRole("button", { name: "Add Item" }).click();
}
