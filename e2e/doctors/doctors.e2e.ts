import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";
import { loseNextAnswer } from "../kit/trouble.ts";

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

test("Back leads through the pages of the list and of a doctor's visits; a doctor is deleted with what the dialog names", async ({
  signedIn: page,
  make,
}) => {
  await withoutDatabase(page);

  await test.step("the browser's back button leads through the pages of the list, also from a doctor", async () => {
    for (let number = 10; number <= 20; number++) await make.doctor({ name: `Dr. ${number}` });
    await page.goto("/doctors");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page).toHaveURL("/doctors?page=2");
    await page.reload();
    await expect(rowsOf(page, "Doctors")).toHaveText([/^Dr\. 20/]);
    await rowsOf(page, "Doctors").click();
    await expect(page.getByRole("heading", { name: "Dr. 20" })).toBeVisible();
    await page.getByRole("link", { name: "Back to doctors" }).click();
    await expect(page).toHaveURL("/doctors?page=2");
    await page.goBack();
    await expect(rowsOf(page, "Doctors")).toHaveCount(10);
  });

  await test.step("a visit is opened from the page of its list, and left back to it; Add Visit knows the doctor", async () => {
    const doctor = await make.doctor(asha);
    for (let day = 10; day <= 20; day++) {
      await make.visit({ doctor, visit_date: `2025-02-${day}`, status: "scheduled" });
    }
    await goInside(page, `/doctors/${doctor.id}`);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(rowsOf(page, "Visit History")).toHaveText([/^Feb 10, 2025/]);
    await rowsOf(page, "Visit History").click();
    await expect(page.getByRole("heading", { name: "Visit Details" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/doctors/${doctor.id}?page=2`);
    await page.getByRole("link", { name: "Add Visit" }).click();
    await expect(page.getByRole("combobox", { name: "Doctor" })).toHaveValue("Dr. Asha Rao");
  });

  await test.step("a doctor is deleted with all visits and sales, as the dialog says beforehand", async () => {
    const doctor = await make.doctor({ ...asha, name: "Dr. Bela Shah" });
    const product = await make.product();
    await make.visit({ doctor, visit_date: "2025-03-01", lines: [{ product, quantity: 3 }] });
    await goInside(page, `/doctors/${doctor.id}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete doctor" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(dialog).toContainText(
      "Are you sure you want to delete this doctor? This will also delete all associated visits and sales.",
    );
    await expect(dialog).toContainText(
      "1 visit with 1 sale will be deleted too. 3 units of stock come back.",
    );
    // The answer is lost, but the doctor is gone: trying again is safe.
    await loseNextAnswer(page, { method: "DELETE", path: `/api/doctors/${doctor.id}` });
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(dialog.getByText(/^The server can't be reached\./)).toBeVisible();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "Doctor deleted successfully")).toBeVisible();
    await expect(page).toHaveURL("/doctors");
    await goInside(page, "/products");
    await expect(rowsOf(page, "Products")).toContainText("100");
  });
});
