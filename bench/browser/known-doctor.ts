import { devices, type Page } from "@playwright/test";
import { addDays, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { systemClock } from "@rounds/http/clock.ts";
import type { Client } from "../kit/client.ts";
import type { Hand } from "./hand.ts";

const productNames = ["Recorded Syrup", "Recorded Tablets", "Recorded Vitamins"];
/** How many units of a product are sold. */
export const quantity = 12;

/** A doctor by name and id, and the names of the products to sell. */
export type Known = { doctor: string; doctor_id: string; products: readonly string[] };

/** The quick record: the doctor, a tap for each product, and Save. */
export async function recordQuickly(hand: Hand, page: Page, { doctor, products }: Known): Promise<void> {
  await hand.tap(page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Record" }));
  // The screen before it may name the doctor as well.
  const screen = page.getByRole("main").filter({ has: page.getByRole("heading", { name: "Record Visit" }) });
  await hand.tap(screen.getByRole("link", { name: doctor }));
  for (const name of products) await hand.tap(page.getByRole("button", { name }));
  await hand.tap(page.getByRole("button", { name: /^Save/ }));
}

const { viewport, ...looks } = devices["Pixel 7"] ?? {};
/** A phone's browser. */
export const phone = { ...looks, viewport: { width: 390, height: 844 } };

const newId = () => uuidV7(systemClock(), crypto.getRandomValues(new Uint8Array(10)));

/** Makes a doctor who bought three products from this person yesterday; returns their names. */
export async function makeKnownDoctor(client: Client): Promise<Known> {
  // The database may be kept: doctor and products differ from those of earlier runs.
  const own = newId().slice(-6);
  const doctor = {
    id: newId(),
    name: `Dr. Known ${own}`,
    specialization: "Cardiology",
    hospital: "City Hospital",
  };
  const rest = { doctor_class: "A", doctor_type: "dispenser", contact_number: "", email: "" };
  await client.send("POST", "/api/doctors", { ...doctor, ...rest, address: "12 MG Road, Pune" });
  const items = [];
  const products = productNames.map((name) => `${name} ${own}`);
  for (const name of products) {
    const product = { id: newId(), name, category: "", price: "25.00", description: "" };
    await client.send("POST", "/api/products", product);
    const stock = { id: newId(), quantity: 100_000, notes: "" };
    await client.send("POST", `/api/products/${product.id}/stock-additions`, stock);
    items.push({ id: newId(), product_id: product.id, quantity, unit_price: "24.50" });
  }
  const visit_date = addDays(dayOf(systemClock(), "Asia/Kolkata"), -1);
  const visit = { id: newId(), doctor_id: doctor.id, visit_date, status: "completed", notes: "", items };
  await client.send("POST", "/api/visits", visit);
  return { doctor: doctor.name, doctor_id: doctor.id, products };
}
