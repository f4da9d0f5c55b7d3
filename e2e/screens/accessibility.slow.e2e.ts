import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { message } from "../kit/screen.ts";
import { breakTable, endSessions } from "../kit/trouble.ts";

test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test.describe.configure({ timeout: 120_000 });

test("the sign-in", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "the sign-in with an error");
  await page.getByRole("link", { name: "Sign up", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
  await expectAccessible(page, "the sign-up");
});

for (const [path, words] of [
  ["/", "No visits in this period"],
  ["/today", "No doctors yet"],
  ["/doctors", "No doctors added yet."],
  ["/visits", "No visits recorded yet"],
  ["/products", "No products added yet."],
  ["/sales", "No sales recorded yet."],
  ["/inventory", "No products in the inventory yet."],
  ["/coverage", "No doctors in this month."],
  ["/today/catch-up", "Nothing is planned for this day."],
  ["/nowhere", "Page not found"],
] as const) {
  test(`${path}, empty`, async ({ signedIn: page }) => {
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page, path);
  });
}

for (const path of [
  "/",
  "/today",
  "/doctors",
  "/products",
  "/visits",
  "/sales",
  "/inventory",
  "/coverage",
  "/today/catch-up",
]) {
  test(`${path}, failed`, async ({ signedIn: page, product }) => {
    const tables = [
      await breakTable(product, "doctors"),
      await breakTable(product, "products"),
      await breakTable(product, "visits"),
    ];
    await page.goto(path);
    await expect(page.getByRole("button", { name: /^Retry/ }).first()).toBeVisible();
    await expectAccessible(page, `${path}, failed`);
    for (const table of tables) await table.repair();
  });
}

test.describe("with rows", () => {
  test.beforeEach(async ({ make }) => {
    const doctor = await make.doctor({
      specialization: "Cardiology",
      hospital: "Ruby Hall",
      doctor_class: "A",
      doctor_type: "prescriber",
      contact_number: "+91 98765 43210",
      email: "asha@hospital.example",
      address: "12 MG Road, Pune",
    });
    const product = await make.product({ description: "Strip of 10", stock: 12 });
    await make.product({ name: "Amoxil", category: "Antibiotics", stock: 5 });
    for (let day = 1; day <= 10; day++) {
      await make.visit({ doctor, visit_date: `2025-11-${10 + day}`, status: "scheduled" });
    }
    await make.visit({ doctor, visit_date: "2025-11-09", notes: "Wants samples", lines: [{ product }] });
  });

  test("the dashboard and the visits", async ({ signedIn: page }) => {
    await page.goto("/");
    await expect(page.getByText("Nov 20, 2025").filter({ visible: true }).first()).toBeVisible();
    await expectAccessible(page, "the dashboard");
    await page.goto("/visits?search=asha&page=2");
    await expect(page.getByText("Nov 09, 2025").first()).toBeVisible();
    await expectAccessible(page, "the visit list");
    await page.getByRole("button", { name: /^Delete visit/ }).click();
    await expect(page.getByRole("alertdialog")).toContainText("1 sale will be deleted");
    await expectAccessible(page, "the question before a deletion");
    await page.keyboard.press("Escape");
    await page.goto("/visits?start_date=2025-11-20&end_date=2025-11-01");
    await expect(page.getByText("End date cannot be earlier than start date.")).toBeVisible();
    await expectAccessible(page, "a range that does not apply");
  });

  test("the sales", async ({ signedIn: page, make }) => {
    const product = await make.product({ name: "Sample kit", category: "", price: "1000" });
    const doctor = await make.doctor({ name: "Dr. Vikram Nair" });
    await make.visit({ doctor, visit_date: "2025-11-30", lines: [{ product }] });
    await page.goto("/sales");
    await expect(page.getByText("visit on Nov 30, 2025").first()).toBeVisible();
    await expect(page.getByRole("link", { name: /^Dr\. Vikram Nair: / })).toBeVisible();
    await expectAccessible(page, "the sales");
    for (const button of await page.getByRole("button", { name: "Show figures as a table" }).all()) {
      await button.click();
    }
    await page.getByRole("combobox", { name: "Doctor", exact: true }).fill("a");
    await expect(page.getByRole("option", { name: "Dr. Asha Rao" })).toBeVisible();
    await expectAccessible(page, "the sales with their charts as tables and an open list of doctors");
    await page.goto("/sales?category=Other&start_date=2025-11-20&end_date=2025-11-01");
    await expect(page.getByText("No sales found matching your filters.")).toBeVisible();
    await expectAccessible(page, "the sales of a range that does not apply");
  });

  test("the inventory", async ({ signedIn: page, make }) => {
    const product = await make.product({ name: "Insulin", category: "", stock: 20 });
    const doctor = await make.doctor({ name: "Dr. Vikram Nair" });
    // Sold before it was received: a separate figure, explained below the table.
    await make.visit({ doctor, visit_date: "2025-11-18", lines: [{ product, quantity: 4 }] });
    await page.goto("/inventory?end_date=2025-11-19");
    await expect(page.getByText(/^Sold before received: a sale was entered/)).toBeVisible();
    await expectAccessible(page, "the inventory, with a note");
    await page.goto("/inventory");
    await expect(page.getByRole("link", { name: /^Other: / })).toBeVisible();
    await expect(page.getByText("Getting low").first()).toBeVisible();
    for (const button of await page.getByRole("button", { name: "Show figures as a table" }).all()) {
      await button.click();
    }
    await expectAccessible(page, "the inventory with its charts as tables");
    await page.goto("/inventory?category=Other&start_date=2025-11-20&end_date=2025-11-01");
    await expect(page.getByText("End date cannot be earlier than start date.").first()).toBeVisible();
    await expectAccessible(page, "the inventory of a range that does not apply");
  });

  test("the screens of one visit", async ({ signedIn: page }) => {
    await page.goto("/visits?page=2");
    await page.getByRole("link", { name: /^View visit/ }).click();
    await expect(page.getByText("Wants samples")).toBeVisible();
    await expectAccessible(page, "a visit");
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
    await page.getByRole("combobox", { name: "Doctor", exact: true }).fill("a");
    await expect(page.getByRole("option", { name: "Dr. Asha Rao" })).toBeVisible();
    await expectAccessible(page, "the visit form with an open list of doctors");
    await page.getByRole("button", { name: "Clear Doctor" }).click();
    await page.getByRole("button", { name: "Add Item" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Please select a doctor").first()).toBeVisible();
    await expectAccessible(page, "the visit form with errors");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
    await expectAccessible(page, "the question before leaving");
  });

  test("the screens of doctors", async ({ signedIn: page }) => {
    await page.goto("/doctors?doctor_class=A");
    await expect(page.getByText("Ruby Hall").first()).toBeVisible();
    await expectAccessible(page, "the doctor list");
    await page.getByRole("link", { name: "View Dr. Asha Rao" }).click();
    await expect(page.getByText("Nov 20, 2025").filter({ visible: true }).first()).toBeVisible();
    await expectAccessible(page, "a doctor");
    await page.goto("/doctors/add");
    await page.getByRole("button", { name: "Add Doctor" }).click();
    const missing = "Please enter the doctor's name";
    await expect(page.getByRole("form", { name: "Add Doctor" }).getByText(missing)).toBeVisible();
    await expect(message(page, missing)).toBeVisible();
    await expectAccessible(page, "the doctor form with an error");
    await page.goto("/doctors/0197a3b0-0000-7000-8000-000000000001");
    await expect(page.getByRole("heading", { name: "Doctor not found" })).toBeVisible();
    await expectAccessible(page, "a doctor that does not exist");
  });

  test("the screens of products, with the stock modal", async ({ signedIn: page }) => {
    await page.goto("/products");
    await expect(page.getByText("Low Stock")).toBeVisible();
    await expectAccessible(page, "the product list");
    await page.getByRole("button", { name: "Edit Stock: Paracip 500" }).click();
    const modal = page.getByRole("dialog", { name: "Edit Stock" });
    await modal.getByLabel("New Total Quantity").fill("1.5");
    await modal.getByRole("button", { name: "Update Stock" }).click();
    await expect(modal.getByText("Please enter a whole number")).toBeVisible();
    await expectAccessible(page, "the stock modal with an error");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Paracip 500", exact: true }).click();
    await expect(page.getByText("Manual stock addition")).toBeVisible();
    await expectAccessible(page, "a product with its ledger");
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Product Name")).toHaveValue("Paracip 500");
    await expectAccessible(page, "the product form");
  });
});

test("the menu, the keys, and two versions of a doctor", async ({ signedIn: page, make, product }) => {
  const doctor = await make.doctor();
  await page.goto(`/doctors/${doctor.id}/edit`);
  await page.getByLabel("Hospital/Clinic").fill("Ruby Hall");
  await product.database.pool.query("update doctors set hospital = 'City Clinic', version = version + 1");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("City Clinic");
  await expectAccessible(page, "two versions");

  await page.goto("/doctors");
  await expect(page.getByText("City Clinic").first()).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page, "the keys");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 820, height: 900 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expectAccessible(page, "the menu");
});

test("the page without a connection, and after the session ended", async ({ signedIn: page, product }) => {
  // A phone would have saved it.
  await withoutDatabase(page);
  // Some browsers remember code that could not be fetched, and the session can't be renewed without it.
  const code = page.waitForResponse(/\/auth-client-/);
  await page.goto("/doctors/add");
  await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
  await (await code).finished();
  await page.context().setOffline(true);
  await expect(page.getByText("No connection.")).toBeVisible();
  await expectAccessible(page, "a form without a connection");
  await page.getByRole("button", { name: "Add Doctor" }).click();
  // The form's message about the connection replaces the page's own.
  await expect(page.getByRole("form").getByRole("alert")).toContainText("The server can't be reached.");
  await expect(page.getByText("No connection.")).toBeHidden();
  await expectAccessible(page, "a form that could not be saved");
  await endSessions(product);
  // It saves automatically now, and is refused.
  await page.context().setOffline(false);
  await expect(page.getByRole("alertdialog", { name: "Sign in again" })).toBeVisible();
  await expectAccessible(page, "the sign-in in place");
});
