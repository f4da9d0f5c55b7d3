import type { Page } from "@playwright/test";
import type { Builders } from "../kit/builders.ts";
import { expect } from "../kit/fixtures.ts";
import { rowsOf } from "../kit/screen.ts";

export const ashaText = "Dr. Asha Rao · Cardiology · Prescriber · Class A";

export const doctorBox = (page: Page) => page.getByRole("combobox", { name: "Doctor", exact: true });
export const productBox = (page: Page) => page.getByRole("combobox", { name: "Product", exact: true });
export const days = (page: Page, label: "Start Date" | "End Date") => page.getByLabel(label);
export const rows = (page: Page) => rowsOf(page, "Sales Details");
export const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
export const pie = (page: Page) => page.getByRole("group", { name: "Sales by Category, pie chart" });
export const bars = (page: Page) => page.getByRole("group", { name: "Top Doctors by Sales, bar chart" });

/** Asserts what the three cards say. */
export async function expectCards(page: Page, revenue: string, items: string, transactions: string) {
  await expect(card(page, "Total Revenue").getByRole("button")).toHaveText(revenue);
  await expect(card(page, "Total Items Sold").getByRole("button")).toHaveText(items);
  await expect(card(page, "Total Transactions").getByRole("button")).toHaveText(transactions);
}

/** Asserts which filters the address holds, in any order. */
export async function expectFilters(page: Page, filters: Record<string, string>) {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(filters);
}

/** Two doctors and three products; five sales, one of them in a visit in the future. */
export async function sell(make: Builders) {
  const asha = await make.doctor({
    name: "Dr. Asha Rao",
    specialization: "Cardiology",
    doctor_type: "prescriber",
    doctor_class: "A",
  });
  const vikram = await make.doctor({ name: "Dr. Vikram Nair", specialization: "Dermatology" });
  const paracip = await make.product();
  const amoxil = await make.product({ name: "Amoxil", category: "Antibiotics", price: "80" });
  const kit = await make.product({ name: "Sample kit", category: "", price: "1000" });
  await make.visit({
    doctor: asha,
    visit_date: "2025-10-31",
    lines: [{ product: amoxil, quantity: 2, unit_price: "75.5" }],
  });
  const first = await make.visit({
    doctor: asha,
    visit_date: "2025-11-05",
    lines: [{ product: paracip, quantity: 10 }],
  });
  await make.visit({
    doctor: vikram,
    visit_date: "2025-11-12",
    status: "cancelled",
    lines: [{ product: kit }],
  });
  await make.visit({
    doctor: vikram,
    visit_date: "2025-11-11",
    lines: [{ product: amoxil, quantity: 3 }],
  });
  await make.visit({
    doctor: vikram,
    visit_date: "2025-11-30",
    status: "scheduled",
    lines: [{ product: paracip, quantity: 4 }],
  });
  return { asha, vikram, paracip, amoxil, kit, first };
}

/** The middle of a ring's first slice, which begins at the top, in pixels from the drawing's top left. */
export function firstSlice(part: number) {
  const angle = part * Math.PI;
  return { position: { x: 132 + 69 * Math.sin(angle), y: 112 - 69 * Math.cos(angle) } };
}
