import type { Locator, Page } from "@playwright/test";
import { rowsOf } from "../kit/screen.ts";
import { addItem, chooseDoctor } from "../kit/visit-form.ts";

/** Something that a person is about to save: all is typed, and a click on the button is left. */
export type Prepared = { button: Locator };

/** How long a list may take to show a row, in milliseconds. */
const timeout = 10_000;

export async function newDoctor(page: Page, name: string, hospital: string): Promise<Prepared> {
  await page.goto("/doctors/add");
  await page.getByLabel("Doctor Name").fill(name);
  await page.getByLabel("Hospital/Clinic").fill(hospital);
  return { button: page.getByRole("button", { name: "Add Doctor" }) };
}

export async function changedDoctor(page: Page, name: string, hospital: string): Promise<Prepared> {
  await page.goto(`/doctors?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `Edit ${name}`, exact: true }).click({ timeout });
  await page.getByLabel("Hospital/Clinic").fill(hospital);
  return { button: page.getByRole("button", { name: "Save Changes" }) };
}

export async function deletedDoctor(page: Page, name: string): Promise<Prepared> {
  await page.goto(`/doctors?search=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Delete ${name}`, exact: true }).click({ timeout });
  return { button: page.getByRole("alertdialog").getByRole("button", { name: "Delete" }) };
}

/** A visit with two products. */
export async function newVisit(
  page: Page,
  doctor: string,
  notes: string,
  products: readonly string[],
): Promise<Prepared> {
  await page.goto("/visits/add");
  await chooseDoctor(page, doctor);
  await page.getByLabel("Notes").fill(notes);
  for (const product of products) await addItem(page, product, "1");
  return { button: page.getByRole("button", { name: "Add Visit" }) };
}

export async function deletedVisit(page: Page, notes: string): Promise<Prepared> {
  await page.goto(`/visits?search=${encodeURIComponent(notes)}`);
  await rowsOf(page, "Visits")
    .getByRole("button", { name: /^Delete visit/ })
    .click({ timeout });
  return { button: page.getByRole("alertdialog").getByRole("button", { name: "Delete" }) };
}
