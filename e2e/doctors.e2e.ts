import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expect, test } from "./fixtures.ts";
import { withoutDatabase } from "./phone-store.ts";
import { chips, detail, headingsOf, message, rowsOf } from "./screen.ts";
import { breakTable, loseNextAnswer } from "./trouble.ts";

const asha = {
  name: "Dr. Asha Rao",
  specialization: "Cardiology",
  hospital: "Ruby Hall",
  doctor_class: "A" as const,
  doctor_type: "prescriber" as const,
  contact_number: "+91 98765 43210",
  email: "asha@hospital.example",
  address: "12 MG Road, Pune",
};
const vikram = {
  name: "Dr. Vikram Nair",
  specialization: "Dermatology",
  hospital: "City Clinic",
  doctor_class: "B" as const,
  doctor_type: "dispenser" as const,
  address: "4 Marine Drive, Kochi",
};

test.describe("the doctor list", () => {
  test("says that it is empty and suggests the first step", async ({ signedIn: page }) => {
    await page.goto("/doctors");
    await expect(page.getByText("No doctors added yet.")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
    await page.getByRole("link", { name: "Add First Doctor" }).click();
    await expect(page.getByRole("heading", { name: "Add Doctor" })).toBeVisible();
  });

  test("shows every column, and links to each row's screens", async ({ signedIn: page, make }) => {
    const doctor = await make.doctor(asha);
    await page.goto("/doctors");
    await expect(headingsOf(page, "Doctors")).toHaveText([
      "Name",
      "Specialization",
      "Hospital",
      "Address",
      "Class",
      "Type",
      "Contact",
      "Actions",
    ]);
    await expect(rowsOf(page, "Doctors").getByRole("cell")).toHaveText([
      "Dr. Asha Rao",
      "Cardiology",
      "Ruby Hall",
      "12 MG Road, Pune",
      "A",
      "Prescriber",
      "+91 98765 43210",
      "",
    ]);
    await expect(page.getByText("1 doctor", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "View Dr. Asha Rao" })).toHaveAttribute(
      "href",
      `/doctors/${doctor.id}`,
    );
    await page.getByRole("link", { name: "Edit Dr. Asha Rao" }).click();
    await expect(page).toHaveURL(`/doctors/${doctor.id}/edit`);
    await page.goBack();
    // The whole row opens the doctor.
    await rowsOf(page, "Doctors").click();
    await expect(page).toHaveURL(`/doctors/${doctor.id}`);
  });

  test("is searched by name, specialization and hospital while typing", async ({ signedIn: page, make }) => {
    await make.doctor(asha);
    await make.doctor(vikram);
    await page.goto("/doctors");
    const search = page.getByLabel("Search", { exact: true });
    const names = rowsOf(page, "Doctors").getByRole("cell").first();
    for (const [text, name] of [
      ["vikr", vikram.name],
      ["CARDIO", asha.name],
      ["city cli", vikram.name],
      ["ráo", asha.name],
    ] as const) {
      await search.fill(text);
      await expect(names).toHaveText(name);
      await expect(rowsOf(page, "Doctors")).toHaveCount(1);
      await expect(chips(page)).toHaveText([`Search: ${text}`]);
    }
    await expect(page.getByText("1 doctor, filtered from 2 total")).toBeVisible();
    await search.fill("%");
    await expect(page.getByText("No doctors found matching your filters.")).toBeVisible();
    await search.press("Escape");
    await expect(search).toHaveValue("");
    await expect(rowsOf(page, "Doctors")).toHaveCount(2);
    await expect(chips(page)).toHaveCount(0);
  });

  test("is filtered by class, type and city, each with a removable chip", async ({
    signedIn: page,
    make,
  }) => {
    await make.doctor(asha);
    await make.doctor(vikram);
    await make.doctor({ name: "Dr. Third", address: "Pune" });
    await page.goto("/doctors");
    const filter = (label: string) => page.getByRole("combobox", { name: label });
    await expect(filter("City").getByRole("option")).toHaveText(["All", "Kochi", "Pune"]);
    await expect(filter("Class").getByRole("option")).toHaveText(["All", "A", "B", "C"]);
    await expect(filter("Type").getByRole("option")).toHaveText(["All", "Dispenser", "Prescriber"]);

    await filter("City").selectOption("Pune");
    await expect(rowsOf(page, "Doctors")).toHaveCount(2);
    await filter("Class").selectOption("A");
    await filter("Type").selectOption("Prescriber");
    await expect(chips(page)).toHaveText(["Class: A", "Type: Prescriber", "City: Pune"]);
    await expect(page.getByText("1 doctor, filtered from 3 total")).toBeVisible();
    await expect(page).toHaveURL("/doctors?city=Pune&doctor_class=A&doctor_type=prescriber");

    await page.reload();
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    await expect(filter("City")).toHaveValue("Pune");

    await page.getByRole("button", { name: "Remove filter Class: A" }).click();
    await expect(chips(page)).toHaveText(["Type: Prescriber", "City: Pune"]);
    await page.getByRole("button", { name: "Clear All Filters" }).click();
    await expect(rowsOf(page, "Doctors")).toHaveCount(3);
    await expect(page).toHaveURL("/doctors");
    await expect(page.getByText("3 doctors", { exact: true })).toBeVisible();
  });

  test("has pages of 10 that the browser's back button and a reload lead through", async ({
    signedIn: page,
    make,
  }) => {
    for (let number = 10; number <= 20; number++) await make.doctor({ name: `Dr. ${number}` });
    await page.goto("/doctors");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await expect(pages).toContainText("Showing 10 of 11 doctors");
    await expect(pages).toContainText("Page 1 of 2");
    await expect(pages.getByRole("button", { name: "Previous" })).toBeDisabled();
    await pages.getByRole("button", { name: "Next" }).click();
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    await expect(pages).toContainText("Showing 1 of 11 doctors");
    await expect(pages).toContainText("Page 2 of 2");
    await expect(pages.getByRole("button", { name: "Next" })).toBeDisabled();
    await expect(page).toHaveURL("/doctors?page=2");
    await page.reload();
    await expect(rowsOf(page, "Doctors")).toHaveText([/^Dr\. 20/]);

    await rowsOf(page, "Doctors").click();
    await expect(page.getByRole("heading", { name: "Dr. 20" })).toBeVisible();
    await page.getByRole("link", { name: "Back to doctors" }).click();
    await expect(page).toHaveURL("/doctors?page=2");
    await page.goBack();
    await expect(rowsOf(page, "Doctors")).toHaveCount(10);

    // A filter starts on its first page.
    await pages.getByRole("button", { name: "Next" }).click();
    await expect(page).toHaveURL("/doctors?page=2");
    await page.getByLabel("Search", { exact: true }).fill("1");
    await expect(page).toHaveURL("/doctors?search=1");
    await expect(pages).toHaveCount(0);
  });

  test("goes to the last page when the only row of its page is deleted", async ({ signedIn: page, make }) => {
    for (let number = 10; number <= 20; number++) await make.doctor({ name: `Dr. ${number}` });
    await page.goto("/doctors?page=2");
    await page.getByRole("button", { name: "Delete Dr. 20" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete doctor" });
    await expect(dialog).toContainText("Are you sure you want to delete this doctor?");
    await expect(dialog).not.toContainText("This will also delete");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);

    await page.getByRole("button", { name: "Delete Dr. 20" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Doctor deleted successfully")).toBeVisible();
    await expect(rowsOf(page, "Doctors")).toHaveCount(10);
    await expect(page).toHaveURL("/doctors");
    await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  });

  test("says that it could not be loaded, and loads on Retry", async ({ signedIn: page, make, product }) => {
    await make.doctor(asha);
    const doctors = await breakTable(product, "doctors");
    await page.goto("/doctors");
    const words = "Error loading doctors. Please try again.";
    await expect(message(page, words)).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words);
    await doctors.repair();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
  });

  test("says why a doctor could not be deleted, and that one was already deleted", async ({
    signedIn: page,
    make,
    call,
    product,
  }) => {
    await withoutDatabase(page);
    const doctor = await make.doctor(asha);
    await page.goto("/doctors");
    await page.getByRole("button", { name: "Delete Dr. Asha Rao" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete doctor" });
    const confirm = dialog.getByRole("button", { name: "Delete", exact: true });
    await expect(confirm).toBeEnabled();
    const doctors = await breakTable(product, "doctors");
    await confirm.click();
    await expect(
      message(page, "Error deleting doctor: Something went wrong on our side. Please try again."),
    ).toBeVisible();
    await doctors.repair();
    await expect(dialog).toBeVisible();

    // Somebody else is faster.
    await call(doctorRoutes.delete, { params: { id: doctor.id } });
    await confirm.click();
    await expect(message(page, "Doctor deleted successfully")).toBeVisible();
    await expect(page.getByText("No doctors added yet.")).toBeVisible();
  });
});

test.describe("the screen of a doctor", () => {
  test("shows what is known, and N/A for the rest", async ({ signedIn: page, make }) => {
    const { id } = await make.doctor({ ...asha, hospital: "", address: "12 MG Road\nPune" });
    await page.goto(`/doctors/${id}`);
    await expect(page.getByRole("heading", { name: "Dr. Asha Rao" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Personal Information" })).toBeVisible();
    await expect(detail(page, "Specialization")).toHaveText("Cardiology");
    await expect(detail(page, "Hospital/Clinic")).toHaveText("N/A");
    await expect(detail(page, "Doctor Type")).toHaveText("Prescriber");
    await expect(detail(page, "Address")).toHaveText("12 MG Road\nPune");
    await expect(page.getByRole("link", { name: "+91 98765 43210" })).toHaveAttribute(
      "href",
      "tel:+919876543210",
    );
    await expect(page.getByText("No visits recorded yet")).toBeVisible();
    await page.getByRole("link", { name: "Add Visit" }).click();
    await expect(page.getByRole("combobox", { name: "Doctor" })).toHaveValue("Dr. Asha Rao");
  });

  test("lists the visits, newest first and 10 to a page", async ({ signedIn: page, make }) => {
    const doctor = await make.doctor(asha);
    const product = await make.product();
    for (let day = 1; day <= 10; day++) {
      await make.visit({
        doctor,
        visit_date: `2025-02-${String(day).padStart(2, "0")}`,
        status: "scheduled",
      });
    }
    await make.visit({
      doctor,
      visit_date: "2025-03-01",
      notes: "Wants samples",
      lines: [{ product, quantity: 2 }, { product }],
    });
    await page.goto(`/doctors/${doctor.id}`);
    const visits = rowsOf(page, "Visit History");
    await expect(headingsOf(page, "Visit History")).toHaveText([
      "Visit Date",
      "Status",
      "Total Sales",
      "Notes",
    ]);
    await expect(visits).toHaveCount(10);
    await expect(visits.first().getByRole("cell")).toHaveText([
      "Mar 01, 2025",
      "Completed",
      "₹37.50 (2 items)",
      "Wants samples",
    ]);
    await expect(visits.nth(1).getByRole("cell")).toHaveText([
      "Feb 10, 2025",
      "Scheduled",
      "₹0.00 (0 items)",
      "No notes",
    ]);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(visits).toHaveCount(1);
    await visits.first().click();
    await expect(page.getByRole("heading", { name: "Visit Details" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/doctors/${doctor.id}?page=2`);
  });

  test("deletes with all visits and sales, and says beforehand what will be deleted", async ({
    signedIn: page,
    make,
  }) => {
    await withoutDatabase(page);
    const doctor = await make.doctor(asha);
    const product = await make.product();
    await make.visit({ doctor, visit_date: "2025-03-01", lines: [{ product, quantity: 3 }] });
    await page.goto(`/doctors/${doctor.id}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete doctor" });
    await expect(dialog).toContainText(
      "Are you sure you want to delete this doctor? This will also delete all associated visits and sales.",
    );
    await expect(dialog).toContainText(
      "1 visit with 1 sale will be deleted too. 3 units of stock come back.",
    );
    // The answer is lost, but the doctor is gone: trying again is safe.
    await loseNextAnswer(page, { method: "DELETE", path: `/api/doctors/${doctor.id}` });
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Error deleting doctor")).toBeVisible();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Doctor deleted successfully")).toBeVisible();
    await expect(page).toHaveURL("/doctors");
    await page.goto("/products");
    await expect(rowsOf(page, "Products")).toContainText("100");
  });

  test("that does not exist says so, with a link back", async ({ signedIn: page }) => {
    for (const id of ["0197a3b0-0000-7000-8000-000000000001", "nonsense"]) {
      await page.goto(`/doctors/${id}`);
      await expect(page.getByRole("heading", { name: "Doctor not found" })).toBeVisible();
    }
    await page.getByRole("link", { name: "Back to Doctors", exact: true }).click();
    await expect(page).toHaveURL("/doctors");
  });

  test("says what could not be loaded, with a Retry", async ({ signedIn: page, make, product }) => {
    // A phone that keeps the rows would show them.
    await withoutDatabase(page);
    const { id } = await make.doctor(asha);
    const visits = await breakTable(product, "visits");
    await page.goto(`/doctors/${id}`);
    await expect(message(page, "Error loading visits. Please try again.")).toBeVisible();
    await visits.repair();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(page.getByText("No visits recorded yet")).toBeVisible();

    const doctors = await breakTable(product, "doctors");
    await page.reload();
    await expect(message(page, "Error loading doctor details")).toBeVisible();
    await doctors.repair();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Dr. Asha Rao" })).toBeVisible();
  });
});
