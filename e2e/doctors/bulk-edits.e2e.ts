import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";

test("a range is changed by keyboard alone, and all that match are deleted; both are undone", async ({
  signedIn: page,
  make,
}) => {
  await test.step("by keyboard alone: a range is selected, its class changed, and undone", async () => {
    for (const name of ["Dr. A", "Dr. B", "Dr. C", "Dr. D"]) await make.doctor({ name, doctor_class: "A" });
    await page.goto("/doctors");
    const select = page.getByRole("button", { name: "Select", exact: true });
    await select.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: "Select Dr. A" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name: "Select Dr. C" }).focus();
    await page.keyboard.press("Shift+Space");
    await expect(page.getByRole("status").filter({ hasText: "3 selected" })).toBeVisible();
    await expectAccessible(page, "selecting doctors");

    await page.getByRole("button", { name: "Change…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("New class").selectOption("C");
    await expectAccessible(page, "changing selected doctors", [1440, 390]);
    await page.getByLabel("New class").press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(message(page, "Class of 3 doctors changed to C")).toBeVisible();
    await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
    const classes = () => rowsOf(page, "Doctors").getByRole("cell", { name: /^[ABC]$/ });
    await expect(classes()).toHaveText(["C", "C", "C", "A"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(message(page, "3 doctors are as before.")).toBeVisible();
    await expect(classes()).toHaveText(["A", "A", "A", "A"]);
  });

  await test.step("all that match are deleted after it was said what goes with them, and come back", async () => {
    const product = await make.product();
    for (let n = 0; n < 12; n++) {
      const doctor = await make.doctor({ name: `Dr. Pune ${n}`, address: "1 MG Road, Pune" });
      if (n < 2) await make.visit({ doctor, visit_date: "2025-06-10", lines: [{ product, quantity: 3 }] });
    }
    await make.doctor({ name: "Dr. Kochi", address: "4 Marine Drive, Kochi" });
    await goInside(page, "/doctors?city=Pune");
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("button", { name: "Select all 12 that match" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete 12 doctors" });
    await expect(dialog).toContainText("Are you sure you want to delete these 12 doctors?");
    await expect(dialog).toContainText("2 visits");
    await expectAccessible(page, "deleting selected doctors", [1440, 390]);
    await dialog.getByRole("button", { name: "Delete 12 doctors" }).click();
    await expect(message(page, "12 doctors deleted")).toBeVisible();
    await expect(page.getByText("No doctors found matching your filters.")).toBeVisible();

    // Also once the message is gone.
    await page.goto("/doctors");
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("button", { name: "Latest changes" }).click();
    await page
      .getByRole("dialog", { name: "Your latest changes" })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(message(page, "12 doctors are as before.")).toBeVisible();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByText("17 doctors", { exact: true })).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("cards are selected by a tap, and what a colleague changed meanwhile is shown", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await make.doctor({ name: "Dr. A", address: "1 MG Road, Calcuta" });
    const { id, version } = await make.doctor({ name: "Dr. B", address: "2 MG Road, Calcuta" });
    await page.goto("/doctors");
    const cards = page.getByRole("list", { name: "Doctors" }).getByRole("listitem");
    await page.getByRole("button", { name: "Select", exact: true }).tap();
    await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
    for (const name of ["Dr. A", "Dr. B"]) {
      await cards.filter({ hasText: name }).tap({ position: { x: 200, y: 20 } });
    }
    await expect(page.getByRole("status").filter({ hasText: "2 selected" })).toBeVisible();
    await call(doctorRoutes.update, { params: { id }, body: { name: "Dr. Bee", address: "Delhi", version } });
    await page.getByRole("button", { name: "Change…" }).tap();
    await page.getByLabel("What to change").selectOption("City");
    await page.getByRole("button", { name: "Change 2 doctors" }).tap();
    await expect(page.getByText("Please enter a city")).toBeVisible();
    await page.getByLabel("New city").fill("Kolkata");
    await page.getByRole("button", { name: "Change 2 doctors" }).tap();
    const result = page.getByRole("dialog", { name: "City of 1 doctor changed to Kolkata" });
    await expect(result).toContainText("1 doctor could not be changed.");
    await expect(result.getByRole("listitem")).toHaveText("Dr. BeeSomebody changed this after you chose it.");
    await expectAccessible(page, "what could not be changed", [390]);
    await result.getByRole("button", { name: "Done" }).tap();
    await expect(cards.filter({ hasText: "Kolkata" })).toHaveCount(1);
  });
});
