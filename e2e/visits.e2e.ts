import type { Page } from "@playwright/test";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "./fixtures.ts";
import { withoutDatabase } from "./phone-store.ts";
import { chips, colourOf, headingsOf, message, rowsOf } from "./screen.ts";
import { breakTable } from "./trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const asha = {
  name: "Dr. Asha Rao",
  specialization: "Cardiology",
  hospital: "Ruby Hall",
  address: "12 MG Road, Pune",
};
const vikram = { name: "Dr. Vikram Nair", specialization: "Dermatology", address: " Marine Drive, Kochi " };

const search = (page: Page) => page.getByLabel("Search", { exact: true });
const filter = (page: Page, label: string) => page.getByRole("combobox", { name: label });
const days = (page: Page, label: "Start Date" | "End Date") => page.getByLabel(label);

test.describe("the visit list", () => {
  test("says that it is empty and suggests the first step", async ({ signedIn: page }) => {
    await page.goto("/visits");
    await expect(page.getByRole("heading", { name: "Doctor Visits" })).toBeVisible();
    await expect(page.getByText("No visits recorded yet")).toBeVisible();
    await expect(page.getByRole("link", { name: "Add Visit" })).toBeVisible();
    await page.getByRole("link", { name: "Add First Visit" }).click();
    await expect(page.getByRole("heading", { name: "Add Visit" })).toBeVisible();
  });

  test("shows every column, the newest visit first", async ({ signedIn: page, make }) => {
    const doctor = await make.doctor(asha);
    const product = await make.product();
    const lines = [{ product, quantity: 100, unit_price: "1234.5" }];
    const notes = "x".repeat(50);
    await make.visit({ doctor, visit_date: "2025-11-05", lines, notes: `${notes}y` });
    await make.visit({ doctor, visit_date: "2025-11-06", status: "scheduled" });
    const { id } = await make.visit({ doctor, visit_date: "2025-11-07", status: "cancelled", notes });
    await page.goto("/visits");
    await expect(headingsOf(page, "Visits")).toHaveText([
      "Doctor",
      "Visit Date",
      "Status",
      "Total Sales",
      "Notes",
      "Actions",
    ]);
    const rows = rowsOf(page, "Visits");
    await expect(rows).toHaveText([
      /Nov 07, 2025.*Cancelled.*₹0\.00.*0 items.*x{50}$/,
      /Nov 06, 2025.*Scheduled.*₹0\.00.*0 items.*No notes$/,
      /^Dr. Asha Rao.*Cardiology.*Ruby Hall.*12 MG Road, Pune.*Nov 05, 2025.*Completed.*₹1,23,450\.00.*1 item.*x{50}\.\.\.$/,
    ]);
    expect(await colourOf(page.getByText("Completed", { exact: true }).last())).toBe("green");
    expect(await colourOf(page.getByText("Cancelled", { exact: true }))).toBe("yellow");
    await expect(page.getByRole("heading", { name: "Visits List" })).toContainText("3");
    await expect(page.getByText("Showing 3 of 3 visits", { exact: true })).toBeVisible();

    const name = "visit to Dr. Asha Rao on Nov 07, 2025";
    await page.getByRole("link", { name: `Edit ${name}` }).click();
    await expect(page).toHaveURL(`/visits/${id}/edit`);
    await page.goBack();
    await page.getByRole("link", { name: `View ${name}` }).click();
    await expect(page).toHaveURL(`/visits/${id}`);
  });

  test("starts with the month so far, and says if a range can't be used", async ({
    signedIn: page,
    make,
  }) => {
    const doctor = await make.doctor(asha);
    for (const visit_date of ["2025-10-31", "2025-11-01", "2025-11-20", "2025-11-21"]) {
      await make.visit({ doctor, visit_date });
    }
    await page.goto("/visits");
    await expect(days(page, "Start Date")).toHaveValue("Nov 01, 2025");
    await expect(days(page, "End Date")).toHaveValue("Nov 20, 2025");
    await expect(days(page, "Start Date")).toHaveAttribute("max", "2025-11-20");
    await expect(days(page, "End Date")).toHaveAttribute("min", "2025-11-01");
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 20, 2025/, /Nov 01, 2025/]);

    await days(page, "End Date").fill("");
    await expect(page.getByText("Select end date to apply the date range.")).toBeVisible();
    await expect(rowsOf(page, "Visits")).toHaveCount(4);
    await expect(page.getByText("Doctor Visit Frequency in Selected Period")).toHaveCount(0);
    await days(page, "Start Date").fill("");
    await days(page, "End Date").fill("2025-10-31");
    await expect(page.getByText("Select start date to apply the date range.")).toBeVisible();
    await days(page, "Start Date").fill("2025-11-20");
    await expect(page.getByText("End date cannot be earlier than start date.")).toBeVisible();
    await expect(page.getByText("No visits found matching your filters")).toBeVisible();
    await expect(page).toHaveURL("/visits?start_date=2025-11-20&end_date=2025-10-31");

    await days(page, "End Date").fill("2025-11-20");
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 20, 2025/]);
    await expect(chips(page)).toHaveText(["Dates: Nov 20, 2025"]);
    await page.reload();
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 20, 2025/]);
    await page.getByRole("button", { name: /^Remove filter Dates/ }).click();
    await expect(page).toHaveURL("/visits");
    await expect(rowsOf(page, "Visits")).toHaveCount(2);
  });

  test("is searched by doctor, specialization, hospital, status and notes", async ({
    signedIn: page,
    make,
  }) => {
    await make.visit({ doctor: await make.doctor(asha), visit_date: "2025-11-10", notes: "Wants samples" });
    await make.visit({
      doctor: await make.doctor(vikram),
      visit_date: "2025-11-11",
      status: "scheduled",
    });
    await page.goto("/visits");
    for (const [text, name] of [
      ["vikram", vikram.name],
      ["CARDIO", asha.name],
      ["sched", vikram.name],
      ["ruby", asha.name],
      ["dermat", vikram.name],
      ["samples", asha.name],
    ] as const) {
      await search(page).fill(text);
      await expect(rowsOf(page, "Visits")).toHaveText([new RegExp(name)]);
      // The chips of the frequency card follow the search.
      const frequencies = page.getByRole("listitem").filter({ hasText: /\d+ visit/ });
      await expect(frequencies).toHaveText([new RegExp(name)]);
    }
    await expect(page.getByText("Showing 1 of 1 visits (filtered from 2 total)")).toBeVisible();
    await search(page).fill("nothing like it");
    await expect(page.getByText("No visits found matching your filters")).toBeVisible();
  });

  test("is filtered by status and city, each with a removable chip", async ({ signedIn: page, make }) => {
    const pune = await make.doctor(asha);
    const kochi = await make.doctor(vikram);
    await make.visit({ doctor: pune, visit_date: "2025-11-10" });
    await make.visit({ doctor: pune, visit_date: "2025-11-11", status: "cancelled" });
    await make.visit({ doctor: kochi, visit_date: "2025-11-12", status: "scheduled" });
    await page.goto("/visits");
    await expect(filter(page, "Status").getByRole("option")).toHaveText(["All", "Completed", "Other"]);
    const city = filter(page, "City");
    await expect(city).toHaveAttribute("placeholder", "All Cities");
    await city.click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
      "12 MG Road, Pune",
      "Marine Drive, Kochi",
    ]);
    await page.keyboard.press("Escape");
    await filter(page, "Status").selectOption("Completed");
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 10/]);
    await filter(page, "Status").selectOption("Other");
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 12/, /Nov 11/]);
    await city.fill("pune road");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["12 MG Road, Pune"]);
    await page.keyboard.press("Enter");
    await expect(city).toHaveValue("12 MG Road, Pune");
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 11/]);
    await expect(chips(page)).toHaveText(["Status: Other", "City: 12 MG Road, Pune"]);
    await page.getByRole("button", { name: /^Remove filter Status/ }).click();
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 11/, /Nov 10/]);
    await page.getByRole("button", { name: "Clear All Filters" }).click();
    await expect(rowsOf(page, "Visits")).toHaveCount(3);
    await expect(city).toHaveValue("");
    await expect(page).toHaveURL("/visits");
  });

  test("shows how often each doctor was visited, most visits first and then by name", async ({
    signedIn: page,
    make,
  }) => {
    const [once, twice, also] = [
      await make.doctor({ name: "Dr. A", address: "Delhi" }),
      await make.doctor(vikram),
      await make.doctor(asha),
    ];
    await make.visit({ doctor: once, visit_date: "2025-11-10" });
    for (const doctor of [twice, also]) {
      await make.visit({ doctor, visit_date: "2025-11-11" });
      await make.visit({ doctor, visit_date: "2025-11-12" });
    }
    await page.goto("/visits");
    await expect(page.getByText("Doctor Visit Frequency in Selected Period")).toBeVisible();
    const frequencies = page.getByRole("listitem").filter({ hasText: /\d+ visit/ });
    await expect(frequencies).toHaveText([
      /^Dr\. Asha Rao *Pune *2 visits$/,
      /^Dr\. Vikram Nair *Kochi *2 visits$/,
      /^Dr\. A *Delhi *1 visit$/,
    ]);
    await frequencies.first().getByRole("link").click();
    await expect(page).toHaveURL(`/doctors/${also.id}`);
  });

  test("has pages of 10; a filter starts on the first; deleting the last row goes back", async ({
    signedIn: page,
    make,
  }) => {
    const doctor = await make.doctor(asha);
    const product = await make.product({ stock: 10 });
    await make.visit({ doctor, visit_date: "2025-11-01", lines: [{ product, quantity: 4 }, { product }] });
    for (let day = 2; day <= 11; day++) {
      await make.visit({ doctor, visit_date: `2025-11-${String(day).padStart(2, "0")}` });
    }
    await page.goto("/visits");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await expect(pages).toContainText("Page 1 of 2");
    await pages.getByRole("button", { name: "Next" }).click();
    await expect(page).toHaveURL("/visits?page=2");
    await filter(page, "Status").selectOption("Completed");
    await expect(page).toHaveURL("/visits?status=completed");
    await page.goto("/visits?page=2");

    await page.getByRole("button", { name: /^Delete visit to Dr. Asha Rao/ }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete visit" });
    await expect(dialog).toContainText(
      "Are you sure you want to delete this visit? This will also delete all associated sales.",
    );
    await expect(dialog).toContainText("2 sales will be deleted, and 5 units come back into stock.");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(
      message(page, "Visit deleted successfully: Dr. Asha Rao, Nov 01, 2025, 2 associated sales"),
    ).toBeVisible();
    await expect(page).toHaveURL("/visits");
    await expect(rowsOf(page, "Visits")).toHaveCount(10);
    await expect(pages).toHaveCount(0);
    await page.goto("/products");
    await expect(rowsOf(page, "Products")).toContainText("10Low Stock");
  });

  test("says what could not be loaded, with a Retry", async ({ signedIn: page, make, product }) => {
    // A phone that keeps the rows would show them.
    await withoutDatabase(page);
    const doctor = await make.doctor(asha);
    await make.visit({ doctor, visit_date: "2025-11-10" });
    const visits = await breakTable(product, "visits");
    await page.goto("/visits");
    await expect(message(page, "Error loading visits. Please try again.")).toBeVisible();
    await expect(page.getByText("Database error fetching visit counts")).toBeVisible();
    await visits.repair();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(rowsOf(page, "Visits")).toHaveCount(1);

    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("heading", { name: /^Dashboard/ })).toBeVisible();
    const doctors = await breakTable(product, "doctors");
    await page.goto("/visits");
    await filter(page, "City").click();
    await expect(message(page, "Database error fetching doctors")).toBeVisible();
    await doctors.repair();
  });

  test("says that there is no connection", async ({ signedIn: page }) => {
    await page.goto("/visits");
    await expect(page.getByText("No visits recorded yet")).toBeVisible();
    await page.context().setOffline(true);
    await days(page, "Start Date").fill("2025-11-02");
    const words = "Failed to load visits. Please check your connection and try again.";
    await expect(message(page, words)).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words);
    await expect(page.getByText("Error loading visit statistics. Please try again.")).toBeVisible();
    const asked = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/visits?"));
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await asked;
    // Once there is a connection again, the page reads by itself.
    await page.context().setOffline(false);
    await expect(page.getByText("No visits recorded yet")).toBeVisible();
  });

  test("says why a visit could not be deleted", async ({ signedIn: page, make, product }) => {
    await withoutDatabase(page);
    await make.visit({ doctor: await make.doctor(asha), visit_date: "2025-11-10" });
    await page.goto("/visits");
    await page.getByRole("button", { name: /^Delete visit/ }).click();
    const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true });
    await expect(confirm).toBeEnabled();
    await page.context().setOffline(true);
    await confirm.click();
    await expect(message(page, "Failed to delete visit. Please try again.")).toBeVisible();
    await page.context().setOffline(false);
    const visits = await breakTable(product, "visits");
    await confirm.click();
    await expect(message(page, "Error deleting visit. Please try again.")).toBeVisible();
    await visits.repair();
    await confirm.click();
    await expect(page.getByText("No visits recorded yet")).toBeVisible();
  });
});

test.describe("the screen of a visit", () => {
  test("shows the visit with its sales", async ({ signedIn: page, make }) => {
    const doctor = await make.doctor(asha);
    const known = await make.product();
    const other = await make.product({ name: "Sample kit", category: "" });
    const { id } = await make.visit({
      doctor,
      visit_date: "2025-11-05",
      lines: [
        { product: known, quantity: 10 },
        { product: other, unit_price: "1000" },
      ],
    });
    await page.goto(`/visits/${id}`);
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { name: "Visit Information" })).toBeVisible();
    for (const text of ["Dr. Asha Rao", "Cardiology", "Ruby Hall", "Completed", "No notes recorded"]) {
      await expect(main).toContainText(text);
    }
    await expect(main.getByText("Wednesday, November 5, 2025")).toBeVisible();
    await expect(main).toContainText("₹1,125.00");
    await expect(headingsOf(page, "Sales")).toHaveText([
      "Product",
      "Category",
      "Quantity",
      "Unit Price",
      "Total",
    ]);
    await expect(rowsOf(page, "Sales").nth(0).getByRole("cell")).toHaveText([
      "Paracip 500",
      "Pain Relief",
      "10",
      "₹12.50",
      "₹125.00",
    ]);
    await expect(rowsOf(page, "Sales").nth(1).getByRole("cell")).toHaveText([
      "Sample kit",
      "N/A",
      "1",
      "₹1,000.00",
      "₹1,000.00",
    ]);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page).toHaveURL(`/visits/${id}/edit`);
  });

  test("without sales says so; it is deleted after a question", async ({
    signedIn: page,
    make,
    call,
    product,
  }) => {
    await withoutDatabase(page);
    const { id } = await make.visit({
      doctor: await make.doctor(asha),
      visit_date: "2025-11-05",
      notes: "First line\nsecond line",
    });
    await page.goto(`/visits/${id}`);
    await expect(page.getByText("No sales recorded for this visit")).toBeVisible();
    await expect(page.getByText("First line\nsecond line")).toBeVisible();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true });
    await expect(confirm).toBeEnabled();
    const visits = await breakTable(product, "visits");
    await confirm.click();
    await expect(message(page, "Error deleting visit")).toBeVisible();
    await visits.repair();
    await confirm.click();
    await expect(
      message(page, "Visit deleted successfully: Dr. Asha Rao, Nov 05, 2025, 0 associated sales"),
    ).toBeVisible();
    await expect(page).toHaveURL("/visits");
    expect((await call(visitRoutes.list, { query: {} })).total).toBe(0);
  });

  test("that does not exist says so, with a link back", async ({ signedIn: page }) => {
    for (const path of ["0197a3b0-0000-7000-8000-000000000001", "nonsense", "nonsense/edit"]) {
      await page.goto(`/visits/${path}`);
      await expect(page.getByText("Visit not found")).toBeVisible();
    }
    await page.getByRole("link", { name: "Back to Visits", exact: true }).click();
    await expect(page).toHaveURL("/visits");
  });

  test("that can't be loaded says so and returns to the list", async ({ signedIn: page, make, product }) => {
    const { id } = await make.visit({ doctor: await make.doctor(asha), visit_date: "2025-11-05" });
    const sales = await breakTable(product, "sales");
    for (const path of [`/visits/${id}`, `/visits/${id}/edit`]) {
      await page.goto(path);
      await expect(message(page, "Error loading visit details")).toBeVisible();
      await expect(page).toHaveURL("/visits");
    }
    await sales.repair();
  });
});
